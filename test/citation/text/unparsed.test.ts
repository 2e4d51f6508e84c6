import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDesignations } from '../../../src/citation/text/find-designations.ts'
import { findUnparsed } from '../../../src/citation/text/unparsed.ts'

const unread = (text: string) => findUnparsed(text, findDesignations(text))
const words = (text: string) => unread(text).map(({ start, end }) => text.slice(start, end))

describe('what looks like a citation, but is not read', () => {
  const cases: [text: string, ...unread: string[]][] = [
    ['nach § abc BGB gilt', '§ abc BGB'],
    ['nach § BGB', '§ BGB'],
    ['§§'],
    ['§ § § und'],
    ['Das Zeichen § steht für den Paragrafen, „§§“ für mehrere.'],
    ['nach § 12345678 gilt', '§ 12345678'],
    ['§ fünf des BGB.', '§ fünf des BGB'],
    ['§ ４３３ BGB', '§ ４３３ BGB'],
    ['§ 12§ BGB', '§ BGB'],
    ['Art. abc GG', 'Art. abc GG'],
    ['die Anlage zum BtMG', 'Anlage zum BtMG'],
    ['nach Abs. 2 BGB', 'Abs. 2 BGB'],
    ['Absatz 3 Satz 1 BGB', 'Absatz 3 Satz 1 BGB'],
    ['§ 5 Abs. BGB', '§ 5 Abs. BGB'],
    ['§ 5 Abs. 1 Satz BGB', '§ 5 Abs. 1 Satz BGB'],
    ['§ 5 Abs. 12345 BGB', '§ 5 Abs. 12345 BGB'],
    ['§ 5 Abs. 1 Abs. 2 BGB', '§ 5 Abs. 1 Abs. 2 BGB'],
    ['§§ 1, 2 Abs. BGB', '2 Abs. BGB'],
    ['BGB § 5 Abs. ?', '§ 5 Abs.'],
    ['BGB § 5abc gilt', '§ 5abc'],
    ['§ 5x7 BGB', '§ 5x7 BGB'],
  ]
  for (const [text, ...expected] of cases) it(JSON.stringify(text), () => assert.deepEqual(words(text), expected))
})

describe('what is read, or no citation at all', () => {
  for (const text of [
    '§ 433 Abs. 1 Satz 2 BGB',
    '§§ 3 bis 6, 7 ff. BGB',
    '§ § 433 BGB',
    'das §-Zeichen',
    '§§ ohne Gesetzesangabe sind solche des BGB',
    'Art. 5 Abs. 1 GG',
    'Artikel 246a § 1 EGBGB',
    'ein Artikel über BGB und HGB',
    'Der Artikel behandelt das BGB.',
    'Sachen gleicher Art. Das BGB kennt sie.',
    'eine Art GmbH',
    'in diesem Absatz, Satz 2',
    'Anlage K 3, Anlage 2',
    'AP Nr. 7 zu Art. 12 GG',
    'Buchholz 406.11 § 9 BauGB Nr. 74',
    'Buchholz 310 § 132 Abs. 2 Nr. 1 VwGO Nr. 5',
    'Nr. 1008 VV RVG',
    'Artikel 12345 GG',
    '§§ 433, 12345 BGB',
    'Nr. 3 des Vertrages',
    '§ 25des Gesetzes',
  ]) {
    it(JSON.stringify(text), () => assert.deepEqual(words(text), []))
  }
})

it('says which names decide whether it is one', () => {
  assert.deepEqual(unread('nach Abs. 2 SGB V')[0]?.names, ['SGB V', 'SGB'])
  assert.equal(unread('§ abc BGB')[0]?.names, undefined)
})

it('does not show endless words', () => {
  assert.deepEqual(words(`§ ${'1'.repeat(1_000_000)}`), ['§'])
  assert.deepEqual(words('§'.repeat(1_000_000)).length, 0)
})
