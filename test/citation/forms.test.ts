import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FoundNorm, findDesignations } from '../../src/citation/find.ts'
import { formatElements } from '../../src/citation/norm-path.ts'

/** `par:433/abs:1`, `par:3..6`, `par:305>ff`, with qualifiers behind `+`. */
function write({ readings, to, following, subdivision, subdivisionTo, qualifiers }: FoundNorm): string {
  const norm =
    formatElements(readings[0] ?? []) + (to === undefined ? '' : `..${to}`) + (following ? `>${following}` : '')
  const parts = formatElements(subdivision) + (subdivisionTo === undefined ? '' : `..${subdivisionTo}`)
  const rest = qualifiers.map(({ kind, value }) => `+${kind}:${value}`).join('')
  return [norm, ...(parts === '' ? [] : [parts])].join('/') + rest
}

/** Each norm with the name of its law as its form tells it, `?` where none is named; what may be none at all is left out. */
function read(text: string): string[] {
  const found: string[] = []
  let behind: string | undefined
  for (const { norms, abbreviation, linkedToNext, weak } of findDesignations(text).reverse()) {
    const law: string | undefined = abbreviation?.text ?? (linkedToNext ? behind : undefined)
    behind = law
    if (!weak) found.unshift(...norms.map((norm) => `${write(norm)} ${law ?? '?'}`))
  }
  return found
}

/** Words, and the norms that they cite. Real designations are examples of notation. */
const forms: [text: string, ...norms: string[]][] = [
  // How courts write
  ['§ 433 Abs. 1 S. 2 Nr. 3 Buchst. a BGB', 'par:433/abs:1/satz:2/nr:3/buchst:a BGB'],
  ['§ 433 Absatz 1 Satz 2 Nummer 3 Buchstabe a BGB', 'par:433/abs:1/satz:2/nr:3/buchst:a BGB'],
  ['§ 433 Abs 1 S 2 Nr 3 Buchst a BGB', 'par:433/abs:1/satz:2/nr:3/buchst:a BGB'],
  ['§ 433 Abs.1 S.2 Nr.3 lit.a BGB', 'par:433/abs:1/satz:2/nr:3/buchst:a BGB'],
  ['§433Abs.1BGB', 'par:433/abs:1 BGB'],
  ['§ 433 I 2 BGB', 'par:433/abs:1/satz:2 BGB'],
  ['§\n433 Abs.\n1 BGB', 'par:433/abs:1 BGB'],
  ['§ 29 Abs. 1 oder\n2. § 263 StGB', 'par:29/abs:1 ?', 'par:263 StGB'],
  ['§ 29 Abs. 1 oder\n2 BtMG', 'par:29/abs:1 BtMG', 'par:29/abs:2 BtMG'],
  ['§§ 29,\n30. Der Rest', 'par:29 ?'],
  ['§ 29 Buchst. a oder\nb) der Rest', 'par:29/buchst:a ?'],
  ['§ 1004 analog BGB', 'par:1004 BGB'],
  ['§ 1004 Abs. 1 entsprechend des BGB', 'par:1004/abs:1 BGB'],
  ['§\u202f433\u2009Abs.\u00a01\u00a0BGB', 'par:433/abs:1 BGB'],
  ['BGB § 433 Abs 1', 'par:433/abs:1 BGB'],
  ['SGB 5 § 13 Abs 3a S 6', 'par:13/abs:3a/satz:6 SGB 5'],
  ['§ 20 Abs 1 Satz 2 Nr 10 SGB XI', 'par:20/abs:1/satz:2/nr:10 SGB XI'],
  ['§ 80 Abs. 5 S. 1 1. Alt. VwGO', 'par:80/abs:5/satz:1+alternative:1 VwGO'],
  ['§ 34 Abs. 1 Satz 1, 2. Halbsatz BauGB', 'par:34/abs:1/satz:1+halbsatz:2 BauGB'],
  ['§ 2 Abs. 1 Buchst. b Doppelbuchst. aa EStG', 'par:2/abs:1/buchst:b/buchst:aa EStG'],
  ['§ 5 Abs. 1 a. F. UWG', 'par:5/abs:1+fassung:alt UWG'],
  ['§ 812 Abs. 1 Satz 1 Fall 1 BGB', 'par:812/abs:1/satz:1+alternative:1 BGB'],
  ['§ 812 Abs. 1 S. 1, 2. Fall BGB', 'par:812/abs:1/satz:1+alternative:2 BGB'],
  ['§ 1 Abs. 1 i. V. m. Anlage 1 Nr. 2 FooV', 'par:1/abs:1 FooV'],
  // A sentence within a number
  ['§ 15 Abs. 1 Satz 1 Nr. 2 Satz 2 EStG', 'par:15/abs:1/satz:1/nr:2+satz:2 EStG'],
  ['§ 4 Abs. 5 Satz 1 Nr. 6b Satz 3 Halbs. 2 EStG', 'par:4/abs:5/satz:1/nr:6b+satz:3+halbsatz:2 EStG'],
  ['§ 3 Nr. 26 Satz 1 und 2 EStG', 'par:3/nr:26+satz:1 EStG', 'par:3/nr:26+satz:2 EStG'],
  [
    '§ 15 Abs. 1 Satz 1 Nr. 2 Satz 2 und 3 EStG',
    'par:15/abs:1/satz:1/nr:2+satz:2 EStG',
    'par:15/abs:1/satz:1/nr:2+satz:3 EStG',
  ],
  ['§ 9 Abs. 1 Satz 3 Nr. 4, Satz 4 EStG', 'par:9/abs:1/satz:3/nr:4 EStG', 'par:9/abs:1/satz:4 EStG'],
  // The letter of a number behind a space
  ['§ 74 a Abs. 1 HGB', 'par:74a/abs:1 HGB'],
  ['§ 651 f Abs. 2 BGB', 'par:651f/abs:2 BGB'],
  ['§ 651 f BGB', 'par:651f BGB'],
  ['§ 651 f. BGB', 'par:651>f BGB'],
  ['§§ 44 f SGB X', 'par:44>f SGB X'],
  ['§§ 91, 91 a, 92 ZPO', 'par:91 ZPO', 'par:91a ZPO', 'par:92 ZPO'],
  // Ranges and lists
  ['§§ 305 ff. BGB', 'par:305>ff BGB'],
  ['§§ 3 bis 6', 'par:3..6 ?'],
  ['§§ 812, 818 Abs. 2 und 819 BGB', 'par:812 BGB', 'par:818/abs:2 BGB', 'par:819 BGB'],
  ['§ 5 Abs. 2 bis 4 UWG', 'par:5/abs:2..4 UWG'],
  ['§ 522 Abs. 2 Satz 1 Nr. 1 bis 4 ZPO', 'par:522/abs:2/satz:1/nr:1..4 ZPO'],
  ['§ 5 Abs. 1 und 2 UWG', 'par:5/abs:1 UWG', 'par:5/abs:2 UWG'],
  ['§ 4 Nr. 1 und 3 UWG', 'par:4/nr:1 UWG', 'par:4/nr:3 UWG'],
  ['§ 307 Abs. 1 S. 1, Abs. 2 Nr. 1 BGB', 'par:307/abs:1/satz:1 BGB', 'par:307/abs:2/nr:1 BGB'],
  [
    '§§ 286 Abs. 1 S. 1, Abs. 2 Nr. 3, 288 Abs. 1 BGB',
    'par:286/abs:1/satz:1 BGB',
    'par:286/abs:2/nr:3 BGB',
    'par:288/abs:1 BGB',
  ],
  ['§§ 97 Abs. 1, 708 Nr. 10, 713 ZPO', 'par:97/abs:1 ZPO', 'par:708/nr:10 ZPO', 'par:713 ZPO'],
  ['§§ 211, 212, 22, 23 Abs. 1 StGB', 'par:211 StGB', 'par:212 StGB', 'par:22 StGB', 'par:23/abs:1 StGB'],
  ['§§ 263 Abs. 1, 13 StGB', 'par:263/abs:1 StGB', 'par:13 StGB'],
  ['§§ 263 I, 13 StGB', 'par:263/abs:1 StGB', 'par:13 StGB'],
  ['§ 823 I, II BGB', 'par:823/abs:1 BGB', 'par:823/abs:2 BGB'],
  ['§ 315c I Nr. 1 lit. a, III Nr. 1 StGB', 'par:315c/abs:1/nr:1/buchst:a StGB', 'par:315c/abs:3/nr:1 StGB'],
  ['§ 433 I 1, 2 BGB', 'par:433/abs:1/satz:1 BGB', 'par:433/abs:1/satz:2 BGB'],
  ['Art. 1 Abs. 1, 2 Abs. 1 GG', 'art:1/abs:1 GG', 'art:2/abs:1 GG'],
  ['Art. 28, 30 EG', 'art:28 EG', 'art:30 EG'],
  ['Art. 5, 7 VO (EG) 261/2004', 'art:5 VO (EG) 261/2004', 'art:7 VO (EG) 261/2004'],
  // As courts and students write lists
  ['Art. 1 I, 2 I GG', 'art:1/abs:1 GG', 'art:2/abs:1 GG'],
  ['Art. 2 I, 1 I GG', 'art:2/abs:1 GG', 'art:1/abs:1 GG'],
  ['Art. 14 I, 12 I, 2 I GG', 'art:14/abs:1 GG', 'art:12/abs:1 GG', 'art:2/abs:1 GG'],
  ['Art. 14 I, 12, 2 I GG', 'art:14/abs:1 GG', 'art:12 GG', 'art:2/abs:1 GG'],
  ['Art. 2 II 1, 1 I GG', 'art:2/abs:2/satz:1 GG', 'art:1/abs:1 GG'],
  ['Art. 5 (1), 2 (1) GG', 'art:5/abs:1 GG', 'art:2/abs:1 GG'],
  ['§ 5 Abs. 1 und 2 (3) UWG', 'par:5/abs:1 ?', 'par:5/abs:2 ?'],
  ['§ 280 I, III BGB', 'par:280/abs:1 BGB', 'par:280/abs:3 BGB'],
  ['§§ 280 I, III, 281 BGB', 'par:280/abs:1 BGB', 'par:280/abs:3 BGB', 'par:281 BGB'],
  ['§ 433 Abs. 1, 2 BGB', 'par:433/abs:1 BGB', 'par:433/abs:2 BGB'],
  ['§ 433 Abs. 1 u. 2 BGB', 'par:433/abs:1 BGB', 'par:433/abs:2 BGB'],
  ['§ 433 Abs. I u. II BGB', 'par:433/abs:1 BGB', 'par:433/abs:2 BGB'],
  ['§ 433 I u II BGB', 'par:433/abs:1 BGB', 'par:433/abs:2 BGB'],
  ['§ 433 Abs. I, II BGB', 'par:433/abs:1 BGB', 'par:433/abs:2 BGB'],
  ['§ 433 (1), (2) BGB', 'par:433/abs:1 BGB', 'par:433/abs:2 BGB'],
  ['§ 433 (1) S. 1 und (2) BGB', 'par:433/abs:1/satz:1 BGB', 'par:433/abs:2 BGB'],
  ['§ 433 I, (2) das andere', 'par:433/abs:1 ?'],
  ['§§ 280 Abs. 1 i. V. m. 241 Abs. 2, 311 Abs. 2 BGB', 'par:280/abs:1 BGB', 'par:241/abs:2 BGB', 'par:311/abs:2 BGB'],
  ['Art. 2 I i.V.m. 1 I GG', 'art:2/abs:1 GG', 'art:1/abs:1 GG'],
  ['§ 280 i.V.m. 241 BGB', 'par:280 BGB', 'par:241 BGB'],
  ['§ 5 Abs. 1 i.V.m. 2 BGB', 'par:5/abs:1 ?'],
  ['§ 5 i.V.m. den §§ 7, 8 UWG', 'par:5 UWG', 'par:7 UWG', 'par:8 UWG'],
  ['§ 5 in Verbindung mit dem § 7 UWG', 'par:5 UWG', 'par:7 UWG'],
  ['§§ 1004 Abs. 1 Satz 2 analog, 823 Abs. 1 BGB', 'par:1004/abs:1/satz:2 BGB', 'par:823/abs:1 BGB'],
  ['§§ 1004 I analog, 12 BGB', 'par:1004/abs:1 BGB', 'par:12 BGB'],
  ['§ 31 analog, § 278 BGB', 'par:31 BGB', 'par:278 BGB'],
  ['§§ 312b, c BGB', 'par:312b BGB', 'par:312c BGB'],
  ['§§ 312b, c und 355 BGB', 'par:312b BGB', 'par:312c BGB', 'par:355 BGB'],
  ['§§ 312c, b BGB', 'par:312c ?'],
  ['§ 312b, c BGB', 'par:312b ?'],
  ['§§ 312b, c der Rest', 'par:312b ?'],
  ['§ 2 Im Übrigen gilt', 'par:2 ?'],
  ['§ 5, i. V. m. § 7 UWG', 'par:5 UWG', 'par:7 UWG'],
  ['§ 5 Abs. 1, i. V. m. Abs. 2 UWG', 'par:5/abs:1 UWG', 'par:5/abs:2 UWG'],
  ['§ 4 Absatz 2 Abschnitt II Nummer 1 FooV', 'par:4/abs:2+abschnitt:ii+nr:1 FooV'],
  ['§ 4 Abschnitt II', 'par:4 ?'],
  // Several laws
  ['§ 5 i.V.m. § 7 Abs. 2 UWG', 'par:5 UWG', 'par:7/abs:2 UWG'],
  ['§ 5 iVm § 7 FooG', 'par:5 FooG', 'par:7 FooG'],
  ['§ 167 VwGO i.V.m. §§ 708 Nr. 11, 711 ZPO', 'par:167 VwGO', 'par:708/nr:11 ZPO', 'par:711 ZPO'],
  ['§§ 823 Abs. 2 BGB, 263 Abs. 1 StGB', 'par:823/abs:2 BGB', 'par:263/abs:1 StGB'],
  ['§§ 823 II BGB, 263 I, 13 StGB und 5 UWG', 'par:823/abs:2 BGB', 'par:263/abs:1 StGB', 'par:13 StGB', 'par:5 UWG'],
  ['Art. 6 GG und 8 EMRK', 'art:6 GG', 'art:8 EMRK'],
  ['§ 839 BGB/Art. 34 GG', 'par:839 BGB', 'art:34 GG'],
  ['§ 242 StGB; § 249 StGB', 'par:242 StGB', 'par:249 StGB'],
  ['§§ 1 BGB, 2 AZR 123/05', 'par:1 BGB'],
  ['§§ 31 BGB analog, 278 BGB', 'par:31 BGB', 'par:278 BGB'],
  ['§ 280 BGB i.V.m. 128 HGB', 'par:280 BGB', 'par:128 HGB'],
  ['§§ 31 BGB; 278 HGB', 'par:31 BGB', 'par:278 HGB'],
  ['§§ 31 BGB; 5 StR 12/03', 'par:31 BGB'],
  ['§ 31 BGB; 278 HGB', 'par:31 BGB'],
  ['Art. 6 GG, 2 BvR 12/99', 'art:6 GG'],
  ['§§ 1, 2 BGB, 3 Kinder', 'par:1 BGB', 'par:2 BGB'],
  // Full names
  ['§ 1 des Bürgerlichen Gesetzbuchs', 'par:1 Bürgerlichen Gesetzbuchs'],
  ['§ 15 des Fünften Buches Sozialgesetzbuch', 'par:15 Fünften Buches Sozialgesetzbuch'],
  ['§ 14 Abs. 2 des Imkerei- und Honiggesetzes', 'par:14/abs:2 Imkerei- und Honiggesetzes'],
  ['§ 3 des Möwensunder Hafengesetzes', 'par:3 Möwensunder Hafengesetzes'],
  ['§ 2 der Bayerischen Honigordnung gilt', 'par:2 Bayerischen Honigordnung'],
  ['§ 5 des Gesetzes über die Pflege der Bienen gilt', 'par:5 Gesetzes über die Pflege der Bienen'],
  ['§ 5 des Gesetzes zur Förderung der wilden Bienen vom 5. Mai', 'par:5 Gesetzes zur Förderung der wilden Bienen'],
  ['§ 5 des Gesetzes über Honig in der Fassung vom 1.1.2000', 'par:5 Gesetzes über Honig'],
  ['§ 5 des Gesetzes über den Honig (HonigG)', 'par:5 HonigG'],
  ['§ 8 der Verordnung zum Schutz der Bienen, die', 'par:8 Verordnung zum Schutz der Bienen'],
  ['§ 5 des Einführungsgesetzes zum Stadtgesetzbuch', 'par:5 Einführungsgesetzes zum Stadtgesetzbuch'],
  ['§ 5 des Honiggesetzes zum Nachteil des Imkers', 'par:5 Honiggesetzes'],
  ['§ 5 des Honiggesetzes für den öffentlichen Dienst', 'par:5 Honiggesetzes'],
  ['§ 5 des Gesetzes über den Honig auf Betreiben des Imkers', 'par:5 Gesetzes über den Honig'],
  ['Artikel 3 des Möwensunder Übereinkommens vom 5. Mai', 'art:3 Möwensunder Übereinkommens'],
  ['§ 7 Zuordnung von Bienen', 'par:7 ?'],
  ['§ 7 Mindestbesatzung von Schiffen', 'par:7 ?'],
  ['§ 5 der Verordnung über die', 'par:5 ?'],
  ['§ 5 des Gesetzes gilt', 'par:5 ?'],
  // Laws of states, of the Union, of nobody
  ['§ 48 VwVfG NRW', 'par:48 VwVfG NRW'],
  ['§ 48 Abs. 1 VwVfG M-V gilt', 'par:48/abs:1 VwVfG M-V'],
  ['BauO Bln § 5', 'par:5 BauO Bln'],
  ['§ 48 VwVfG Hessen', 'par:48 VwVfG Hessen'],
  ['VwVfG Hessen § 48', 'par:48 VwVfG Hessen'],
  ['§ 48 VwVfG Baden-Württemberg gilt', 'par:48 VwVfG Baden-Württemberg'],
  ['§ 48 VwVfG RP', 'par:48 VwVfG RP'],
  ['§ 48 VwVfG S-H', 'par:48 VwVfG S-H'],
  ['§ 48 VwVfG (NRW)', 'par:48 VwVfG (NRW)'],
  ['§ 48 VwVfG des Landes Nordrhein-Westfalen', 'par:48 VwVfG des Landes Nordrhein-Westfalen'],
  ['§ 48 VwVfG für das Land Nordrhein-Westfalen', 'par:48 VwVfG für das Land Nordrhein-Westfalen'],
  ['§ 48 VwVfG des Freistaates Bayern', 'par:48 VwVfG des Freistaates Bayern'],
  ['§ 48 VwVfG der Freien und Hansestadt Hamburg', 'par:48 VwVfG der Freien und Hansestadt Hamburg'],
  ['§ 5 VwVfG Berlin, § 6 VwVfG', 'par:5 VwVfG Berlin', 'par:6 VwVfG'],
  ['§ 5 BGB Berlin, den 5. Mai 2020', 'par:5 BGB'],
  ['§ 5 BGB Berlin, 5. Mai 2020', 'par:5 BGB'],
  ['§ 5 BGB\n\nBerlin', 'par:5 BGB'],
  ['§ 5 StVO für Berlin', 'par:5 StVO'],
  ['§ 5 VwVfG NRW-Kommentar', 'par:5 VwVfG'],
  ['§ 5 StGB der DDR', 'par:5 StGB der DDR'],
  ['§ 5 StGB (DDR)', 'par:5 StGB (DDR)'],
  ['§ 5 StGB der ehemaligen DDR', 'par:5 StGB der ehemaligen DDR'],
  [
    '§ 5 des Strafgesetzbuches der Deutschen Demokratischen Republik',
    'par:5 Strafgesetzbuches der Deutschen Demokratischen Republik',
  ],
  ['§ 5 des Honiggesetzes (HonigG) des Landes Berlin', 'par:5 Honiggesetzes (HonigG) des Landes Berlin'],
  ['Art. 6 der Verfassung der DDR', 'art:6 Verfassung der DDR'],
  ['§ 12 StGB Österreich', 'par:12 StGB Österreich'],
  ['§ 12 ZPO (Österreich)', 'par:12 ZPO (Österreich)'],
  ['§ 5 der Fischereiordnung der Deutschen Bundesbank', 'par:5 Fischereiordnung'],
  ['Art. 6 Abs. 1 BayBO', 'art:6/abs:1 BayBO'],
  ['§ 12 VOB/B', 'par:12 VOB/B'],
  ['Artikel 6 Absatz 1 Unterabsatz 1 Buchstabe f DSGVO', 'art:6/abs:1/buchst:f+unterabsatz:1 DSGVO'],
  ['Art. 6 Abs. 1 S. 1 lit. b) DS-GVO', 'art:6/abs:1/satz:1/buchst:b DS-GVO'],
  ['Erwägungsgrund 47 der DSGVO', 'recital:47 DSGVO'],
  ['Art. 267 Abs. 3 AEUV', 'art:267/abs:3 AEUV'],
  ['Art. 47 GRCh', 'art:47 GRCh'],
  ['Art. 49 EG', 'art:49 EG'],
  ['§ 49 EG', 'par:49 ?'],
  ['Art. 5 Abs. 1 der Verordnung (EU) Nr. 1215/2012', 'art:5/abs:1 Verordnung (EU) Nr. 1215/2012'],
  ['Art. 4 RL 2011/83/EU', 'art:4 RL 2011/83/EU'],
  ['Art. 17 Abs. 2 der Sechsten Richtlinie 77/388/EWG', 'art:17/abs:2 Sechsten Richtlinie 77/388/EWG'],
  ['Art. 7 ARB 1/80', 'art:7 ARB 1/80'],
  ['Art. 4 Abs. 1 Rom II-VO', 'art:4/abs:1 Rom II-VO'],
  ['Art. 15 Brüssel Ia-VO', 'art:15 Brüssel Ia-VO'],
  [
    'Art. 12 des Vertrags über die Arbeitsweise der Europäischen Union',
    'art:12 Vertrags über die Arbeitsweise der Europäischen Union',
  ],
  ['§ 5 FooG Klage', 'par:5 FooG'],
  // Commentaries
  ['vgl. § 241 BGB Rn. 5', 'par:241 BGB'],
]

/** Words that cite no law for certain. */
const nothing = [
  'Palandt/Grüneberg, BGB, 75. Aufl., § 241 Rn. 5',
  'Zöller, ZPO, 30. Aufl., § 91 Rdnr. 3',
  'Müller, Kommentar, 1953, § 74 Anm. 13',
  'Meier, § 38 II Rz 4',
  'Schulze, BewG, § 138 Tz. 31',
  '§ 3 des Mietvertrages',
  '§ 10 des Arbeitsvertrages vom 31. Dezember',
  '§ 3 des Gesellschaftsvertrages vom 5. Mai',
  '§ 5 der Satzung der Beklagten',
  '§ 2 dieser Vereinbarung',
  '§ 3 der Friedhofssatzung',
  'AP Nr. 7 zu § 611 BGB',
  'Buchholz 406.11 § 9 BauGB Nr. 74',
  'Ziffer 5 der AGB',
  'Nr. 7002 VV RVG',
  'Nr. 5 Abs. 2 der Anlage',
  'BGHZ 5, 10; BGH NJW 2001, 5',
  '2 BvR 12/99',
  'IX ZR 23/12',
  'Art der Nutzung',
  'eine Art 5',
  'S. 5 ff. BGB',
  'Seite 12 des BGB',
  'BGB 2002',
  'Aktenzeichen 4 C 12.03',
  'Rn. 5 und 6',
  'BGBl. I S. 738',
  'BT-Drucks. 14/6040, S. 5',
  '12 Abs.',
  'DSGVO',
]

describe('a form of citation', () => {
  for (const [text, ...norms] of forms) it(JSON.stringify(text), () => assert.deepEqual(read(text), norms))
})

describe('no citation is', () => {
  for (const text of nothing) it(JSON.stringify(text), () => assert.deepEqual(read(text), []))
})
