import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDesignations } from '../../../src/citation/text/find-designations.ts'
import { findUnparsed } from '../../../src/citation/text/unparsed.ts'
import { read } from './read-text.ts'

/** Written forms that lawyers use, each with texts and the norms that they cite. */
const forms: Record<string, [text: string, ...norms: string[]][]> = {
  'a part without a number: letzter Halbsatz, Eingangshalbs., a. E.': [
    ['§ 5 Abs. 1 Satz 1 letzter Halbsatz FooG', 'par:5/abs:1/satz:1+halbsatz:letzter FooG'],
    ['§ 5 Abs. 1 Satz 1 letzter Halbs. FooG', 'par:5/abs:1/satz:1+halbsatz:letzter FooG'],
    ['§ 5 Abs. 1 vorletzter Satz FooG', 'par:5/abs:1+satz:vorletzter FooG'],
    ['§ 5 Abs. 1 letzter Satz Nr. 2 FooG', 'par:5/abs:1+satz:letzter+nr:2 FooG'],
    ['§ 87 Abs. 1 Eingangshalbs. BetrVG', 'par:87/abs:1+halbsatz:eingang BetrVG'],
    ['§ 87 Abs. 1 Einleitungssatz BetrVG', 'par:87/abs:1+halbsatz:eingang BetrVG'],
    ['§ 5 Satz 1 Satzteil vor Nr. 1 FooG', 'par:5/satz:1+teilsatz:vor 1 FooG'],
    ['§ 5 Satz 1 im zweiten Halbsatz FooG', 'par:5/satz:1+halbsatz:2 FooG'],
    ['§ 5 Abs. 1 a. E. FooG', 'par:5/abs:1+teilsatz:ende FooG'],
    ['§ 5 Abs. 1 aE FooG', 'par:5/abs:1+teilsatz:ende FooG'],
    ['§ 5 Abs. 1 am Ende FooG', 'par:5/abs:1+teilsatz:ende FooG'],
  ],
  'S 1 Teils 1': [
    ['§ 197a Abs 1 S 1 Teils 1 SGG', 'par:197a/abs:1/satz:1+teilsatz:1 SGG'],
    ['§ 5 Abs. 1 S. 1 Teils. 2 FooG', 'par:5/abs:1/satz:1+teilsatz:2 FooG'],
    ['§ 5 Satz 1 2. Satzteil FooG', 'par:5/satz:1+teilsatz:2 FooG'],
  ],
  'parts in brackets: Abs. 2 (Satz 1)': [
    ['§ 5 Abs. 2 (Satz 1) FooG', 'par:5/abs:2/satz:1 FooG'],
    ['§ 132e (Abs 1) S 1 FooG', 'par:132e/abs:1/satz:1 FooG'],
    ['§ 5 (Abs. 2 Satz 1) Nr. 3 FooG', 'par:5/abs:2/satz:1/nr:3 FooG'],
    ['§ 5 Abs. 2 S(atz) 1 FooG', 'par:5/abs:2/satz:1 FooG'],
    ['§ 5 (Absatz 3 gilt) nicht', 'par:5 ?'],
  ],
  'a letter with a bracket: Abs. 2 a) ArbGG': [
    ['§ 2 Abs. 2 a) ArbGG', 'par:2/abs:2/buchst:a ArbGG'],
    ['(Art. 138 Abs. 1 a) FooV), Rn. 5', 'art:138/abs:1/buchst:a FooV'],
    ['§ 2 a) FooG', 'par:2/buchst:a FooG'],
    ['§ 2 Abs. 1 Nr. 3 a), b) FooG', 'par:2/abs:1/nr:3/buchst:a FooG', 'par:2/abs:1/nr:3/buchst:b FooG'],
    ['Art. 6 Abs. 1 (f) FooV', 'art:6/abs:1/buchst:f FooV'],
    ['Art. 6(1)(f) FooV', 'art:6/abs:1/buchst:f FooV'],
    ['(vgl. § 74 a)', 'par:74a ?'],
    ['entgegen § 19 Absatz 1\na) Nummer 1 nicht prüft,', 'par:19/abs:1 ?'],
    ['nach § 5 Nr. 2\na) der Käufer', 'par:5/nr:2 ?'],
  ],
  'words between: des § 30 … und des § 34 … SLV': [
    ['des § 30 Abs. 1 und des § 34 SLV', 'par:30/abs:1 SLV', 'par:34 SLV'],
    ['des § 30 über die Ernennung und des § 34 SLV', 'par:30 SLV', 'par:34 SLV'],
    ['des § 30 (Laufbahn) und des § 34 (Dienstzeit) FooG', 'par:30 FooG', 'par:34 FooG'],
    ['nach § 5, nach § 6 sowie nach § 7 FooG', 'par:5 FooG', 'par:6 FooG', 'par:7 FooG'],
    ['§ 5 gilt. Nach § 7 FooG auch', 'par:5 ?', 'par:7 FooG'],
    ['des § 5 der Satzung und des § 7 FooG', 'par:7 FooG'],
    ['nach § 5 und im Fall des § 7 FooG', 'par:5 ?', 'par:7 FooG'],
  ],
  'weder Art. 19 Abs. 4 noch Art. 3 Abs. 1 GG': [
    ['weder Art. 19 Abs. 4 noch Art. 3 Abs. 1 GG', 'art:19/abs:4 GG', 'art:3/abs:1 GG'],
    ['weder gegen Art. 19 Abs. 4 noch gegen Art. 3 GG', 'art:19/abs:4 GG', 'art:3 GG'],
    ['weder § 5 Abs. 1 noch Abs. 2 FooG', 'par:5/abs:1 FooG', 'par:5/abs:2 FooG'],
    ['nach § 5 noch 2 Wochen', 'par:5 ?'],
    ['weder aus § 5 FooG noch aus § 7 BarG', 'par:5 FooG', 'par:7 BarG'],
  ],
  'sowohl … als auch': [
    ['sowohl § 5 als auch § 7 FooG', 'par:5 FooG', 'par:7 FooG'],
    ['sowohl aus § 5 Abs. 1 als auch aus § 7 FooG', 'par:5/abs:1 FooG', 'par:7 FooG'],
    ['Art. 2 Abs. 1 wie auch Art. 14 GG', 'art:2/abs:1 GG', 'art:14 GG'],
  ],
  'lists parted by semicolons': [
    ['§§ 5; 7; 9 FooG', 'par:5 FooG', 'par:7 FooG', 'par:9 FooG'],
    ['§ 5 Abs. 1; § 7 Abs. 1; § 9 FooG', 'par:5/abs:1 FooG', 'par:7/abs:1 FooG', 'par:9 FooG'],
    ['Art. 2 Abs. 1; 20 Abs. 3 GG', 'art:2/abs:1 GG', 'art:20/abs:3 GG'],
    ['§ 5 Abs. 1; Abs. 2 Nr. 1 FooG', 'par:5/abs:1 FooG', 'par:5/abs:2/nr:1 FooG'],
    ['nach § 5 Absatz 1; Absatz 2 gilt entsprechend', 'par:5/abs:1 ?'],
    ['§ 5 FooG; 3 Kinder', 'par:5 FooG'],
  ],
  'a part in front of its norm: Nr. 34 der Anlage 2 zum UStG': [
    ['Absatz 2 Satz 1 des § 5 FooG', 'par:5/abs:2/satz:1 FooG'],
    ['Satz 2 von § 5 Abs. 1 FooG', 'par:5/abs:1/satz:2 FooG'],
    ['Abs. 1 und 2 des § 5 FooG', 'par:5/abs:1 FooG', 'par:5/abs:2 FooG'],
    ['Abs. 1 des § 5 Abs. 2 FooG', 'par:5/abs:2 FooG'],
  ],
  'a part after the law: BewG (2)': [
    ['§ 5 BewG (2)', 'par:5/abs:2 BewG'],
    ['§ 5 BewG (2) Der Wert wird bestimmt', 'par:5 BewG'],
    ['§ 5 FooG Abs. 1 Satz 2', 'par:5/abs:1/satz:2 FooG'],
    ['§ 5 FooG I 2', 'par:5/abs:1/satz:2 FooG'],
    ['Art. 3 GG Abs. 2 und 3', 'art:3/abs:2 GG', 'art:3/abs:3 GG'],
    ['§ 15 SGB V', 'par:15 SGB V'],
  ],
  'Artikel 10-Gesetz': [['§ 3 Artikel 10-Gesetz', 'par:3 ?'], ['das Artikel 10-Gesetz und Art.-10-Gesetzes']],
  'raised numbers of sentences: § 434 Abs. 1³ BGB': [
    ['§ 434 Abs. 1³ BGB', 'par:434/abs:1/satz:3 BGB'],
    ['§ 433 I² BGB', 'par:433/abs:1/satz:2 BGB'],
    ['§§ 433 I², 434 I³ Nr. 2 BGB', 'par:433/abs:1/satz:2 BGB', 'par:434/abs:1/satz:3/nr:2 BGB'],
    ['§ 5 (1)² FooG', 'par:5/abs:1/satz:2 FooG'],
    ['§ 280 Abs. 1³, 3 BGB', 'par:280/abs:1/satz:3 BGB', 'par:280/abs:3 BGB'],
  ],
  'a raised run is a boundary of words': [
    ['⁶§ 5 FooG', 'par:5 FooG'],
    ['⁷Artikel 5 GG', 'art:5 GG'],
    ['§ 5² FooG', 'par:5 FooG'],
    ['§ 5 Abs. 1 Satz 1³ FooG', 'par:5/abs:1/satz:1 FooG'],
    ['§ 5 FooG²', 'par:5 FooG'],
    ['§ 5 CO₂FooG', 'par:5 ?'],
    ['Absatz 1 des § 5 und 10¹² Bq nach FooG', 'par:5/abs:1 ?'],
  ],
  'Artikel 6ᵇⁱˢ': [
    ['Artikel 6ᵇⁱˢ FooV', 'art:6bis FooV'],
    ['Artikel 6bis FooV', 'art:6bis FooV'],
    ['Art. 6ter Abs. 1 FooV', 'art:6ter/abs:1 FooV'],
    ['Art. 6 bis FooV', 'art:6bis FooV'],
    ['Art. 6 quinquies FooV', 'art:6quinquies FooV'],
    ['§§ 6bis 8 FooG', 'par:6..8 FooG'],
    ['Artikel 6 bis 8 FooV', 'art:6..8 FooV'],
  ],
  'hyphens at the end of a line': [
    ['Art. 1 Grund-\ngesetz', 'art:1 Grundgesetz'],
    ['Art. 1 des Grund-\r\n   gesetzes', 'art:1 Grundgesetzes'],
    ['§ 5 Abs. 1 F-\nOOG', 'par:5/abs:1 FOOG'],
    ['§ 5 Ab-\nsatz 1 FooG', 'par:5/abs:1 FooG'],
    ['§ 5 Bundes-\nFoogesetz', 'par:5 Bundes-Foogesetz'],
    ['Straf-\nund Zivilrecht, § 5 FooG', 'par:5 FooG'],
    ['§ 5 Foo-\n\ngesetz', 'par:5 ?'],
  ],
  '§433I1BGB': [
    ['§433I1BGB', 'par:433/abs:1/satz:1 BGB'],
    ['§ 433II BGB', 'par:433/abs:2 BGB'],
    ['§433IBGB', 'par:433/abs:1 BGB'],
    ['§433Abs.2S.1HS2BGB', 'par:433/abs:2/satz:1+halbsatz:2 BGB'],
    ['§ 1VVG', 'par:1 VVG'],
  ],
  '§ 433f. BGB': [
    ['§ 433f. BGB', 'par:433>f BGB'],
    ['Art. 5f. des Grundgesetzes', 'art:5>f Grundgesetzes'],
    ['§ 5 Abs. 1f. FooG', 'par:5/abs:1 FooG'],
    ['§ 651f BGB', 'par:651f BGB'],
    ['nach § 651f. Der Reisende', 'par:651f ?'],
  ],
  'numbers that no norm has: § 99999 BGB': [
    ['§ 99999 BGB', 'par:99999 BGB'],
    ['§ 0 BGB', 'par:0 BGB'],
    ['Art. 12345 Abs. 1 des Grundgesetzes', 'art:12345/abs:1 Grundgesetzes'],
    ['§§ 433, 12345 BGB', 'par:433 BGB', 'par:12345 BGB'],
    ['Art. 12345 im Katalog'],
  ],
  'numbers of schedules: Nr. 7000 VV RVG': [
    ['Nr. 7000 VV RVG', 'annex:1/nr:7000 RVG'],
    ['Nrn. 3200 und 3202 VV-RVG', 'annex:1/nr:3200 RVG', 'annex:1/nr:3202 RVG'],
    ['Nr. 1210 GKG-KV', 'annex:1/nr:1210 GKG'],
    ['Ziff. 1210 des Kostenverzeichnisses zum GKG', 'annex:1/nr:1210 GKG'],
    ['VV RVG Nr. 7008', 'annex:1/nr:7008 RVG'],
    ['VV RVG 2300', 'annex:1/nr:2300 RVG'],
    ['3104, 3106 VV RVG', 'annex:1/nr:3104 RVG', 'annex:1/nr:3106 RVG'],
    ['KV 1210 GKG', 'annex:1/nr:1210 GKG'],
    ['Nr. 21100 KV GNotKG', 'annex:1/nr:21100 GNotKG'],
    ['Vorbem. 3 Abs. 4 VV RVG', 'annex:1/nr:vorbem.3/abs:4 RVG'],
    ['Vorb. 3 IV VV RVG', 'annex:1/nr:vorbem.3/abs:4 RVG'],
    ['Vorbemerkung 3.2.1 VV RVG', 'annex:1/nr:vorbem.3.2.1 RVG'],
    ['Anm. Abs. 1 zu Nr. 3104 VV RVG', 'annex:1/nr:3104/abs:1 RVG'],
    ['Absatz 1 der Anmerkung zu Nr. 3104 VV RVG', 'annex:1/nr:3104/abs:1 RVG'],
    ['§ 13 RVG Nrn. 2300, 7002 VV RVG', 'par:13 RVG', 'annex:1/nr:2300 RVG', 'annex:1/nr:7002 RVG'],
    ['GOÄ-Nr. 2001', 'annex:1/nr:2001 GOÄ'],
    ['Nr. 5 GOÄ', 'annex:1/nr:5 GOÄ'],
    ['§ 6 Abs. 2 Nr. 3 GOÄ', 'par:6/abs:2/nr:3 GOÄ'],
    ['Nr. 132.3 BKat', 'annex:1/nr:132.3 BKatV'],
    ['Nr. 11 des Anhangs zum FooG', 'annex:1/nr:11 FooG'],
    ['Zeichen 283 StVO', 'annex:2/nr:zeichen.283 StVO'],
    ['Zeichen 283 Nr. 2 StVO', 'annex:2/nr:zeichen.283/nr:2 StVO'],
    ['Zeichen 283 ist blau.'],
    ['Teil D, Nr 1 f FooG', 'annex:1+teil:d+nr:1 FooG'],
    ['Die Nr. 7000 kostet 5 Euro.'],
    ['Nr. 7000 VV', 'annex:1/nr:7000 RVG'],
    ['Nr. 5 VV'],
    ['VV 12 zu § 5 FooG', 'par:5 FooG'],
  ],
  'recitals: EG 47 DSGVO': [
    ['EG 47 DSGVO', 'recital:47 DSGVO'],
    ['EG 10 und 11 der Richtlinie 2005/29/EG', 'recital:10 Richtlinie 2005/29/EG', 'recital:11 Richtlinie 2005/29/EG'],
    ['ErwGr. 47 DSGVO', 'recital:47 DSGVO'],
    ['Erw.-Gr. 47 S. 2 DSGVO', 'recital:47/satz:2 DSGVO'],
    ['47. Erwägungsgrund der FooVO', 'recital:47 FooVO'],
    ['EG 47 ist eine Wohnung'],
    ['Art. 81 EG', 'art:81 EG'],
    ['die VO (EG) Nr. 47/2009'],
  ],
  'places in literature are none': [
    ['Buchholz 310 § 132 Abs. 2 Nr. 1 VwGO Nr. 5'],
    ['SozR 4-2500 § 13 Nr. 5'],
    ['SozR Nr 3 zu § 52 SGG'],
    ['EzA § 1 KSchG Nr. 5'],
    ['AP BGB § 611 Nr. 5'],
    ['NJW 2010, 1234 § 5 FooG'],
    ['juris § 5 FooG'],
    ['BeckOK BGB/Name § 433 Rn. 5'],
    ['MüKoBGB/Name, 8. Aufl. 2019, § 433 Rn. 6'],
    ['Palandt/Name, § 433'],
    ['NJW 2010, 1234; § 5 FooG', 'par:5 FooG'],
  ],
}

for (const [name, texts] of Object.entries(forms)) {
  describe(name, () => {
    for (const [text, ...norms] of texts) it(JSON.stringify(text), () => assert.deepEqual(read(text), norms))
  })
}

describe('the names after a norm', () => {
  const names = (text: string) => findDesignations(text)[0]?.namesAfter.map((name) => name.text) ?? []
  const cases: [text: string, name: string][] = [
    ['§ 3 des Gesetzes über Titel, Orden und Ehrenzeichen', 'Gesetzes über Titel, Orden und Ehrenzeichen'],
    ['§ 5 der 39. Verordnung zur Durchführung des Foogesetzes', '39. Verordnung zur Durchführung des Foogesetzes'],
    ['§ 5 des Gesetzes zur Regelung der Vermittlung – Vermittlungsgesetz – vom 4. Mai', 'Vermittlungsgesetz'],
    ['§ 5 des Gesetzes zum Schutz der Bienen (Bienenschutzgesetz – BienSchG)', 'Bienenschutzgesetz'],
    ['§ 5 des Gesetzes zum Schutz der Bienen (Bienenschutzgesetz – BienSchG)', 'BienSchG'],
    ['§ 3 des Artikel 10-Gesetzes', 'Artikel 10-Gesetzes'],
    ['§ 31 des 10. Buches Sozialgesetzbuch', '10. Buches Sozialgesetzbuch'],
  ]
  for (const [text, name] of cases) it(name, () => assert(names(text).includes(name), names(text).join(' | ')))

  it('no short title of a law of the DDR', () => {
    const text = '§ 5 des Gesetzes über die Bienen der Deutschen Demokratischen Republik – Bienengesetz –'
    assert(!names(text).includes('Bienengesetz'))
  })
})

describe('a citation only if its law is known', () => {
  const weak = (text: string) =>
    findDesignations(text).map((one) => `${one.norms[0]?.readings[0]?.[0]?.kind} ${one.weak}`)
  for (const [text, kind] of [
    ['Nr. 34 der Anlage 2 zum UStG', 'annex'],
    ['Präambel des Grundgesetzes', 'preamble'],
    ['in der Präambel des Vertrages', 'preamble'],
    ['MüKoBGB/Name § 433', 'par'],
  ] as const) {
    it(JSON.stringify(text), () => assert.deepEqual(weak(text), [`${kind} true`]))
  }
})

it('the raised number of a sentence belongs to the citation, the mark of a footnote does not', () => {
  const words = (text: string) => findDesignations(text).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(words('FooG § 5 Abs. 1³.'), ['§ 5 Abs. 1³'])
  assert.deepEqual(words('FooG § 5².'), ['§ 5'])
  assert.deepEqual(words('FooG § 5 Abs. 1 Satz 2³.'), ['§ 5 Abs. 1 Satz 2'])
})

it('of the forms that are read nothing is unread', () => {
  for (const [text] of Object.values(forms).flat()) {
    assert.deepEqual(
      findUnparsed(text, findDesignations(text)).map(({ start, end }) => text.slice(start, end)),
      [],
      text,
    )
  }
})
