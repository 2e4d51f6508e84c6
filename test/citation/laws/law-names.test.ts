import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldName, nameVariants, nominativeForms } from '../../../src/citation/laws/law-names.ts'

describe('names are equal whatever', () => {
  const equal: [what: string, ...names: string[]][] = [
    ['the case', 'BGB', 'bgb', 'Bgb'],
    ['the spaces', 'SGB V', 'SGBV', 'SGB\u00a0V', 'SGB\u202fV', 'SGB\u2009V', ' SGB\tV '],
    ['the dashes and underscores', 'SGB V', 'SGB-V', 'SGB–V', 'SGB_V', 'SGB\u2011V'],
    ['the dots', '1. BImSchV', '1 BImSchV', '1.BImSchV'],
    ['the umlauts', 'Bürgerliches Gesetzbuch', 'buergerliches gesetzbuch', 'BU\u0308RGERLICHES GESETZBUCH'],
    ['the sharp s', 'Maßregel', 'MASSREGEL', 'massregel', 'MAẞREGEL'],
    ['invisible characters', 'BGB', 'B\u00adGB', '\ufeffBGB', 'BGB\u200e'],
    ['the width of letters', 'BGB', 'ＢＧＢ'],
    ['the spelling of Schiffahrt', 'Binnenschifffahrtsgesetz', 'Binnenschiffahrtsgesetz'],
    ['three consonants in a row', 'Stilllegung', 'Stillegung'],
    ['the raised mark of a footnote', 'BGB', 'BGB²', 'BGB¹)'],
    ['whether figures are lowered', 'CO2KostAufG', 'CO₂KostAufG'],
  ]
  for (const [what, first, ...others] of equal) {
    it(what, () => {
      for (const other of others) assert.equal(foldName(other), foldName(first as string), other)
    })
  }

  it('but not their letters and numbers', () => {
    assert.notEqual(foldName('SGB V'), foldName('SGB X'))
    assert.notEqual(foldName('BImSchV 1'), foldName('1. BImSchV'))
    assert.notEqual(foldName('AO'), foldName('Ä'))
    assert.notEqual(foldName('SGB III'), foldName('SGB II'))
    assert.notEqual(foldName('10³'), foldName('10'))
  })
})

describe('the variants of', () => {
  const cases: [abbreviation: string, ...variants: string[]][] = [
    ['BGB'],
    ['AO 1977', 'AO'],
    ['DBA AUT 2002', 'DBA AUT'],
    ['BImSchV 1 2010', 'BImSchV 1', '1. BImSchV', 'I. BImSchV'],
    ['10. BImSchV', 'BImSchV 10', 'X. BImSchV'],
    ['II. BV', 'BV 2', '2. BV'],
    ['LuftVODV 243', '243. LuftVODV'],
    ['SGB 5', 'SGB V'],
    ['SGB XIV', 'SGB 14'],
    ['SGB 9 2018', 'SGB 9', 'SGB IX'],
    ['SGB 15'],
    ['BTGO 1980 2'],
    ['BITV 2.0'],
    ['G10 2001', 'G10'],
    ['Münz10EuroBek 2006-07-12'],
    ['GrÄndStVtr BW/BY 2'],
    ['SGB V-ÜbV'],
    ['2004'],
  ]
  for (const [abbreviation, ...variants] of cases) {
    it(abbreviation, () => assert.deepEqual(nameVariants(abbreviation), variants))
  }
})

describe('a law named in running text is known as', () => {
  const cases: [text: string, name: string][] = [
    ['BGB', 'BGB'],
    ['Bürgerlichen Gesetzbuchs', 'Bürgerliches Gesetzbuch'],
    ['Bürgerlichen Gesetzbuches', 'Bürgerliches Gesetzbuch'],
    ['Grundgesetzes', 'Grundgesetz'],
    ['Zivilprozessordnung', 'Zivilprozessordnung'],
    ['Zweiten Berechnungsverordnung', 'Zweite Berechnungsverordnung'],
    ['Haager Übereinkommens', 'Haager Übereinkommen'],
    ['Zweiten Staatsvertrages', 'Zweiter Staatsvertrag'],
    ['Bundes-Immissionsschutzgesetzes', 'Bundes-Immissionsschutzgesetz'],
    ['BSI-Gesetzes', 'BSI-Gesetz'],
    ['Freizügigkeitsgesetzes/EU', 'Freizügigkeitsgesetz/EU'],
    ['Gesetzes über die Dienste des Bundes', 'Gesetz über die Dienste des Bundes'],
    ['Ersten\nGesetzes zur Ordnung', 'Erstes Gesetz zur Ordnung'],
    ['Teilzeit- und Befristungsgesetzes', 'Teilzeit- und Befristungsgesetz'],
    ['Bundeselterngeld- und Elternzeitgesetzes', 'Bundeselterngeld- und Elternzeitgesetz'],
    ['Bürgerlichen Gesetzbuche', 'Bürgerliches Gesetzbuch'],
    ['Einführungsgesetzes zum Bürgerlichen Gesetzbuch', 'Einführungsgesetz zum Bürgerlichen Gesetzbuche'],
    ['Gesetzes über die Bienen- und Honigpflege', 'Gesetz über die Bienen- und Honigpflege'],
    ['Fünften Buches Sozialgesetzbuch', 'SGB V'],
    ['Sozialgesetzbuch (SGB) V', 'SGB V'],
    ['SGB Zweites Buch', 'SGB II'],
    ['Fünftes Buch Sozialgesetzbuch', 'SGB V'],
    ['Elften Buchs des Sozialgesetzbuchs', 'SGB XI'],
    ['Siebenten Buches Sozialgesetzbuch', 'SGB VII'],
    ['Sozialgesetzbuch V', 'SGB V'],
    ['Sozialgesetzbuches (SGB) X', 'SGB X'],
    ['Sozialgesetzbuchs - Zwölftes Buch', 'SGB XII'],
  ]
  for (const [text, name] of cases) {
    it(text.replace('\n', ' '), () => assert.ok(nominativeForms(text).includes(name), nominativeForms(text).join(', ')))
  }

  it('its ordinal in words', () => {
    const named = (name: string) => nominativeForms(name).map(foldName)
    const cases: [text: string, name: string][] = [
      [
        '39. Verordnung zur Durchführung des Foogesetzes',
        'Neununddreißigste Verordnung zur Durchführung des Foogesetzes',
      ],
      ['1. Verordnung über Bienen', 'Erste Verordnung über Bienen'],
      ['3. Verordnung über Bienen', 'Dritte Verordnung über Bienen'],
      ['7. Gesetzes über Bienen', 'Siebtes Gesetz über Bienen'],
      ['16. Verordnung über Bienen', 'Sechzehnte Verordnung über Bienen'],
      ['20. Verordnung über Bienen', 'Zwanzigste Verordnung über Bienen'],
      ['5. Buches Sozialgesetzbuch', 'SGB V'],
      ['Artikel 10-Gesetzes', 'Artikel 10-Gesetz'],
      ['Art. 10-Gesetzes', 'Artikel 10-Gesetz'],
    ]
    for (const [text, name] of cases) assert(named(text).includes(foldName(name)), text)
  })

  it('the wording first', () => {
    assert.equal(nominativeForms('Bürgerlichen Gesetzbuchs')[0], 'Bürgerlichen Gesetzbuchs')
    assert.deepEqual(nominativeForms('KWG'), ['KWG'])
    assert.ok(nominativeForms('Bürgerliche Gesetzbuch').includes('Bürgerliches Gesetzbuch'))
    assert.ok(nominativeForms('Artikel-10-Gesetzes').some((form) => foldName(form) === foldName('Artikel 10-Gesetz')))
  })
})
