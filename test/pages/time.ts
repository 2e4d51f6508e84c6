/** Time in the reader: versions, the day of the texts, differences and changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { sourceFolder, temporaryFolder } from '../dataset/starter-bundles.ts'
import { heading, skip, usePages } from './support/browser.ts'

const pages = usePages()

const banner = (page: Page) => page.locator('#day .banner')
const addressOf = (page: Page) => page.url().slice(pages.url.length)
const words = async (page: Page, selector: string) =>
  (await page.locator(selector).allTextContents()).map((text) => text.trim())

test('a norm says when its wording was published, and leads to the other ones', { skip }, async () => {
  const { page, faults } = await pages.open('/msgb/16')
  await heading(page, '§ 16')
  const line = page.locator('.wording p').first()
  assert.equal(await line.textContent(), 'This wording: published unchanged since 1 January 2026.')
  await page.locator('.wording .earlier').click()
  await page.getByText('beträgt zwei Monate').waitFor()
  assert.equal(addressOf(page), '/msgb/16?as_of=2024-06-01')
  await page.getByText('from 1 June 2024 (or before) to 1 June 2025.').waitFor()
  assert.match((await banner(page).textContent()) ?? '', /^As published on 1 June 2024, not today’s text\./)
  await page.locator('.wording .later').click()
  await page.getByText('beträgt drei Monate').waitFor()
  assert.equal(await page.locator('#day').isVisible(), false, 'the wording of today is today’s text')
  assert.equal(addressOf(page), '/msgb/16')
  assert.deepEqual(faults, [])
})

test('versions are stepped through with the keys, and compared', { skip }, async () => {
  const { page, faults } = await pages.open('/hafeng_2021/6')
  await page.locator('.wording .earlier').waitFor()
  await page.keyboard.press('e')
  await page.waitForURL((url) => url.href.endsWith('as_of=2025-06-01'))
  await page.getByText('The source says that it applies from 1 January 2025.').waitFor()
  await page.locator('.wording .earlier').waitFor()
  await page.keyboard.press('e')
  await page.waitForURL((url) => url.href.endsWith('as_of=2024-06-01'))
  await page.getByText('not yet in force').first().waitFor()
  await page.locator('.wording .later').waitFor()
  await page.keyboard.press('l')
  await page.waitForURL((url) => url.href.endsWith('as_of=2025-06-01'))
  await page.locator('.wording summary').click()
  assert.deepEqual(await words(page, '.wording li > a:first-child'), [
    'Since 1 January 2026',
    'On 1 June 2025 only',
    'On 1 June 2024 (or before)',
  ])
  assert.equal(await page.locator('.wording [aria-current]').textContent(), 'On 1 June 2025 only')
  await page.keyboard.press('d')
  await page.locator('table.synopsis').waitFor()
  await page.getByText('Status: not yet in force → in force.').waitFor()
  assert.deepEqual(faults, [])
})

test('a renumbered norm names its old designation', { skip }, async () => {
  const { page } = await pages.open('/msgb/28')
  await page.getByRole('link', { name: 'Was § 29 before' }).click()
  await page.getByText('Renumbered: § 29 is now § 28.').waitFor()
  await page.getByText('The text is the same.').waitFor()
  assert.equal(await page.locator('.synopsis del, .synopsis ins').count(), 0)
})

test('a day that is set holds on every page, in every link, until today’s text is asked for', { skip }, async () => {
  const { page, faults } = await pages.open('/msgb')
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  await page.keyboard.press('a')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'day-field')
  await page.getByText('The corpus has 3 states, from 1 June 2024 to 1 January 2026.').waitFor()
  await page.fill('#day-field', '2025-06-01')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href.slice(pages.url.length) === '/msgb?as_of=2025-06-01')
  // The banner appears before the text of the day.
  await page.locator('.contents a[href$="?as_of=2025-06-01"]').first().waitFor({ state: 'attached' })
  await banner(page).waitFor()
  assert.match(await page.title(), /^MSGB, as published on 1 June 2025 – /)
  const hrefs = await page.locator('.contents a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  assert(hrefs.length > 0 && hrefs.every((href) => href?.endsWith('?as_of=2025-06-01')), hrefs.join(' '))

  await page.click('#to-laws')
  await page.locator('.laws li').first().waitFor()
  assert.match((await banner(page).textContent()) ?? '', /1 June 2025/)
  assert((await words(page, '.laws .designation')).includes('SundLotsO'), 'a law that is no longer published')
  await page.getByRole('link', { name: /^SundLotsO/ }).click()
  await heading(page, 'Ordnung des Lotsendienstes')

  await page.goto(`${pages.url}/msgb/12?as_of=2025-06-01`)
  await page.getByText('verjähren in zwei Jahren').waitFor()
  assert.equal(await page.locator('.source .as-of').textContent(), 'As published on 1 June 2025')
  await page.click('#home')
  await heading(page, 'The exact wording')
  assert.match((await banner(page).textContent()) ?? '', /1 June 2025/)

  await page.goBack()
  await page.getByText('verjähren in zwei Jahren').waitFor()
  await page.getByRole('link', { name: 'Today’s text' }).click()
  await page.getByText('verjähren in drei Jahren').waitFor()
  assert.equal(addressOf(page), '/msgb/12')
  assert.equal(await page.locator('#day').isVisible(), false)
  await page.reload()
  await page.getByText('verjähren in drei Jahren').waitFor()
  assert.deepEqual(faults, [])
})

test('a link with a day shows the text of that day in another session', { skip }, async () => {
  const { page } = await pages.open('/msgb/12?as_of=2025-06-01')
  await page.getByText('verjähren in zwei Jahren').waitFor()
  assert.match((await banner(page).textContent()) ?? '', /As published on 1 June 2025/)
  assert.equal(await page.locator('.copy-citation').getAttribute('title'), '§ 12 MSGB')
  const source = await page.getByRole('button', { name: 'Copy with source' }).getAttribute('title')
  assert.match(source ?? '', /wie veröffentlicht am 01\.06\.2025/)
})

test('the banner says what a day means among the states', { skip }, async () => {
  for (const [day, expected] of [
    ['2024-06-01', 'As published on 1 June 2024, not today’s text.'],
    ['2025-09-15', 'between the states of 1 June 2025 and 1 January 2026. This is not today’s text.'],
    ['2026-01-01', 'As published on 1 January 2026, the newest state: this is today’s text.'],
    ['2030-12-31', '31 December 2030 is after the newest state, of 1 January 2026: this is today’s text.'],
    ['2010-01-01', 'There are no texts of 1 January 2010: the first state is of 1 June 2024.'],
    ['2020-01-01', 'before the first state, of 1 June 2024: only acts of the European Union are that old here.'],
  ] as const) {
    const { page } = await pages.open(`/msgb/1?as_of=${day}`)
    await banner(page).filter({ hasText: expected }).waitFor()
    await page.context().close()
  }
})

test('a search with a day says that it searches the newest state', { skip }, async () => {
  const { page, faults } = await pages.open('/?q=Kündigungsfrist&as_of=2024-06-01')
  await page.locator('.norms .result').first().waitFor()
  await banner(page).filter({ hasText: 'Words are searched in the newest state, of 1 January 2026' }).waitFor()
  await page.locator('.norms .result').first().click()
  await page.waitForURL(({ pathname, search }) => pathname + search === '/msgb/16?as_of=2024-06-01')
  await page.getByText('beträgt zwei Monate').waitFor()
  await page.fill('#query', '§ 5 Sundlotsenordnung')
  await page.keyboard.press('Enter')
  await heading(page, '§ 5 SundLotsO')
  assert.deepEqual(faults, [])
})

test('what a day does not have leads to the days that have it', { skip }, async () => {
  const { page } = await pages.open('/msgb/22a')
  await heading(page, 'Not found')
  await page.getByRole('link', { name: /^§ 22a .*as published on 1 June 2024$/ }).click()
  await heading(page, '§ 22a')
  await page.getByText('Later states do not have this norm.').waitFor()

  await page.goto(`${pages.url}/msgb/7a?as_of=2024-06-01`)
  await heading(page, 'Not found')
  await page.locator('main').getByRole('link', { name: 'Today’s text' }).click()
  await heading(page, '§ 7a')

  await page.goto(`${pages.url}/sundlotso`)
  await heading(page, 'Not found')
  await page
    .getByRole('link', { name: /as published on 1 June 202/ })
    .first()
    .click()
  await heading(page, 'Ordnung des Lotsendienstes')
})

test('between two states a text that they do not share is not guessed', { skip }, async () => {
  const { page } = await pages.open('/msgb?as_of=2025-09-15')
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  await page.getByRole('button', { name: 'Open all' }).click()
  const entry = page.locator('.law-contents .entry').filter({ hasText: '§ 16' })
  assert.match((await entry.textContent()) ?? '', /\(wording on this day not known\)$/)
  await entry.click()
  await heading(page, 'Not known for this day')
  assert.deepEqual(await words(page, '.failure li a'), [
    '§ 16 Ordentliche Kündigung as published on 1 June 2025',
    '§ 16 Ordentliche Kündigung as published on 1 January 2026',
  ])
  await page.locator('.failure li a').first().click()
  await page.getByText('beträgt zwei Monate').waitFor()
  assert.equal(addressOf(page), '/msgb/16?as_of=2025-06-01')
})

test('two versions stand side by side, with the words marked that changed', { skip }, async () => {
  const { page, faults } = await pages.open('/msgb/16?view=diff&to=2026-01-01')
  await heading(page, '§ 16 MSGB')
  assert.deepEqual(await words(page, '.synopsis thead th'), [
    'As published from 1 June 2024 to 1 June 2025',
    'As published since 1 January 2026',
  ])
  assert.deepEqual(await words(page, '.synopsis del'), ['zwei'])
  assert.deepEqual(await words(page, '.synopsis ins'), [
    'drei',
    '; sie endet zum Ersten eines Monats',
    '(3) Während des Eisgangs darf einem Nutzer nicht gekündigt werden.',
  ])
  for (const [side, day] of [
    ['before', '2025-06-01'],
    ['after', '2026-01-01'],
  ]) {
    const norm = await (await fetch(`${pages.url}/laws/msgb/norms/par%3A16?as_of=${day}`)).json()
    const lines = await page.locator(`.synopsis td.${side}:not(.none)`).allTextContents()
    assert.equal(lines.join('\n'), norm.text, 'each column is a whole text')
  }
  const [left, right] = await page
    .locator('.synopsis tbody tr')
    .first()
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left))
  assert((left ?? 0) < (right ?? 0))
  await page.setViewportSize({ width: 320, height: 700 })
  const [above, below] = await page
    .locator('.synopsis tbody tr')
    .first()
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()))
  assert(above !== undefined && below !== undefined && above.left === below.left && above.bottom <= below.top)
  assert.deepEqual(faults, [])
})

test('any two versions can be chosen', { skip }, async () => {
  const { page } = await pages.open('/hafeng_2021/6?view=diff&to=2026-01-01')
  await heading(page, '§ 6 HafenG')
  await page.getByText('The text is the same.').waitFor()
  await page.getByLabel('Wording', { exact: true }).selectOption('2024-06-01')
  await page.waitForURL(
    (url) => url.href.slice(pages.url.length) === '/hafeng_2021/6?view=diff&from=2024-06-01&to=2026-01-01',
  )
  await page.getByText('Status: not yet in force → in force.').waitFor()
  assert.equal(await page.getByLabel('Wording', { exact: true }).inputValue(), '2024-06-01')
  await page.goBack()
  await page.getByText('The text is the same.').waitFor()
})

test('a law is compared norm by norm', { skip }, async () => {
  const { page, faults } = await pages.open('/msgb')
  await heading(page, 'Möwensunder Stadtgesetzbuch')
  await page.locator('.law-versions summary').click()
  await page.getByRole('link', { name: '2 changed, 1 renumbered' }).click()
  await page.getByText('3 norms changed.').waitFor()
  assert.deepEqual(await words(page, '.norms-compared h2'), [
    'Changed § 12 Verjährung',
    'Changed § 16 Ordentliche Kündigung',
    'Renumbered § 28 Noten',
  ])
  assert.match((await page.locator('.gap').first().textContent()) ?? '', /unchanged/)
  const chosen = page.getByLabel('Wording', { exact: true })
  const [newest = ''] = await chosen
    .locator('option')
    .evaluateAll((all) => all.map((each) => (each as { value?: string }).value ?? ''))
  await chosen.selectOption(newest)
  await page.getByText('There is no difference.').waitFor()
  assert.equal(await chosen.inputValue(), newest)
  await page.goBack()
  await page.getByRole('link', { name: '§ 12 Verjährung' }).click()
  await heading(page, '§ 12 MSGB')
  assert.equal(await page.locator('.gap').count(), 0)
  assert.deepEqual(faults, [])
})

/** The laws of the starter dataset that changed, newest state first. */
const CHANGED_LAWS = [
  ...['BienHV 2005', 'HafenG', 'MSGB', 'SundLotsO', 'HafenG', 'MSGB', 'MSVerf', 'SignalBek'],
  'Verordnung (EU) 2024/9901',
]

test('changes are listed by day and law, and can be filtered', { skip }, async () => {
  const { page, faults } = await pages.open('/')
  await heading(page, 'The exact wording')
  await page.click('#to-changes')
  await heading(page, 'Changes')
  assert.equal(await page.locator('#to-changes').getAttribute('aria-current'), 'page')
  assert.deepEqual(await words(page, '.changes h2'), [
    'In the state of 1 January 2026',
    'In the state of 1 June 2025',
    'In the state of 1 May 2024',
  ])
  assert.deepEqual(await words(page, '.changes h3'), CHANGED_LAWS)
  await page.locator('main').getByText('32 changes up to 1 January 2026').waitFor()
  const rows = await words(page, '.changes li')
  assert(rows.includes('Renumbered § 28 Noten was § 29'), rows.join('\n'))
  assert(rows.includes('Removed Ordnung des Lotsendienstes im Sund as a whole, 4 norms'))
  assert(!rows.some((row) => row.includes('Lotsenzwang')), 'the norms of a law that is gone say no more')

  await page.getByLabel('Law', { exact: true }).fill('MSVerf')
  await page.waitForURL(`${pages.url}/?view=changes&codes=MSVerf`)
  await page.locator('main').getByText('1 change in “MSVerf”').waitFor()
  assert.deepEqual(await words(page, '.changes li'), ['Added Art 12a'])
  assert.match((await page.getByRole('link', { name: 'Feed' }).getAttribute('href')) ?? '', /changes\.atom$/)
  assert.deepEqual(faults, [])
  await page.getByLabel('Law', { exact: true }).fill('Raumfahrtgesetz')
  await page
    .locator('main')
    .getByText(/no law.*\.$/)
    .waitFor()
  assert.equal(await page.locator('.changes li').count(), 0)
  await page.getByLabel('Law', { exact: true }).fill('msgb')
  await page.getByLabel('Since').fill('2025-12-01')
  await page.waitForURL((url) => url.href.slice(pages.url.length) === '/?view=changes&codes=msgb&since=2025-12-01')
  await page.locator('main').getByText('3 changes in “msgb” from 1 December 2025 to 1 January 2026').waitFor()
  await page.getByRole('link', { name: /§ 16/ }).click()
  await heading(page, '§ 16 MSGB')
  assert.deepEqual(await words(page, '.synopsis del'), ['zwei'])
  await page.goBack()
  await page.locator('main').getByText('3 changes in “msgb”').waitFor()
})

test('a list of changes that goes on does not say its day and its law again', { skip }, async () => {
  const { page } = await pages.open('/')
  const path = '/?view=changes&codes=msgb&since=2025-12-01'
  await page.route(`${pages.url}${path}`, async (route) => {
    const response = await route.fetch()
    const more = `<p><a class="more" rel="next" href="${path}">More changes</a></p>`
    const body = (await response.text()).replace('</section></div>', `</section></div>${more}`)
    await route.fulfill({ response, body })
  })
  await page.goto(pages.url + path)
  const [headings, laws] = [await words(page, '.changes h2'), await words(page, '.changes h3')]
  const rows = await words(page, '.changes li')
  assert.deepEqual([headings.length, laws.length, rows.length], [1, 1, 3])
  await page.getByRole('link', { name: 'More changes' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.changes li').length === 6)
  assert.deepEqual(await words(page, '.changes h2'), headings)
  assert.deepEqual(await words(page, '.changes h3'), laws)
  assert.equal(await page.evaluate(() => document.activeElement?.closest('.changes ul + ul') !== null), true)
})

test('a corpus of one state has no versions, and says so', { skip }, async () => {
  const starter = pages.corpus
  const folder = temporaryFolder()
  const out = `${folder}/single.sqlite`
  await buildBundle({ from: sourceFolder(folder, 'laws', ['msgb']), out })
  const single = await openEngine(out)
  pages.corpus = single
  try {
    const { page, faults } = await pages.open('/msgb/16')
    await heading(page, '§ 16')
    assert.equal(await page.locator('.wording').count(), 0)
    assert.deepEqual(faults, [])
    assert.equal(await page.locator('#date, #to-changes, #day').count(), 0)
    await page.keyboard.press('?')
    await page.getByText('This corpus only has the texts of one day.').waitFor()
    await page.goto(`${pages.url}/?view=changes`)
    await page.locator('main').getByText('has no older versions, only the texts of one day').waitFor()
  } finally {
    pages.corpus = starter
    await single.close()
  }
})

test('what is printed says of which day it is, and marks the words that changed', { skip }, async () => {
  const { page } = await pages.open('/msgb/12?as_of=2025-06-01')
  await page.locator('.wording .later').waitFor()
  await page.emulateMedia({ media: 'print' })
  assert.equal(await banner(page).isVisible(), true)
  for (const hidden of ['.day-form', '.to-today', '.wording .steps', '.bar']) {
    assert.equal(await page.locator(hidden).isVisible(), false, hidden)
  }
  await page.goto(`${pages.url}/msgb/16?view=diff&to=2026-01-01`)
  await page.locator('.synopsis').waitFor()
  const decoration = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => getComputedStyle(node).textDecorationLine)
  assert.deepEqual(
    [await decoration('.synopsis del'), await decoration('.synopsis ins')],
    ['line-through', 'underline'],
  )
  assert.equal(await page.locator('.versions').isVisible(), false)
})
