/** Tables in texts, and pages in print, in forced colours and without the script. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heading, skip, usePages } from './support/browser.ts'

const pages = usePages()
const TABLE = '/hafeng_2021/annex:1'

test('each row of a table has an address, and the number of a part leads to it', { skip }, async () => {
  const { page } = await pages.open(TABLE)
  const ids = await page.locator('.text tr').evaluateAll((rows) => rows.map(({ id }) => id))
  assert(ids.length > 4 && ids.includes('nr:1') && ids.includes('row:1'), ids.join(' '))
  assert.equal(new Set(ids).size, ids.length)
  await page.locator('.text td a.mark', { hasText: /^1$/ }).click()
  await page.waitForURL(/\/hafeng_2021\/annex:1\/nr:1$/)
})

test('heads of tables stay in sight below the bar, or within a table that is wider than the page', {
  skip,
}, async () => {
  for (const [width, placed] of [
    [1280, 'fits'],
    [240, 'wide'],
  ] as const) {
    const { page } = await pages.open(TABLE, { viewport: { width, height: 900 } })
    const box = page.locator('.text .table:has(thead)').first()
    assert.equal(await box.getAttribute('data-head'), placed)
    assert.equal(await box.locator('thead').evaluate((node) => getComputedStyle(node).position), 'sticky')
    assert(((await box.boundingBox())?.width ?? 0) <= width)
    await page.context().close()
  }
})

test('columns of numbers are as narrow as these, and rows are not split in print', { skip }, async () => {
  const { page } = await pages.open(TABLE, { colorScheme: 'dark' })
  const width = await page
    .locator('.text td.narrow')
    .first()
    .evaluate((node) => node.clientWidth)
  assert(width < 60, String(width))
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), name)
  assert.equal(await style('.text tr', 'break-inside'), 'avoid')
  assert.equal(await style('body', 'background-color'), 'rgb(255, 255, 255)')
  assert.equal(await style('.text', 'color'), 'rgb(0, 0, 0)')
  assert(parseFloat(await style('.footnotes p', 'font-size')) < parseFloat(await style('.text', 'font-size')))
  const dark = await page.evaluate(() => {
    const names = ['--paper', '--raised', '--bar', '--warning-paper', '--marked', '--hit', '--inserted', '--deleted']
    const root = getComputedStyle(document.documentElement)
    return names.filter((name) => parseInt(root.getPropertyValue(name).trim().slice(1, 2), 16) < 8)
  })
  assert.deepEqual(dark, [])
})

test('forced colours keep the marks', { skip }, async () => {
  const outlineOf = async (path: string, selector: string) => {
    const { page } = await pages.open(path, { forcedColors: 'active' })
    const marked = page.locator(selector).first()
    return marked.evaluate((node) => getComputedStyle(node).outlineStyle)
  }
  assert.equal(await outlineOf('/msgb/14/1', '.text .selected'), 'solid')
  assert.equal(await outlineOf('/?q=Hafen', 'main mark'), 'solid')
  assert.equal(await outlineOf(`${TABLE}#nr:2`, '.text tr:target'), 'solid')
})

test('a law is searched, and a day is chosen, without the script', { skip }, async () => {
  const { page } = await pages.open('/msgb', { javaScriptEnabled: false })
  await page.getByLabel('Search in this law').fill('Kündigung')
  await page.locator('.law .filter button').click()
  await page.waitForURL(/codes=msgb/)
  await page.locator('.norms .designation').first().waitFor()
  const found = await page.locator('.norms .designation').allTextContents()
  assert(found.length > 0 && found.every((each) => each.endsWith('MSGB')), found.join(', '))

  await page.goto(`${pages.url}/msgb/16`)
  await page.locator('#day-field').fill('2025-06-01')
  await page.locator('.day-form button[type=submit]').click()
  await page.waitForURL(/\/msgb\/16\?as_of=2025-06-01/)
  await heading(page, '§ 16')
  await page.locator('.banner').getByText('1 June 2025').waitFor()
})

test('what is selected is copied with plain spaces, in its lines', { skip }, async () => {
  const { page } = await pages.open('/msgb/14')
  const text = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('.text') as Element)
    return String(getSelection())
  })
  assert.doesNotMatch(text, /\u00a0/)
  assert.match(text, /§ 5 Absatz 2 Satz 1 des Hafengesetzes/)
})
