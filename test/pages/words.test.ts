import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributes, html, plain } from '../../src/web/pages/markup.ts'
import { dayOfFile, designationOf, readableDate, readableSpan, sentence } from '../../src/web/pages/words.ts'

test('days are written out; what is no day stays as it is', () => {
  assert.equal(readableDate('2024-06-01'), '1 June 2024')
  assert.equal(readableDate('2026-01-01T00:00:00Z'), '1 January 2026')
  for (const text of ['2024-13-01', 'gestern', '']) assert.equal(readableDate(text), text)
})

test('spans say from when to when', () => {
  assert.equal(readableSpan('2024-06-01', null), 'since 1 June 2024')
  assert.equal(readableSpan('2024-06-01', '2025-06-01'), 'from 1 June 2024 to 1 June 2025')
  assert.equal(readableSpan('2024-06-01', '2024-06-01'), 'on 1 June 2024 only')
  assert.equal(readableSpan('2024-06-01', '2024-06-01', true), 'on 1 June 2024 (or before)')
  assert.equal(readableSpan('2024-06-01', null, true), 'since 1 June 2024 (or before)')
})

test('messages become sentences', () => {
  assert.equal(sentence('the corpus is closed'), 'The corpus is closed.')
  assert.equal(sentence('Which one?'), 'Which one?')
})

test('designations and days stay on one line, with the spaces that they have', () => {
  const unbroken = (text: string) =>
    [...html`<p>${text}</p>`.html.matchAll(/<span class="unbroken">([^<]*)<\/span>/g)].map(([, words]) => words)
  const cases: [text: string, whole: string[]][] = [
    ['§ 433 Abs. 1 Satz 2 Nr. 3 Buchst. a BGB', ['§ 433', 'Abs. 1', 'Satz 2', 'Nr. 3', 'Buchst. a']],
    ['§§ 14a bis 16, Artikel 5 und Art. IV', ['§§ 14a', 'Artikel 5', 'Art. IV']],
    ['vom 5. April 2001 (BGBl. I S. 29)', ['5. April', 'S. 29']],
    ['on 29 March 2026', ['29 March']],
    ['ein Satz mit 2 Teilen, im 5. Jahr, Absätze 1', []],
  ]
  for (const [text, whole] of cases) {
    assert.deepEqual(unbroken(text), whole, text)
    assert.equal(html`<p>${text}</p>`.html.replaceAll(/<[^>]*>/g, ''), text)
  }
  assert.equal(html`<title>${plain('§ 433 <BGB>')}</title>`.html, '<title>§ 433 &lt;BGB&gt;</title>')
})

test('values of templates become text and attributes, never markup', () => {
  const evil = `"><script>'&`
  const rows = [evil, 1, null, undefined, false as const].map((each) => html`<li>${each}</li>`)
  const list = html`
    <ul title="${evil}" class="a ${evil}"
      data-more="${evil}"${attributes({ lang: null, open: true, id: evil, tabindex: 0, hidden: false })}>
      ${rows}
    </ul>`
  const [text, value] = ['"&gt;&lt;script&gt;\'&amp;', "&quot;&gt;&lt;script&gt;'&amp;"]
  assert.equal(
    list.html,
    `<ul title="${value}" class="a ${value}" data-more="${value}" open id="${value}" tabindex="0">` +
      `<li>${text}</li><li>1</li><li></li><li></li><li></li></ul>`,
  )
})

test('the version of a file of the source is its day', () => {
  assert.equal(dayOfFile('20180919214501'), '2018-09-19')
  for (const other of ['3', '02016R0679-20160504', null]) assert.equal(dayOfFile(other), undefined)
})

test('texts without designation have a name', () => {
  const names = ['text:1', 'text:2'].map((norm) => designationOf({ norm, label: '' }))
  assert.deepEqual(names, ['Text', 'Text 2'])
})
