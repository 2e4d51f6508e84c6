import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { designationElement } from '../../src/citation/enbez.ts'
import { foldName, nameVariants, nominativeForms } from '../../src/citation/law-name.ts'
import { splitSentences } from '../../src/citation/sentences.ts'
import { rangeIncludes, valueIncludes } from '../../src/citation/value-range.ts'

describe('names of laws', () => {
  it('compare without case, spaces, dots, dashes, underscores, Unicode form and umlaut spelling', () => {
    const same = [
      ['SGB V', 'sgb-v', 'SGB_V', 'S.G.B. V', 'sgb\u00a0v', 'SGB–V'],
      ['Bürgerliches Gesetzbuch', 'buergerliches gesetzbuch', 'BU\u0308RGERLICHES GESETZBUCH'],
      ['Straße', 'STRASSE', 'strasse'],
      ['1. BImSchV', '1.BImSchV', '1 bimschv'],
    ]
    for (const [first = '', ...others] of same)
      for (const other of others) assert.equal(foldName(other), foldName(first), other)
    assert.notEqual(foldName('SGB V'), foldName('SGB IV'))
    assert.equal(foldName(' .-_ '), '')
  })

  const variants: [string, string[]][] = [
    ['AO 1977', ['AO']],
    ['SGB 5', ['SGB V']],
    ['SGB XII', ['SGB 12']],
    ['BGB', []],
    ['BImSchV 1 2010', ['BImSchV 1', '1. BImSchV', 'I. BImSchV']],
    ['SGB 15', []],
  ]
  for (const [name, expected] of variants)
    it(`${name} is also ${expected}`, () => assert.deepEqual(nameVariants(name), expected))

  it('come back from the genitive', () => {
    assert.ok(nominativeForms('Bürgerlichen Gesetzbuchs').includes('Bürgerliches Gesetzbuch'))
    assert.ok(nominativeForms('Fünften Buches Sozialgesetzbuch').includes('Fünftes Buch Sozialgesetzbuch'))
    assert.ok(nominativeForms('Allgemeinen Hafenordnung').includes('Allgemeine Hafenordnung'))
    assert.ok(nominativeForms('Hafengesetzes').includes('Hafengesetz'))
    assert.equal(nominativeForms('BGB')[0], 'BGB')
  })
})

describe('official designations', () => {
  const cases: [string, string, string | undefined][] = [
    ['§ 1', 'par', '1'],
    ['(XXXX) §§ 3 bis 6', 'par', '3-6'],
    ['(XXXX)§§ 20 u. 21', 'par', '20-21'],
    ['(XXXX) §§ 10, 10a und 11', 'par', '10_10a-11'],
    ['(XXXX) §§ 17 - 20', 'par', '17-20'],
    ['Art 246a', 'art', '246a'],
    ['Art VII', 'art', 'vii'],
    ['Anlage', 'annex', '1'],
    ['Anlage (zu § 4)', 'annex', '1'],
    ['Anlage 1a', 'annex', '1a'],
    ['(XXXX)', 'text', undefined],
    ['XXXX', 'text', undefined],
    ['Übersicht', 'toc', '1'],
    ['Einziger Paragraph', 'par', '1'],
    ['Formblatt 2', 'annex', 'formblatt_2'],
    ['Unterartikel 5', 'art', 'unterartikel_5'],
  ]
  for (const [label, kind, value] of cases) {
    it(`${label} is ${kind}:${value}`, () => {
      const element = designationElement(label)
      assert.deepEqual([element.kind, element.value], [kind, value])
    })
  }

  it('know what they stand for', () => {
    assert.deepEqual(designationElement('(XXXX) §§ 30 und 31').members, [
      { from: '30', to: '30' },
      { from: '31', to: '31' },
    ])
    assert.equal(rangeIncludes({ from: '3', to: '6' }, '4a'), true)
    assert.equal(rangeIncludes({ from: '3', to: '6' }, '7'), false)
    assert.equal(rangeIncludes({ from: 'i', to: 'vii' }, 'iv'), true)
    assert.equal(valueIncludes('10_10a-11', '10a'), true)
    assert.equal(valueIncludes('433', '433'), false)
  })
})

describe('sentences', () => {
  const split = (text: string) => splitSentences(text).map(([start, end]) => text.slice(start, end).trimEnd())
  const cases: string[][] = [
    ['Eins gilt.', 'Zwei gilt.'],
    ['Nach § 5 Abs. 1 Nr. 2 gilt z. B. der Satz.', 'Er endet hier.'],
    ['Das Gesetz vom 1. Januar 2020 (BGBl. I S. 5) tritt am 3. März in Kraft.', 'Es gilt.'],
    ['Die Vorschriften des 2. Abschnitts gelten.', 'Sonst nicht.'],
    ['Es gilt Absatz 2.', 'Der Antrag ist frei.'],
    ['Er sagt: „Das gilt.“', 'Sie schweigt.'],
    ['Wer fragt?', 'Niemand!', 'Gut.'],
    ['§ 1 gilt i. V. m. § 2 entsprechend.', '§ 3 bleibt unberührt.'],
    ['Die Frist beträgt 24 Monate.', '(weggefallen)'],
    ['Ein Satz ohne Ende'],
  ]
  for (const sentences of cases)
    it(sentences.join(' | '), () => assert.deepEqual(split(sentences.join(' ')), sentences))

  it('cover the text without gaps', () => {
    for (const text of [...cases.map((sentences) => sentences.join('  ')), '', '.', '. . .', '…', 'a.\n\nB.']) {
      const spans = splitSentences(text)
      assert.equal(spans.map(([start, end]) => text.slice(start, end)).join(''), text)
    }
  })
})
