import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fits } from '../../src/citation/fits.ts'
import { formatElements, type NormPath, parseNormPath } from '../../src/citation/norm-path.ts'
import { readDesignation } from '../../src/citation/read-designation.ts'

const read = (text: string) => {
  const designation = readDesignation(text)
  return designation && [designation.norm.map(formatElements).join(' | '), formatElements(designation.subdivision)]
}

describe('a designation', () => {
  const cases: [text: string, norm: string, subdivision?: string][] = [
    ['433', 'par:433 | art:433 | item:433 | annex:433'],
    ['433a', 'par:433a | art:433a | item:433a | annex:433a'],
    ['§ 433', 'par:433'],
    ['§433', 'par:433'],
    ['§\u00a0433', 'par:433'],
    ['§ 675AA', 'par:675aa'],
    ['§ 74 a', 'par:74a'],
    ['§ 3.28a', 'par:3.28a'],
    ['Art. 5', 'art:5'],
    ['Artikel 5', 'art:5'],
    ['art 246a § 1', 'art:246a/par:1'],
    ['Art. VII', 'art:vii'],
    ['Anlage 2', 'annex:2'],
    ['Anlage', 'annex:1'],
    ['Anlage I Kap II A II', 'annex:i_kap_ii_a_ii'],
    ['Anhang EV', 'annex:ev'],
    ['Anhang 2 zu Anlage 1', 'annex:2_zu_anlage_1'],
    ['Muster 1', 'annex:muster_1'],
    ['Tabelle I', 'annex:tabelle_i'],
    ['Präambel', 'preamble:1'],
    ['Eingangsformel', 'formula:entry'],
    ['Schlußformel', 'formula:closing'],
    ['Schlussformel', 'formula:closing'],
    ['Inhaltsübersicht', 'toc:1'],
    ['Regel 3', 'item:3'],
    ['Nr 3', 'item:3'],
    ['I.', 'item:i'],
    ['1.', 'item:1'],
    ['Erwägungsgrund 47', 'recital:47'],
    ['Einziger Paragraph', 'par:1'],
    ['§§ 3 bis 6', 'par:3-6'],
    ['§§ 30 und 31', 'par:30-31'],
    ['§ 305 ff.', 'par:305'],
    ['§ 433 Abs. 1', 'par:433', 'abs:1'],
    ['433 Abs 1', 'par:433 | art:433 | item:433 | annex:433', 'abs:1'],
    ['§ 433 Absatz 1 Satz 2', 'par:433', 'abs:1/satz:2'],
    ['§ 433 Abs. 1 S. 2', 'par:433', 'abs:1/satz:2'],
    ['§ 433 Abs. 1 Satz 2 Nr. 3 Buchst. a', 'par:433', 'abs:1/satz:2/nr:3/buchst:a'],
    ['§ 433 Abs. 1 Nummer 3 Buchstabe a Doppelbuchstabe aa', 'par:433', 'abs:1/nr:3/buchst:a/buchst:aa'],
    ['§ 433 Abs. 1 lit. a', 'par:433', 'abs:1/buchst:a'],
    ['§ 433 I 2', 'par:433', 'abs:1/satz:2'],
    ['§ 7 Abs. 1a', 'par:7', 'abs:1a'],
    ['Anlage 2 Nr. 3', 'annex:2', 'nr:3'],
    ['par:433', 'par:433'],
    ['PAR:433/ABS:1', 'par:433', 'abs:1'],
    ['art:246a/par:1', 'art:246a/par:1'],
  ]
  for (const [text, norm, subdivision = ''] of cases) {
    it(`${text} is ${norm} ${subdivision}`, () => assert.deepEqual(read(text), [norm, subdivision]))
  }

  const none = [
    '',
    ' ',
    '§',
    '§§',
    'Abs. 1',
    'hello',
    'hello world',
    'par:',
    ':1',
    '433 und mehr',
    'Kapitel',
    '\u0000',
    '💡',
    '-',
    'Absatz',
  ]
  for (const text of none) it(`${JSON.stringify(text)} is none`, () => assert.equal(readDesignation(text), undefined))
})

describe('a designation fits', () => {
  const cases: [designation: string, path: string, fit: string | undefined][] = [
    ['§ 1', 'par:1', 'exact'],
    ['§ 1', 'art:246a/par:1', 'suffix'],
    ['§ 1', 'book:2/par:1', 'suffix'],
    ['§ 1', 'par:1/seq:2', 'suffix'],
    ['Art. 246a § 1', 'art:246a/par:1', 'exact'],
    ['Art. 246a § 1', 'part:2/art:246a/par:1', 'suffix'],
    ['Art. 246a § 1', 'par:1', undefined],
    ['Art. 246a § 1', 'art:247/par:1', undefined],
    ['§ 4', 'par:3-6', 'range'],
    ['§ 3a', 'par:3-6', 'range'],
    ['§ 7', 'par:3-6', undefined],
    ['Art. 234 § 8', 'art:234/par:8-9', 'range'],
    ['1', 'annex:1', 'exact'],
    ['§ 1', 'annex:1', undefined],
    ['Anlage IV', 'annex:i-vii', 'range'],
    ['Präambel', 'preamble:1', 'exact'],
  ]
  for (const [designation, path, fit] of cases) {
    it(`${designation} and ${path}: ${fit}`, () => {
      const read = readDesignation(designation)
      assert.ok(read)
      assert.equal(fits(read, parseNormPath(path) as NormPath), fit)
    })
  }
})
