import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Norm } from '../../src/model/corpus.ts'
import { normHtml } from '../../src/render/html.ts'
import { normMarkdown } from '../../src/render/markdown.ts'
import { type NormDocument, normDocument } from '../../src/render/norm-document.ts'
import { normPlainText } from '../../src/render/render.ts'
import { normWith, run, tableOf } from './marked-norm.ts'

async function drawn(draw: (norm: NormDocument) => string, change: Partial<Norm>): Promise<string> {
  return draw(normDocument(normWith(change)))
}

const table = async (change: Partial<Norm>) => /<table.*<\/table>/s.exec(await drawn(normHtml, change))?.[0]
const rowsOf = async (change: Partial<Norm>) =>
  (await drawn(normMarkdown, change)).split('\n').filter((line) => line.startsWith('|'))

const FEES = ['Fahrzeug\tGebühr in Taler\t', '\tTag\tMonat', 'Boot\t1,00\t20,00', 'Kahn\tfrei\t'].join('\n')
const fees: Partial<Norm> = {
  text: `(1) Es gilt:\n${FEES}\n(2) Sonst nichts.`,
  tables: [
    tableOf(FEES, `(1) Es gilt:\n${FEES}`, {
      head_rows: 2,
      frame: 'topbot',
      merged: [
        { row: 0, column: 0, rows: 2, columns: 1 },
        { row: 0, column: 1, rows: 1, columns: 2 },
        { row: 3, column: 1, rows: 1, columns: 2 },
      ],
    }),
  ],
}

describe('a table that the source describes', () => {
  test('has its head, its merged cells and its frame in HTML', async () => {
    assert.equal(
      await table(fees),
      '<table class="topbot"><thead>' +
        '<tr><th scope="col" rowspan="2">Fahrzeug</th><th scope="col" colspan="2">Gebühr in Taler</th></tr>' +
        '<tr><th scope="col">Tag</th><th scope="col">Monat</th></tr></thead><tbody>' +
        '<tr><td>Boot</td><td>1,00</td><td>20,00</td></tr>' +
        '<tr><td>Kahn</td><td colspan="2">frei</td></tr></tbody></table>',
    )
  })

  test('has the widths, alignments and lines of the source', async () => {
    const text = 'Boot\tTaler\nKahn\t1,00'
    const look = { widths: [75, 25], alignment: ['lc', 'lr'], vertical_alignment: ['tm', 'tt'], lines: ['xb', 'r-'] }
    assert.equal(
      await table({ text, tables: [tableOf(text, text, { head_rows: 1, ...look })] }),
      '<table class="ruled"><colgroup><col width="75%"><col width="25%"></colgroup><thead>' +
        '<tr><th scope="col" class="line-right line-below">Boot</th>' +
        '<th scope="col" class="centred middle line-below">Taler</th></tr></thead><tbody>' +
        '<tr><td class="line-right">Kahn</td><td class="right">1,00</td></tr></tbody></table>',
    )
  })

  test('has a real head in Markdown, further rows of it in bold, merged cells at their first place', async () => {
    assert.deepEqual(await rowsOf(fees), [
      '| Fahrzeug | Gebühr in Taler |  |',
      '| --- | --- | --- |',
      '|  | **Tag** | **Monat** |',
      '| Boot | 1,00 | 20,00 |',
      '| Kahn | frei |  |',
    ])
  })

  test('is no table by its tabs alone: rows of one cell belong to it, lines beside it do not', async () => {
    const text = 'Vorher\tnicht\nHafen\na\tb\n\tc\nNachher'
    const tables = [tableOf('Hafen\na\tb\n\tc', text)]
    const html = await drawn(normHtml, { text, tables })
    assert.equal(html.match(/<table/g)?.length, 2)
    assert(html.includes('<tr><td>Hafen</td><td></td></tr><tr><td>a</td><td>b</td></tr><tr><td></td><td>c</td></tr>'))
    assert(html.includes('<p>Nachher</p>'))
  })

  test('has a mark at the end of a row that has fewer cells than columns once', async () => {
    const text = 'a\tb\tc\nHafen\n\n1\t2'
    const mark = (number: string, offset: number) => ({ kind: 'note' as const, mark: number, offset })
    const change = {
      text,
      tables: [tableOf(text, text)],
      marks: [mark('1', 11), mark('2', 12), mark('3', text.length)],
    }
    const rows = ['<td>Hafen<small>[1]</small></td>', '<td><small>[2]</small></td>', '<td>2<small>[3]</small></td>']
    const html = (await table(change)) ?? ''
    for (const row of rows) assert(html.includes(row), `${row} in ${html}`)
    assert.equal(html.match(/<small>/g)?.length, 3, html)
    assert.equal((await drawn(normMarkdown, change)).match(/\\\[\d\\\]/g)?.length, 3)
  })

  test('keeps the words of a cell that a merged one would cover, and a head ends where its rows end', async () => {
    const text = 'A\tB\nc\td'
    const merged = [
      { row: 0, column: 0, rows: 1, columns: 2 },
      { row: 0, column: 1, rows: 2, columns: 1 },
    ]
    const html = await table({ text, tables: [tableOf(text, text, { head_rows: 1, merged })] })
    for (const word of ['A', 'B', 'c', 'd']) assert.equal(html?.split(`>${word}<`).length, 2, `${word} in ${html}`)
    assert(!html?.includes('rowspan'), html)
  })

  test('keeps the lines of a list in a cell', async () => {
    const text = 'Boote\ta) aus Holz,\u2028b) aus Blech;\u2028auch alte\t5'
    const change = { text, tables: [tableOf(text, text)] }
    assert.equal(
      (await table(change))?.replaceAll('\n', ''),
      '<table><tbody><tr><td>Boote</td><td><ul><li><span>a)</span> <div><p>aus Holz,</p></div></li>' +
        '<li><span>b)</span> <div><p>aus Blech;</p></div></li></ul><p>auch alte</p></td><td>5</td></tr></tbody></table>',
    )
    assert(
      (await drawn(normMarkdown, change)).includes(
        '<table>\n<tr><td>\n\nBoote\n</td><td>\n\n- a) aus Holz,\n- b) aus Blech;\n\nauch alte\n</td><td>\n\n5\n</td></tr>\n</table>',
      ),
    )
    assert((await drawn(normPlainText, change)).includes('\nBoote\ta) aus Holz, b) aus Blech; auch alte\t5\n'))
  })

  test('shows the runs in its cells', async () => {
    const text = 'Co-60\t10¹² Bq\nH₂O\tWasser'
    const spans = [run('raised', '¹²', text), run('lowered', '₂', text), run('bold', 'Wasser', text)]
    const change = { text, spans, tables: [tableOf(text, text, { head_rows: 1 })] }
    assert((await table(change))?.includes('<th scope="col">10<sup>12</sup> Bq</th>'))
    assert.deepEqual(await rowsOf(change), [
      '| Co-60 | 10<sup>12</sup> Bq |',
      '| --- | --- |',
      '| H<sub>2</sub>O | **Wasser** |',
    ])
  })

  test('is shown in a subdivision that is asked for, also if that has some of its rows only', async () => {
    const text = `(1) Vorher.\n(2) Es gilt:\n${FEES}`
    const tables = (fees.tables ?? []).map((each) => {
      const start = text.indexOf(FEES)
      return { ...each, start, end: start + FEES.length }
    })
    const part = (words: string) => ({
      subdivisions: [{ path: 'abs:2', label: '', text: words, status: 'in_force' as const }],
      selection: { path: 'abs:2', text: words, status: 'in_force' as const, lead_in: null, tail: null },
    })
    const all = await table({ text, tables, ...part(text.slice(text.indexOf('(2)'))) })
    assert.equal(all, await table(fees))
    const some = FEES.slice(FEES.indexOf('\tTag'))
    assert.equal(
      await table({ text, tables, ...part(some) }),
      '<table class="topbot"><thead><tr><td></td><th scope="col">Tag</th><th scope="col">Monat</th></tr></thead><tbody>' +
        '<tr><td>Boot</td><td>1,00</td><td>20,00</td></tr>' +
        '<tr><td>Kahn</td><td colspan="2">frei</td></tr></tbody></table>',
    )
  })
})

describe('a form', () => {
  const NOTICE = ['Muster', 'Belehrung über den Rückzug', 'Sie können\u2028a) schreiben,\u2028b) rufen.'].join('\n')
  const notice: Partial<Norm> = {
    text: `Anlage\n${NOTICE}\nEnde`,
    tables: [tableOf(NOTICE, `Anlage\n${NOTICE}`, { frame: 'all', centred_rows: [0, 1] })],
  }

  test('keeps its frame and its centred title in HTML', async () => {
    assert.match(
      (await table(notice)) ?? '',
      /^<table class="form all"><tbody><tr><td class="centred">Muster<\/td><\/tr><tr><td class="centred">Belehrung[^<]*<\/td><\/tr><tr><td><p>Sie können<\/p>\s*<ul><li>/,
    )
  })

  test('is a quotation in Markdown, so that it has no empty head', async () => {
    const markdown = await drawn(normMarkdown, notice)
    assert(
      markdown.includes(
        'Anlage\n\n> Muster\n>\n> Belehrung über den Rückzug\n>\n> Sie können\n>\n> - a) schreiben,\n> - b) rufen.\n\nEnde',
      ),
      markdown,
    )
  })
})
