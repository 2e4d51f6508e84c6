import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { normMarkdown } from '../../src/render/markdown.ts'
import { normDocument } from '../../src/render/norm-document.ts'
import { normWith, run, tableOf } from './marked-norm.ts'
import { markdownWords, visible } from './shown-words.ts'

/** The wording of a norm in Markdown, without its surroundings. */
function wording(change: Parameters<typeof normWith>[0]): string {
  const markdown = normMarkdown({ ...normDocument(normWith(change)), notes: [] })
  return markdown.split('\n\n').slice(2, -3).join('\n\n')
}

describe('a list in Markdown', () => {
  test('is ordered where CommonMark gives its items their own numbers', () => {
    assert.equal(wording({ text: 'Es gilt:\n1. Boot,\n2. Kahn.' }), 'Es gilt:\n\n1. Boot,\n2. Kahn.')
    assert.equal(wording({ text: '(1) Es gilt:\n4. Boot,\n5. Kahn.' }), '(1) Es gilt:\n\n4. Boot,\n5. Kahn.')
    assert.equal(
      wording({ text: '9. Boot\na) aus Holz,\n10. Kahn\na) aus Blech.' }),
      '9. Boot\n\n   - a) aus Holz,\n10. Kahn\n\n    - a) aus Blech.',
    )
  })

  test('keeps other marks, and numbers that a renderer would count otherwise, after a dash', () => {
    assert.equal(wording({ text: '1. Boot,\n1a. Floß,\n2. Kahn.' }), '- 1\\. Boot,\n- 1a. Floß,\n- 2\\. Kahn.')
    assert.equal(wording({ text: '1. Boot,\n3. Kahn.' }), '- 1\\. Boot,\n- 3\\. Kahn.')
    assert.equal(wording({ text: '1) Boot,\n2) Kahn.' }), '- 1\\) Boot,\n- 2\\) Kahn.')
    assert.equal(wording({ text: '01. Boot,\n02. Kahn.' }), '- 01\\. Boot,\n- 02\\. Kahn.')
    const text = '1. Boot,\n2. Kahn.'
    assert.equal(wording({ text, spans: [run('bold', '2.', text)] }), '- 1\\. Boot,\n- **2\\.** Kahn.')
  })

  test('loses no character and no number, whatever its items are', () => {
    const line = fc.constantFrom(
      ...['1. Boot', '2. Kahn', '3. Floß', '4.', '1.', '7. Fähre', '10. Prahm', '2a. Jolle', 'a) Holz', 'aa) Eiche'],
      ...[
        '(1) Absatz',
        '– Strich',
        '• Punkt',
        '1) Netz',
        '1.1 Reuse',
        'I. Teil',
        'Wort',
        'und so',
        '',
        'x\ty',
        '9.\tz',
      ],
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (lines) => {
        const text = lines.join('\n')
        assert.equal(visible(markdownWords(wording({ text }))), visible(text), text)
      }),
      { numRuns: 2000, seed: 20 },
    )
  })
})

describe('a table without a head in Markdown', () => {
  test('has no empty head: its rows are HTML, its words Markdown', () => {
    const text = 'Es gilt:\nBoot\t*frei*\nKahn\t'
    assert.equal(
      wording({ text, tables: [tableOf('Boot\t*frei*\nKahn\t', text)] }),
      'Es gilt:\n\n<table>\n<tr><td>\n\nBoot\n</td><td>\n\n\\*frei\\*\n</td></tr>\n<tr><td>\n\nKahn\n</td><td></td></tr>\n</table>',
    )
  })

  test('keeps its merged cells', () => {
    const text = 'Boot\t1\nKahn\t'
    const merged = [{ row: 1, column: 0, rows: 1, columns: 2 }]
    assert.match(
      wording({ text, tables: [tableOf(text, text, { merged })] }),
      /<tr><td colspan="2">\n\nKahn\n<\/td><\/tr>/,
    )
  })

  test('has the head that its bold first row is', () => {
    const text = 'Fahrzeug\tGebühr\nBoot\t1'
    const spans = [run('bold', 'Fahrzeug', text), run('bold', 'Gebühr', text)]
    assert.equal(
      wording({ text, spans, tables: [tableOf(text, text)] }),
      '| **Fahrzeug** | **Gebühr** |\n| --- | --- |\n| Boot | 1 |',
    )
    assert.match(wording({ text, spans: spans.slice(1), tables: [tableOf(text, text)] }), /^<table>/)
  })
})
