import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LegalTextError } from '../../src/errors.ts'
import { focused, heading, skip, usePages } from './support/browser.ts'

const pages = usePages()

test('search, open a norm, follow a reference, go back', { skip }, async () => {
  const { page, faults } = await pages.open('/')
  await heading(page, 'The exact wording of laws')
  await page.fill('#query', 'Kündigung')
  const results = page.locator('.norms .result')
  await results.first().waitFor()
  assert.match(page.url(), /#\/\?q=K%C3%BCndigung$/)
  assert((await page.locator('.norms mark').count()) > 0, 'the words are highlighted')
  const designation = await results.first().locator('.designation').textContent()
  await results.first().click()
  await heading(page, designation?.replace(/ \S+$/, '') ?? '')
  await page.goBack()
  await results.first().waitFor()
  assert.equal(await page.inputValue('#query'), 'Kündigung')

  await page.goto(`${pages.url}/#/msgb/par:32`)
  await heading(page, '§ 32')
  const reference = page.locator('.text a.reference').first()
  const target = await reference.getAttribute('href')
  await reference.click()
  await page.waitForURL((url) => url.hash === target)
  await page.locator('.norm h1').filter({ hasNotText: '§ 32' }).waitFor()
  await page.goBack()
  await heading(page, '§ 32')
  assert.deepEqual(faults, [])
})

test('a designation and Enter opens the norm, with its part marked and in sight', { skip }, async () => {
  const { page, faults } = await pages.open('/')
  await page.keyboard.press('/')
  await page.keyboard.type('§ 14 Abs. 1 Satz 1 Nr. 1 MSGB')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash === '#/msgb/par:14/abs:1/satz:1/nr:1')
  const marked = page.locator('.text .selected')
  await marked.first().waitFor()
  assert.match((await marked.first().textContent()) ?? '', /^1\. /)
  assert(
    await marked.first().evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }),
  )
  assert.match(await page.title(), /^§ 14 Abs\. 1 .*Nr\. 1 MSGB – /)
  await page.keyboard.press('/')
  await page.keyboard.type('MSGBEG')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash === '#/msgbeg')
  assert.deepEqual(faults, [])
})

test('who types while the page still waits goes on typing', { skip }, async () => {
  const { page } = await pages.open('/openapi.json')
  await page.route('**/corpus/coverage', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.goto(pages.url)
  await page.keyboard.press('/')
  await heading(page, 'The exact wording')
  await page.keyboard.type('Hafen')
  assert.equal(await page.inputValue('#query'), 'Hafen')
  await page.locator('.results .result').first().waitFor()
  await page.keyboard.type('gesetz')
  assert.equal(await page.inputValue('#query'), 'Hafengesetz')
})

test('Enter at once is not taken back by the results that come late', { skip }, async () => {
  const { page } = await pages.open('/#/?q=%C2%A7+1+MSGB')
  await page.locator('.results .result').first().waitFor()
  for (let i = 0; i < 2; i++) {
    await page.locator('#query').fill('§ 1 MSGB')
    await page.keyboard.press('Enter')
    await heading(page, '§ 1')
    await page.waitForTimeout(200)
    assert.equal(new URL(page.url()).hash, '#/msgb/par:1')
  }
})

test('everything can be done with the keyboard alone', { skip }, async () => {
  const { page, faults } = await pages.open('/')
  await heading(page, 'The exact wording')
  await page.keyboard.press('/')
  await page.keyboard.type('Hafen')
  // Not those of the letters before, which these replace.
  await heading(page, 'Search results for Hafen')
  const results = page.locator('.results .result')
  await results.nth(2).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(page), (await results.nth(1).textContent())?.trim())
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'query')
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')

  await page.goto(`${pages.url}/#/msgb/par:1`)
  await heading(page, '§ 1')
  assert.match(await focused(page), /^§ 1 MSGB/, 'the heading has the focus')
  await page.keyboard.press('j')
  await heading(page, '§ 2')
  await page.keyboard.press('k')
  await heading(page, /^§ 1 /)
  await page.keyboard.press('?')
  await page.locator('#keys-dialog[open]').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('#keys-dialog[open]').count(), 0)

  await page.goto(`${pages.url}/#/msgb`)
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  const toggle = page.locator('.contents .toggle').first()
  await toggle.focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await toggle.getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await focused(page), (await toggle.textContent())?.trim())
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false')
  assert.deepEqual(faults, [])
})

test('back and forward keep the place', { skip }, async () => {
  const { page } = await pages.open('/#/msgb', { viewport: { width: 800, height: 400 } })
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.goto(`${pages.url}/#/hafeng_2021/annex:1`)
  await heading(page, 'Anlage 1')
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
  await page.waitForTimeout(300)
  await page.evaluate(() => {
    location.hash = '#/msgb/par:1'
  })
  await heading(page, '§ 1')
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.goBack()
  await heading(page, 'Anlage 1')
  assert.equal(await page.evaluate(() => scrollY), 700)
})

test('what is scrolled while a page is awaited is the page before', { skip }, async () => {
  const { page } = await pages.open('/#/hafeng_2021/annex:1', { viewport: { width: 800, height: 400 } })
  await heading(page, 'Anlage 1')
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/laws/msgb/norms/par%3A1', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await page.evaluate(() => {
    location.hash = '#/msgb/par:1'
  })
  await asked.promise
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await page.waitForTimeout(300)
  released.resolve()
  await heading(page, '§ 1')
  assert.equal(await page.evaluate(() => scrollY), 0)
})

test('more results are asked for once at a time, and where there is no answer, again', { skip }, async () => {
  const { page } = await pages.open('/#/?q=der')
  const results = page.locator('.norms .result')
  await results.nth(19).waitFor()
  let [asked, fails] = [0, true]
  const released = Promise.withResolvers<void>()
  await page.route('**/search?*offset=20*', async (route) => {
    asked += 1
    if (fails) return route.abort()
    await released.promise
    return route.continue()
  })
  const more = page.locator('.more')
  await more.click()
  await more.filter({ hasText: 'The service does not answer. Try again' }).waitFor()
  assert.equal(await results.count(), 20)
  fails = false
  await more.evaluate((button) => {
    for (let click = 0; click < 3; click++) (button as HTMLElement).click()
  })
  released.resolve()
  await results.nth(20).waitFor()
  assert.equal(asked, 2)
  const links = await results.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  assert.equal(new Set(links).size, links.length)
})

test('the citation is copied', { skip }, async () => {
  const { page } = await pages.open('/#/msgb/par:14/abs:1', { permissions: ['clipboard-read', 'clipboard-write'] })
  await heading(page, '§ 14')
  await page.keyboard.press('c')
  await page.getByText('Copied').first().waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '§ 14 Abs. 1 MSGB')
  await page.getByRole('button', { name: 'Copy with source' }).click()
  await page.waitForTimeout(100)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(
    copied,
    /^§ 14 Abs\. 1 MSGB \(Stand: 29\.02\.2024\), https:\/\/recht\.example\/\S+, abgerufen am 01\.01\.2026$/,
  )
})

test('the text on the page is the text of the norm', { skip }, async () => {
  const { page } = await pages.open('/')
  for (const [code, norm] of [
    ['msgb', 'par:14'],
    ['msgb', 'par:7'],
    ['hafeng_2021', 'annex:1'],
    ['msgb', 'par:13'],
    ['32011l9902', 'art:2'],
    ['32024r9901', 'annex:2'],
  ]) {
    const answer = await (await fetch(`${pages.url}/laws/${code}/norms/${encodeURIComponent(norm ?? '')}`)).json()
    await page.goto(`${pages.url}/#/${code}/${norm}`)
    await heading(page, answer.label)
    const shown = await page.evaluate(() => {
      const text = document.querySelector('.text')?.cloneNode(true) as HTMLElement
      for (const added of text.querySelectorAll('.attachment, sup:not(.sentence-number), .note-number, .footnote-mark'))
        added.remove()
      return text.textContent ?? ''
    })
    // The page raises plain digits.
    const plain = (text: string) => text.replace(/\s+/g, '').normalize('NFKC')
    assert.equal(plain(shown), plain(answer.text), `${code} ${norm}`)
  }
})

test('errors say what is wrong and where to go', { skip }, async () => {
  const { page } = await pages.open('/#/msgbe')
  await heading(page, 'Not found')
  await page.getByRole('link', { name: /^MSGB / }).click()
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  await page.goto(`${pages.url}/#/msgbeg/§ 1`)
  await heading(page, 'Which one?')
  assert((await page.locator('.failure li a').count()) >= 2)
  await page.locator('.failure li a').first().click()
  await heading(page, '§ 1')
})

test('until the corpus is ready the page says how far it is, and then shows what was asked for', { skip }, async () => {
  const ready = pages.corpus
  pages.corpus = new LegalTextError('not_ready', 'the corpus is being made', {
    stage: 'downloading',
    done: 3,
    total: 9,
  })
  const { page } = await pages.open('/#/msgb/par:1')
  await heading(page, 'Not ready yet')
  await page.getByText('downloading').waitFor()
  assert.equal(await page.locator('progress').getAttribute('value'), '3')
  pages.corpus = ready
  await heading(page, '§ 1')
})

test('without an answer there is a way to try again', { skip }, async () => {
  const { page } = await pages.open('/')
  await heading(page, 'The exact wording')
  await page.route('**/laws/**', (route) => route.abort())
  await page.evaluate(() => {
    location.hash = '#/msgb/par:1'
  })
  await heading(page, 'No answer')
  await page.unroute('**/laws/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, '§ 1')
})

test('the choice of colours is kept', { skip }, async () => {
  const { page } = await pages.open('/', { colorScheme: 'light' })
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.click('#theme')
  const dark = await paper()
  assert.notEqual(dark, light)
  await page.reload()
  await heading(page, 'The exact wording')
  assert.equal(await paper(), dark)
})

test('the reference of the interface lists its routes', { skip }, async () => {
  const { page, faults } = await pages.open('/docs')
  await page.getByText('/laws/{code}/norms/{norm}', { exact: true }).first().waitFor()
  await page.locator('.opblock-summary').first().click()
  await page.getByText('Execute').first().click()
  await page.locator('.live-responses-table').first().waitFor()
  assert.deepEqual(faults, [])
})
