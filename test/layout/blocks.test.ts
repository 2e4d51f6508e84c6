import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { type Block, layOut } from '../../src/layout/blocks.ts'
import type { Corpus, Subdivision } from '../../src/model/corpus.ts'
import { placeSubdivisions } from '../../src/model/subdivisions.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** Blocks as indented lines, for comparison. */
function outline(text: string, subdivisions: Omit<Subdivision, 'status'>[] = []): string {
  const lines = (blocks: Block[], indent: string): string[] =>
    blocks.flatMap((block) => {
      if (block.kind === 'line') return [`${indent}${text.slice(block.start, block.end)}`]
      if (block.kind === 'table') {
        return block.rows.map(
          (row) => `${indent}| ${row.map(({ start, end }) => text.slice(start, end)).join(' | ')} |`,
        )
      }
      const mark = text.slice(block.mark.start, block.mark.end)
      return [`${indent}${mark}${block.path === null ? '' : ` = ${block.path}`}`, ...lines(block.blocks, `${indent}  `)]
    })
  return lines(layOut(text, placeSubdivisions(text, subdivisions)), '').join('\n')
}

test('numbered paragraphs hold the lines after them', () => {
  assert.equal(
    outline('Vorspruch\n(1) Eins.\nNoch eins.\n(2a) Zwei.'),
    'Vorspruch\n(1)\n  Eins.\n  Noch eins.\n(2a)\n  Zwei.',
  )
})

test('numbers without brackets are those of paragraphs where these are known to begin', async () => {
  const { text, subdivisions } = (await corpus.norm('32011l9902', 'art:2')) ?? assert.fail('there is no such article')
  assert.match(
    outline(text, subdivisions),
    /^1\. = abs:1\n {2}Each harbour.*\n {2}\(a\).*\n {4}from dusk[\s\S]*\n {2}Point \(b\)\(ii\)[\s\S]*\n2\. = abs:2\n {2}A harbour/,
  )
})

test('without subdivisions, marks of one style are on one level', () => {
  assert.equal(
    outline('Es gilt:\n1. eins\na) eins a\naa) eins aa\nb) eins b\n2. zwei\n– Strich\nDanach.'),
    [
      'Es gilt:',
      '1.\n  eins',
      '  a)\n    eins a',
      '    aa)\n      eins aa',
      '  b)\n    eins b',
      '2.\n  zwei',
      '  –\n    Strich',
      'Danach.',
    ].join('\n'),
  )
})

test('a mark alone on its line is followed by the list in its item', () => {
  assert.equal(
    outline('Frei sind\n1.\na) Brot,\nb) Salz;\n2. Fisch.'),
    'Frei sind\n1.\n  \n  a)\n    Brot,\n  b)\n    Salz;\n2.\n  Fisch.',
  )
})

test('what goes on after a list is where the subdivisions say', () => {
  const item = '1. eins,\nauch dies'
  const text = `(1) Es gilt\n${item}\n2. zwei\nund nichts sonst.`
  const subdivisions = [
    { path: 'abs:1', label: '(1)', text },
    { path: 'abs:1/satz:1', label: '1', text: text.slice(4) },
    { path: 'abs:1/satz:1/nr:1', label: '1.', text: item },
    { path: 'abs:1/satz:1/nr:2', label: '2.', text: '2. zwei' },
  ]
  assert.equal(
    outline(text, subdivisions),
    [
      '(1) = abs:1',
      '  Es gilt',
      '  1. = abs:1/satz:1/nr:1\n    eins,\n    auch dies',
      '  2. = abs:1/satz:1/nr:2\n    zwei',
      '  und nichts sonst.',
    ].join('\n'),
  )
})

test('a list that starts anew within an item is in that item', () => {
  const text = '1. eins\n1. innen\n2. innen zwei'
  const subdivisions = [{ path: 'nr:1', label: '1.', text }]
  assert.equal(outline(text, subdivisions), '1. = nr:1\n  eins\n  1.\n    innen\n  2.\n    innen zwei')
})

test('items that are subdivisions stand within those that are none', () => {
  const lines = [
    '(1) Seite',
    'A. Anlagen:',
    'I. Dinge:',
    '1. Boot',
    '2. Netz',
    'II. Rechte:',
    '1. Platz',
    'B. Umlauf',
    '1. Fisch',
  ]
  const text = lines.join('\n')
  const part = (path: string, words: string) => ({ path, label: '', text: words })
  const subdivisions = [part('abs:1', text), part('abs:1/nr:1', '1. Boot'), part('abs:1/nr:2', '2. Netz')]
  assert.equal(
    outline(text, subdivisions),
    [
      '(1) = abs:1\n  Seite',
      '  A.\n    Anlagen:',
      '    I.\n      Dinge:',
      '      1. = abs:1/nr:1\n        Boot',
      '      2. = abs:1/nr:2\n        Netz',
      '    II.\n      Rechte:',
      '      1.\n        Platz',
      '  B.\n    Umlauf',
      '    1.\n      Fisch',
    ].join('\n'),
  )
})

test('strokes end with the item that they are in, and before one that counts', () => {
  const text = '1. eins\n– a\n– b\n2. zwei\n• c\na) innen'
  assert.equal(outline(text), '1.\n  eins\n  –\n    a\n  –\n    b\n2.\n  zwei\n  •\n    c\n  a)\n    innen')
})

test('a line that goes on in small letters is in its item where the list goes on after it', () => {
  assert.equal(outline('1. Anleihen,\ndavon alte;\n2. Reste'), '1.\n  Anleihen,\n  davon alte;\n2.\n  Reste')
  assert.equal(
    outline('1. Anleihen,\n2. Reste\nsind zu nennen.\n1. Neues'),
    '1.\n  Anleihen,\n2.\n  Reste\nsind zu nennen.\n1.\n  Neues',
  )
})

test('rows are a table, with lines between them that have one cell only', () => {
  const text = 'Gebühren\nArt\tBetrag\nBoot\t5\nnur in der Nacht\nSchiff\t\t9\nEnde\n1. Punkt\tZelle'
  assert.equal(
    outline(text),
    'Gebühren\n| Art | Betrag |\n| Boot | 5 |\n| nur in der Nacht |\n| Schiff |  | 9 |\n| Ende |\n| 1. Punkt | Zelle |',
  )
  const [, table] = layOut(text, [])
  assert(table?.kind === 'table')
  assert.equal(table.columns, 3)
})

test('no character of a text is lost, doubled or moved', async () => {
  const { items: laws } = await corpus.laws({})
  for (const { code } of laws) {
    for (const { norm: path } of await corpus.outline(code)) {
      const norm = await corpus.norm(code, path)
      assert(norm)
      const placed = placeSubdivisions(norm.text, norm.subdivisions)
      assert.equal(placed.length, norm.subdivisions.length, `${code} ${path}`)
      for (const { path: part, start, end } of placed) {
        assert.equal(norm.text.slice(start, end), norm.subdivisions.find((each) => each.path === part)?.text)
      }
      assert.equal(wording(norm.text, layOut(norm.text, placed)), norm.text.replace(/\s+/g, ''), `${code} ${path}`)
    }
  }
})

function wording(text: string, blocks: Block[]): string {
  const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  const each = (block: Block): string => {
    if (block.kind === 'line') return slice(block)
    if (block.kind === 'table') return block.rows.flat().map(slice).join('')
    return slice(block.mark) + block.blocks.map(each).join('')
  }
  return blocks.map(each).join('').replace(/\s+/g, '')
}
