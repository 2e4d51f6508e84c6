import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Designation } from '../../../src/citation/designation.ts'
import { readDesignation } from '../../../src/citation/grammar/read-designation.ts'
import { formatElements, formatNormPath, parseNormPath } from '../../../src/citation/norm-path.ts'
import { random } from '../random.ts'

/** `par:5/abs:2..4 +halbsatz:1 ff`: the first reading, the subdivision and its range, qualifiers, and suffix. */
function write({ norm, subdivision, subdivisionTo, qualifiers, following }: Designation): string {
  const path = formatElements([...(norm[0] ?? []), ...subdivision])
  const range = subdivisionTo === undefined ? '' : `..${subdivisionTo}`
  const rest = [...qualifiers.map(({ kind, value }) => `+${kind}:${value}`), ...(following ? [following] : [])]
  return [path + range, ...rest].join(' ')
}

const designations: [text: string, meaning: string][] = [
  // Sections
  ['§ 433', 'par:433'],
  ['§433', 'par:433'],
  ['§  433 ', 'par:433'],
  ['§\u00a0433', 'par:433'],
  ['§\u202f433', 'par:433'],
  ['§\n433', 'par:433'],
  ['Paragraph 433', 'par:433'],
  ['paragraf 433', 'par:433'],
  ['Par. 433', 'par:433'],
  ['§ 675aa', 'par:675aa'],
  ['§ 675AA', 'par:675aa'],
  ['§ 53CA', 'par:53ca'],
  ['§ 74a', 'par:74a'],
  ['§ 74 a', 'par:74a'],
  ['§ 69f', 'par:69f'],
  ['§ 1908 i', 'par:1908i'],
  ['§ 3.28a', 'par:3.28a'],
  ['§ 4a.05', 'par:4a.05'],
  ['§ 305 f.', 'par:305 f'],
  ['§ 305 ff.', 'par:305 ff'],
  ['§§ 305ff', 'par:305 ff'],
  // Articles and their parts
  ['Art. 5', 'art:5'],
  ['Art 5', 'art:5'],
  ['Art.5', 'art:5'],
  ['art. 5', 'art:5'],
  ['ART 5', 'art:5'],
  ['Artikel 5', 'art:5'],
  ['artikel 5', 'art:5'],
  ['Art. 115a', 'art:115a'],
  ['Art. VII', 'art:vii'],
  ['art vii', 'art:vii'],
  ['Art IIIa', 'art:iiia'],
  ['Art. 246a § 1', 'art:246a/par:1'],
  ['art 246a § 1', 'art:246a/par:1'],
  ['Artikel 246a Paragraph 1', 'art:246a/par:1'],
  ['Art. 229 § 5 Abs. 2', 'art:229/par:5/abs:2'],
  ['Art. 246a § 1 Abs. 2 S. 1 Nr. 1', 'art:246a/par:1/abs:2/satz:1/nr:1'],
  // Slashes as in norm paths
  ['246a/1', 'art:246a/par:1'],
  ['Art. 246a/1', 'art:246a/par:1'],
  ['artikel 5/2A', 'art:5/par:2a'],
  ['246a / 1', 'art:246a/par:1'],
  ['246a/1 Abs. 1', 'art:246a/par:1/abs:1'],
  ['Art. 246a / 1 Abs. 2 Nr. 3', 'art:246a/par:1/abs:2/nr:3'],
  // Commas copied along with the text
  ['433,', 'par:433'],
  ['§ 433 Abs. 1 ,', 'par:433/abs:1'],
  ['Unterartikel 5', 'art:unterartikel_5'],
  // Parts
  ['§ 433 Abs. 1', 'par:433/abs:1'],
  ['§ 433 Abs 1', 'par:433/abs:1'],
  ['§ 433 Abs.1', 'par:433/abs:1'],
  ['§ 433 Absatz 1', 'par:433/abs:1'],
  ['§ 433 abs. 1', 'par:433/abs:1'],
  ['§433Abs.1S.2', 'par:433/abs:1/satz:2'],
  ['§ 433 (1)', 'par:433/abs:1'],
  ['§ 433 I', 'par:433/abs:1'],
  ['§ 433 I 2', 'par:433/abs:1/satz:2'],
  ['§ 433 II 1 Nr. 3', 'par:433/abs:2/satz:1/nr:3'],
  ['§ 13 IIIa 6', 'par:13/abs:3a/satz:6'],
  ['§ 13 Abs. 3a', 'par:13/abs:3a'],
  ['§ 13 Abs. 3 a', 'par:13/abs:3a'],
  ['§ 13 Abs. II', 'par:13/abs:2'],
  ['§ 433 Satz 2', 'par:433/satz:2'],
  ['§ 433 S. 2', 'par:433/satz:2'],
  ['§ 433 Abs. 1 Satz 2 Nr. 3 Buchst. a', 'par:433/abs:1/satz:2/nr:3/buchst:a'],
  ['§ 433 Absatz 1 Satz 2 Nummer 3 Buchstabe a', 'par:433/abs:1/satz:2/nr:3/buchst:a'],
  ['§ 433 Abs. 1 S. 2 Nr. 3 lit. a', 'par:433/abs:1/satz:2/nr:3/buchst:a'],
  ['§ 433 Abs. 1 S. 2 Ziff. 3 lit. a)', 'par:433/abs:1/satz:2/nr:3/buchst:a'],
  ['§ 433, Abs. 1, Satz 2', 'par:433/abs:1/satz:2'],
  ['§ 4 Nr. 12', 'par:4/nr:12'],
  ['§ 4 Nr. 12 Buchst. a', 'par:4/nr:12/buchst:a'],
  ['§ 4 Nr. 12 a)', 'par:4/nr:12/buchst:a'],
  ['§ 4 Nr. 2b', 'par:4/nr:2b'],
  ['§ 4 Nr. 2.1', 'par:4/nr:2.1'],
  ['§ 4 Nr. 1 Buchst. a Doppelbuchst. bb', 'par:4/nr:1/buchst:a/buchst:bb'],
  ['§ 4 Nr. 1 Buchst. a bb)', 'par:4/nr:1/buchst:a/buchst:bb'],
  ['§ 5 Abs. 2 bis 4', 'par:5/abs:2..4'],
  ['§ 5 Abs. 2-4', 'par:5/abs:2..4'],
  ['§ 5 Satz 1 bis 3', 'par:5/satz:1..3'],
  ['§ 5 Absatz 2 bis Absatz 4', 'par:5/abs:2..4'],
  // Qualifiers, which norm paths cannot express
  ['§ 1 Abs. 1 Satz 1 Halbs. 2', 'par:1/abs:1/satz:1 +halbsatz:2'],
  ['§ 1 Abs. 1 Satz 1 2. Halbsatz', 'par:1/abs:1/satz:1 +halbsatz:2'],
  ['§ 1 Abs. 1 Satz 1 zweiter Halbsatz', 'par:1/abs:1/satz:1 +halbsatz:2'],
  ['§ 1 Abs. 1, 1. Alt.', 'par:1/abs:1 +alternative:1'],
  ['§ 1 Abs. 3 S. 1 Alt. 2', 'par:1/abs:3/satz:1 +alternative:2'],
  ['Artikel 6 Absatz 1 Unterabsatz 1 Buchstabe f', 'art:6/abs:1/buchst:f +unterabsatz:1'],
  ['Art. 6 Abs. 1 UAbs. 2 Buchst. f', 'art:6/abs:1 +unterabsatz:2 +buchst:f'],
  ['§ 3 Nr. 26 Satz 1', 'par:3/nr:26/satz:1'],
  ['§ 3 Nr. 26 Satz 1 Buchst. a', 'par:3/nr:26/satz:1/buchst:a'],
  ['§ 5 a.F.', 'par:5 +fassung:alt'],
  ['§ 5 Abs. 1 n. F.', 'par:5/abs:1 +fassung:neu'],
  ['Anlage 7 Teil 1 Nr. 2', 'annex:7 +teil:1 +nr:2'],
  // Annexes
  ['Anlage', 'annex:1'],
  ['Anhang', 'annex:1'],
  ['Anlage 2', 'annex:2'],
  ['anlage 2a', 'annex:2a'],
  ['Anl. 2', 'annex:2'],
  ['Anlage II', 'annex:ii'],
  ['anlage ii', 'annex:ii'],
  ['Anhang EV', 'annex:ev'],
  ['Anlage D14', 'annex:d14'],
  ['Anlage A', 'annex:a'],
  ['Anlage 2 Nr. 3', 'annex:2/nr:3'],
  ['Anlage 2 Teil 1', 'annex:2_teil_1'],
  ['Anlage 2 zu § 5', 'annex:2'],
  ['Anlage 2 (zu § 5 Abs. 1)', 'annex:2'],
  ['Anlage (zu § 4)', 'annex:1'],
  ['Anhang 2 zu Anlage 21', 'annex:2_zu_anlage_21'],
  ['Anlage I Kap II A II', 'annex:i_kap_ii_a_ii'],
  ['Muster 1', 'annex:muster_1'],
  ['Formblatt 2', 'annex:formblatt_2'],
  // Other norms
  ['Präambel', 'preamble:1'],
  ['PRÄAMBEL', 'preamble:1'],
  ['Pra\u0308ambel', 'preamble:1'],
  ['Eingangsformel', 'formula:entry'],
  ['Schlußformel', 'formula:closing'],
  ['Schlussformel', 'formula:closing'],
  ['Inhaltsübersicht', 'toc:1'],
  ['Regel 3', 'item:3'],
  ['Nr 3', 'item:3'],
  ['Nr. 3', 'item:3'],
  ['I.', 'item:i'],
  ['1.', 'item:1'],
  ['6e.', 'item:6e'],
  ['Erwägungsgrund 47', 'recital:47'],
  ['Erwägungsgrund (47)', 'recital:47'],
  ['ErwGr. 47', 'recital:47'],
  ['Einziger Paragraph', 'par:1'],
  // Bare numbers
  ['433', 'par:433'],
  ['433a', 'par:433a'],
  ['433 a', 'par:433a'],
  ['3.28a', 'par:3.28a'],
  ['433 Abs 1', 'par:433/abs:1'],
  ['433 Abs. 1 Satz 2', 'par:433/abs:1/satz:2'],
  ['433 I 2', 'par:433/abs:1/satz:2'],
  ['III', 'art:iii'],
  // Several norms under one label
  ['§§ 3 bis 6', 'par:3-6'],
  ['§§ 3 - 6', 'par:3-6'],
  ['§§ 30 und 31', 'par:30-31'],
  ['§§ 103, 103a und 104', 'par:103_103a-104'],
  ['Art 8 bis 38', 'art:8-38'],
  ['(XXXX) §§ 3 bis 6', 'par:3-6'],
  // Norm paths
  ['par:433', 'par:433'],
  ['PAR:433', 'par:433'],
  ['par:433/abs:1', 'par:433/abs:1'],
  ['art:246a/par:1/abs:2/satz:1', 'art:246a/par:1/abs:2/satz:1'],
  ['book:2/par:1/seq:2', 'book:2/par:1/seq:2'],
]

const nothing = [
  ...['', ' ', '\n', '§', '§§', '§ ', '§ §', 'Art.', 'Artikel', 'Paragraph', 'Erwägungsgrund', 'hello world', 'BGB'],
  ...['433 BGB', 'BGB 433', '§ 433 BGB', '§ 433 des Bürgerlichen Gesetzbuchs', 'Art. 5 GG', '433 und mehr'],
  ...['Abs. 1', 'Satz 2', 'Absatz 1 Satz 2', 'Buchst. a', '§ Abs. 1', '§ 433 Abs.', '§ 433 Abs. 1 Satz', '§ 433 foo'],
  ...['§ 1 Abs. 1 und 2', '§ 1 Abs. 1 Abs. 2', '§ 1 Satz 1 Satz 2', '§ 433 (1', '§ 433)', '(§ 433)', '„§ 433“'],
  ...['par:', ':1', 'par:433/', 'par:433/foo:1', 'par:1/satz:1/abs:1', 'foo:1', 'https://example.org/par:1'],
  ...['246a/1/2', '§ 43/3', '§§ 43/3', 'Art. 5/2/1', '43/3 und 5', '43/3 bis 5', '43/3 foo'],
  ...['1.1.2020', '2020-01-01', '1'.repeat(41), '-5', '1,5', '5 %', '12:30', '+49 30 12345', '0x10', '१२३'],
  ...['\0', '§\0'],
  ...['Buch 2 § 1', 'Abschnitt 3', 'Kapitel 1', 'Artenschutz', 'Anlagen im Sinne des Gesetzes', 'Arthur 5', 'ein 5'],
  ...['IIX', 'MMXX', 'ABC', 'a', 'i', `§ ${'1'.repeat(300)}`, `§ 1 ${'('.repeat(250)}`],
]

describe('a designation', () => {
  for (const [text, meaning] of designations) {
    it(`${JSON.stringify(text)} is ${meaning}`, () => {
      const designation = readDesignation(text)
      assert.ok(designation)
      assert.equal(write(designation), meaning)
    })
  }
  for (const text of nothing) {
    it(`is not ${JSON.stringify(text.slice(0, 40))}`, () => assert.equal(readDesignation(text), undefined))
  }

  it('leaves the kind of a bare number open', () => {
    const kinds = (text: string) => readDesignation(text)?.norm.map((elements) => elements[0]?.kind)
    assert.deepEqual(kinds('433'), ['par', 'art', 'item', 'annex'])
    assert.deepEqual(kinds('III'), ['art', 'item', 'annex'])
    assert.deepEqual(kinds('§ 433'), ['par'])
  })

  it('may be a part in an annex or its label', () => {
    const norms = readDesignation('Anlage 2 Teil 1')?.norm.map((norm) => formatElements(norm))
    assert.deepEqual(norms, ['annex:2_teil_1', 'annex:2'])
  })

  it('tells the bounds of a range', () => {
    assert.deepEqual(readDesignation('§§ 3 bis 6')?.range, { from: '3', to: '6' })
    assert.equal(readDesignation('§§ 30 und 31')?.range, undefined)
  })
})

describe('a designation that is written from a path', () => {
  const heads = { par: ['§ ', '§', 'Paragraph '], art: ['Art. ', 'Art ', 'Artikel '], annex: ['Anlage ', 'Anhang '] }
  const parts = {
    abs: [' Abs. ', ' Absatz ', ' Abs ', '\u00a0Abs.'],
    satz: [' Satz ', ' S. ', ' S '],
    nr: [' Nr. ', ' Nummer ', ' Nr '],
    buchst: [' Buchst. ', ' Buchstabe ', ' lit. '],
  }
  const numbers = ['1', '2', '17', '433', '12a', '675aa', '2385']

  it('is read as that path', () => {
    const next = random(4)
    for (let run = 0; run < 3000; run++) {
      const kind = next.of(['par', 'art', 'annex'] as const)
      const number = next.of(numbers)
      let path = `${kind}:${number}`
      let text = next.of(heads[kind]) + number
      if (kind === 'art' && next(2) === 0) {
        const section = next.of(numbers)
        path += `/par:${section}`
        text += ` § ${section}`
      }
      for (const part of ['abs', 'satz', 'nr', 'buchst'] as const) {
        if (next(2) === 0) continue
        const value = part === 'buchst' ? next.of(['a', 'b', 'z', 'aa']) : next.of(['1', '2', '3', '10'])
        path += `/${part}:${value}`
        text += next.of(parts[part]) + value
      }
      const designation = readDesignation(text)
      assert.ok(designation, text)
      const { norm, subdivision, qualifiers } = designation
      assert.equal(norm.length, 1, text)
      assert.equal(formatNormPath({ norm: norm[0] ?? [], subdivision }), path, text)
      assert.deepEqual(qualifiers, [], text)
      assert.ok(parseNormPath(path))
    }
  })
})
