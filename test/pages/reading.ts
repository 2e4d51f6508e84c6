import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LegalTextError } from '../../src/util/errors.ts'
import { focused, heading, skip, usePages } from './support/browser.ts'

const pages = usePages()

test('search, open a norm, follow a reference, go back', { skip }, async () => {
  const { page, faults } = await pages.open('/')
  await heading(page, 'The exact wording of laws')
  await page.fill('#query', 'Kündigung')
  const results = page.locator('.norms .result')
  await results.first().waitFor()
  assert.match(page.url(), /\/\?q=K%C3%BCndigung$/)
  assert((await page.locator('.norms mark').count()) > 0, 'the words are highlighted')
  const designation = await results.first().locator('.designation').textContent()
  await results.first().click()
  await heading(page, designation?.replace(/ \S+$/, '') ?? '')
  await page.goBack()
  await results.first().waitFor()
  assert.equal(await page.inputValue('#query'), 'Kündigung')

  await page.goto(`${pages.url}/msgb/32`)
  await heading(page, '§ 32')
  const reference = page.locator('.text a.reference').first()
  const target = await reference.evaluate((link) => (link as HTMLAnchorElement).href)
  await reference.click()
  await page.waitForURL(target)
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
  await page.waitForURL((url) => url.href.slice(pages.url.length) === '/msgb/14/1/satz:1/nr:1')
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
  await page.waitForURL((url) => url.href.slice(pages.url.length) === '/msgbeg')
  assert.deepEqual(faults, [])
})

test('Enter at once is not taken back by the results that come late', { skip }, async () => {
  const { page } = await pages.open('/?q=%C2%A7+1+MSGB&view=results')
  await page.locator('.results .result').first().waitFor()
  for (let i = 0; i < 2; i++) {
    await page.locator('#query').fill('§ 1 MSGB')
    await page.keyboard.press('Enter')
    // The heading of the results contains § 1, too.
    await page.waitForURL(`${pages.url}/msgb/1`)
    await heading(page, '§ 1')
    await page.waitForTimeout(200)
    assert.equal(page.url(), `${pages.url}/msgb/1`)
    await page.goBack()
    await page.locator('.results .result').first().waitFor()
  }
})

test('everything can be done with the keyboard alone', { skip }, async () => {
  const { page, faults } = await pages.open('/')
  await heading(page, 'The exact wording')
  await page.keyboard.press('/')
  await page.keyboard.type('Hafen')
  // Not the results of earlier letters, which these replace.
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

  await page.goto(`${pages.url}/msgb/1`)
  await heading(page, '§ 1')
  await page.keyboard.press('j')
  await heading(page, '§ 2')
  await page.keyboard.press('k')
  await heading(page, /^§ 1 /)
  await page.keyboard.press('?')
  await page.locator('#keys-dialog[open]').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('#keys-dialog[open]').count(), 0)

  await page.goto(`${pages.url}/msgb`)
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  const toggle = page.locator('.contents summary').first()
  const isOpen = () => toggle.evaluate((summary) => (summary.parentElement as HTMLDetailsElement).open)
  await toggle.focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await isOpen(), true)
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await focused(page), (await toggle.textContent())?.trim())
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await isOpen(), false)
  assert.deepEqual(faults, [])
})

test('back and forward keep the place', { skip }, async () => {
  const { page } = await pages.open('/msgb', { viewport: { width: 800, height: 400 } })
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.goto(`${pages.url}/hafeng_2021/annex:1`)
  await heading(page, 'Anlage 1')
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
  await page.waitForTimeout(300)
  await page.goto(`${pages.url}/msgb/1`)
  await heading(page, '§ 1')
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.goBack()
  await heading(page, 'Anlage 1')
  assert.equal(await page.evaluate(() => scrollY), 700)
})

test('more results are asked for once at a time, and where there is no answer, again', { skip }, async () => {
  const { page } = await pages.open('/?q=der')
  const results = page.locator('.norms .result')
  await results.nth(19).waitFor()
  let [asked, fails] = [0, true]
  const released = Promise.withResolvers<void>()
  await page.route('**/?*offset=20*', async (route) => {
    asked += 1
    if (fails) return route.abort()
    await released.promise
    return route.continue()
  })
  const more = page.locator('.more')
  await more.click()
  await more.filter({ hasText: 'No answer. Try again' }).waitFor()
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

test('the citation and the link are copied, the link with its part', { skip }, async () => {
  const { page } = await pages.open('/msgb/14/1', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await heading(page, '§ 14')
  await page.keyboard.press('c')
  await page.getByText('Copied').first().waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '§ 14 Abs. 1 MSGB')
  await page.getByRole('button', { name: 'Copy with source' }).click()
  await page.waitForTimeout(100)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(copied, /^\(1\) \S.*\n\n§ 14 Abs\. 1 MSGB \(Stand: 29\.02\.2024\), https:\/\/recht\.example\/\S+$/s)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === location.href)
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
    await page.goto(`${pages.url}/${code}/${norm}`)
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
  const { page } = await pages.open('/msgbe')
  await heading(page, 'Not found')
  await page.getByRole('link', { name: /^MSGB / }).click()
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  await page.goto(`${pages.url}/msgbeg/§ 1`)
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
  const { page } = await pages.open('/msgb/1')
  await heading(page, 'Not ready yet')
  await page.getByText('downloading').waitFor()
  assert.equal(await page.locator('progress').getAttribute('value'), '3')
  pages.corpus = ready
  await heading(page, '§ 1')
})

test('the last word is a beginning while it is typed, and a whole word on Enter', { skip }, async () => {
  const { page, faults } = await pages.open('/')
  await page.fill('#query', 'Lieg')
  await page.waitForURL(`${pages.url}/?q=Lieg`)
  await page.locator('.norms .result').first().waitFor()
  assert.match((await page.locator('.norms mark').first().textContent()) ?? '', /^Lieg/)
  assert.equal(page.url(), `${pages.url}/?q=Lieg`)
  const german = new URL((await page.locator('header .language').getAttribute('href')) ?? '', pages.url)
  assert.equal(german.href, `${pages.url}/?q=Lieg&lang=de`)
  assert.equal(await page.locator('.day-form input[name=q]').inputValue(), 'Lieg')
  await page.locator('.facets a').first().click()
  await page.locator('.facets [aria-current]').waitFor()
  assert.match(page.url(), /codes=/)
  assert.deepEqual(faults, [])
})

test('the beginning of a phrase leaves the results while it is typed', { skip }, async () => {
  const { page } = await pages.open('/?q=Hafen')
  await page.locator('.norms .result').first().waitFor()
  const answered = page.waitForResponse((response) => response.url().includes('q=%22'))
  await page.fill('#query', '"')
  assert.equal((await answered).status(), 422)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
  assert.ok((await page.locator('.norms .result').count()) > 0)
  await page.fill('#query', '"Hafen"')
  await page.waitForURL(`${pages.url}/?q=%22Hafen%22`)
})

test('an address with a malformed fragment is a page without faults', { skip }, async () => {
  const { page, faults } = await pages.open('/msgb#%')
  await page.waitForLoadState('networkidle')
  assert.deepEqual(faults, [])
})

test('old addresses lead to the new ones', { skip }, async () => {
  const { page } = await pages.open('/')
  for (const [before, after] of [
    ['/#/msgb/par:14/abs:1', '/msgb/par:14/abs:1'],
    ['/#/?q=Hafen', '/?q=Hafen'],
    ['/#/laws?filter=hafen', '/?query=hafen&view=laws'],
    ['/#/changes?law=msgb', '/?codes=msgb&view=changes'],
    ['/#/msgb?at=par:14&level=0', '/msgb#par:14'],
    ['/#/msgb/par:16?from=2024-06-01&to=2026-01-01', '/msgb/par:16?from=2024-06-01&to=2026-01-01&view=diff'],
    ['/#/msgb?as_of=2025-06-01', '/msgb?as_of=2025-06-01'],
  ]) {
    await page.goto('about:blank')
    await page.goto(`${pages.url}${before}`)
    await page.waitForURL(`${pages.url}${after}`)
  }
})

test('a reference shows the first lines of what it leads to, under the pointer and with the focus', {
  skip,
}, async () => {
  const { page, faults } = await pages.open('/msgb/32')
  const reference = page.locator('.text a.reference').first()
  const preview = page.locator('#preview')
  await reference.hover()
  await preview.filter({ hasText: /§/ }).waitFor()
  assert(((await preview.locator('p').textContent()) ?? '').length > 20)
  assert.equal(await reference.getAttribute('aria-describedby'), 'preview')
  await page.mouse.move(0, 0)
  await preview.waitFor({ state: 'hidden' })
  await reference.focus()
  await preview.waitFor()
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'hidden' })
  assert.deepEqual(faults, [])
})

test('the language is that of the browser, until another is chosen', { skip }, async () => {
  const { page, faults } = await pages.open('/msgb/14', { locale: 'de-DE' })
  assert.equal(await page.getAttribute('html', 'lang'), 'de')
  await page.getByRole('button', { name: 'Zitat kopieren' }).waitFor()
  await page.locator('a.language').click()
  await page.getByRole('button', { name: 'Copy citation' }).waitFor()
  await page.locator('a[rel=next]').click()
  await heading(page, '§ 15')
  assert.equal(await page.getAttribute('html', 'lang'), 'en', 'the choice is kept')
  assert.deepEqual(faults, [])
})

for (const size of [
  { width: 320, height: 568 },
  { width: 640, height: 450 },
]) {
  test(`the first screen of a norm shows its wording: ${size.width} × ${size.height}`, { skip }, async () => {
    const { page } = await pages.open('/msgb/16', { viewport: size })
    const top = await page
      .locator('.text .line')
      .first()
      .evaluate((line) => line.getBoundingClientRect().bottom)
    assert(top <= size.height, `the first line ends at ${top} px`)
    const place = await page.locator('.place ol').evaluate((list) => list.getBoundingClientRect().height)
    assert(place < 36, 'breadcrumbs stand on one line')
    const isOver = await page.locator('.source').evaluate((source) => getComputedStyle(source).position)
    assert.equal(isOver, 'static', 'nothing stands over the text')
  })
}

test('marks stay clear of the wording on a small screen, words in tables whole', { skip }, async () => {
  const { page } = await pages.open('/msgb/14', { viewport: { width: 320, height: 568 } })
  const itemsOf = (selector: string) =>
    page.locator(selector).evaluateAll((items) =>
      items.map((item) => {
        const [mark, body] = item.children as unknown as [Element, Element]
        const gap = body.getBoundingClientRect().left - mark.getBoundingClientRect().right
        return { gap, cut: body.scrollWidth - body.clientWidth, width: body.clientWidth }
      }),
    )
  const items = await itemsOf('.text .item')
  assert(items.length > 5 && items.every(({ gap }) => gap >= 0), JSON.stringify(items))

  await page.goto(`${pages.url}/hafeng_2021/annex:1`)
  const listed = await itemsOf('.text td .item')
  assert(listed.length > 3 && listed.every(({ cut, width }) => cut === 0 && width > 30), JSON.stringify(listed))
})

test('printing a law prints all of it, with page numbers', { skip }, async () => {
  const { page } = await pages.open('/msgb')
  await page.getByRole('link', { name: 'Whole law on one page' }).click()
  await page.waitForURL(/view=full/)
  await page.waitForLoadState('load')
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  const { norms } = await (await fetch(`${pages.url}/laws/msgb`)).json()
  assert.equal(await page.locator('.full section.norm').count(), norms.length)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.bar').isVisible(), false)
  assert.equal(await page.locator('.full section.norm').last().isVisible(), true)
  assert((await page.pdf()).length > 10_000)
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
  // Before the first paint, to avoid a flash.
  const { page: plain } = await pages.open('/', { colorScheme: 'light' })
  await plain.evaluate(() => localStorage.setItem('theme', 'dark'))
  await plain.route(/reader-.*js$/, (route) => route.abort())
  await plain.reload()
  assert.equal(await plain.evaluate(() => getComputedStyle(document.body).backgroundColor), dark)
})
