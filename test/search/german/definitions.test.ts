import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDefinitions } from '../../../src/search/german/definitions.ts'
import { definedWords, likenessOfTerms } from '../../../src/search/german/marks.ts'

const of = (text: string, { heading = '', kind = 'par', language = 'de' } = {}) =>
  findDefinitions({ kind, language, heading, text })
const termsOf = (text: string, options = {}) => of(text, options).map(({ term }) => term)

const CASES: [text: string, terms: string[], heading?: string][] = [
  // In brackets.
  ['Wer ein Boot leiht (Verleiher), haftet. Der Verleiher (Verleiher) zahlt.', ['Verleiher']],
  ['Eine Erklärung am Bildschirm (elektronische Erklärung) genügt.', ['elektronische Erklärung']],
  ['Wer ohne Zögern handelt (unverzüglich), haftet nicht (siehe dort).', ['unverzüglich']],
  ['Das gilt (§ 3), auch später (BGBl. I S. 3), nicht aber hier (siehe oben) oder dort (weggefallen).', []],
  ['Vögel sind Möwen (Laridae), Enten (Anatidae) und der Fluss (Elbe).', []],
  ['Nach § 3 des Hafengesetzes (Liegegeld) und Artikel 5 (Möwen) gilt das nicht.', []],
  ['Wer die Sache zehn Jahre hat, erwirbt das Boot (Ersitzung). Die Ersitzung endet nicht.', ['Ersitzung']],
  ['Er erwirbt das Boot (Ersitzung).', []],
  ['Die Länder und Gemeinden (Gemeindeverbände) zahlen. Die Gemeindeverbände haften.', []],
  ['Sie legen ein Verzeichnis (Bootsverzeichnis) an.', ['Bootsverzeichnis']],
  ['Der Sund und die Förde (im Folgenden: Gewässer) sind frei.', ['Gewässer']],
  // In the sense of a law.
  ['Lotse im Sinne dieses Gesetzes ist, wer Schiffe führt.', ['Lotse']],
  ['Ein kleiner Hafen im Sinne der Verordnung ist jeder andere.', ['kleiner Hafen']],
  ['Im Sinne dieses Gesetzes ist Lotse, wer Schiffe führt.', ['Lotse']],
  ['(2) Als Lotsen im Sinne dieses Gesetzes gelten Schiffsführer.', ['Lotsen']],
  [
    'Als Lotsen im Sinne dieses Gesetzes gelten nicht die Schüler. Lotsen im Sinne dieses Gesetzes sind auch Schüler.',
    [],
  ],
  ['Eine grobe Störung im Sinne des Satzes 1 liegt vor, wenn das Horn tönt.', ['grobe Störung']],
  ['Wer im Sinne dieses Gesetzes tätig ist, zahlt.', []],
  ['Die Bescheinigung im Sinne des § 3 ist der Hafenmeisterei vorzulegen.', []],
  ['Verwaltungsbehörde im Sinne des § 36 des Gesetzes über Ordnungswidrigkeiten ist die Hafenmeisterei.', []],
  // Sentences.
  ['Lotse ist, wer Schiffe führt.', ['Lotse']],
  ['Ein Lotse ist jede Person, die Schiffe führt.', ['Lotse']],
  ['Fahrlässig handelt, wer nicht schaut. Ordnungswidrig handelt, wer lärmt.', ['Fahrlässig']],
  ['Lotse ist eine Person, die Schiffe führt.', []],
  ['Lotse ist eine Person, die Schiffe führt.', ['Lotse'], 'Begriffsbestimmungen'],
  ['(1) Lotsen sind Personen, die Schiffe führen.', ['Lotsen'], 'Die Lotsen'],
  ['Sitz der Lotsen ist das Haus am Kai.', [], 'Lotsen und ihr Sitz'],
  ['Ein Stau liegt vor, wenn drei Boote warten.', ['Stau'], 'Stau'],
  ['Gewählt ist, wer die meisten Stimmen hat. Antragsberechtigt ist, wer ein Boot hat.', []],
  ['Jedem Lotsen ist das Buch zu zeigen. Stillliegende Boote sind gegen Wind zu sichern.', [], 'Lotsen, Boote'],
  ['Unter Ebbe ist das Sinken des Wassers zu verstehen.', ['Ebbe']],
  ['Die Boote werden nachfolgend als Kähne bezeichnet.', ['Kähne']],
  ['Einen Liegeplatz hat jemand dort, wo er anlegt. Als Gehilfe wird bestraft, wer hilft.', ['Liegeplatz', 'Gehilfe']],
  // Lists.
  [
    'Im Sinne dieser Verordnung sind\n1. Feuer: ein Licht,\n2. „dunkle Nacht“ die Zeit ohne Licht.',
    ['Feuer', 'dunkle Nacht'],
  ],
  [
    'In diesem Gesetz ist\n1. Lotse, wer führt,\n2. Hafen jeder Ort mit\na) Kran:\nb) Kai;\n3. Boot\nein Fahrzeug.',
    ['Lotse', 'Hafen', 'Boot'],
  ],
  ['Im Sinne dieses Gesetzes\n1. ist Lotse eine Person,\n2. sind Boote Fahrzeuge, die schwimmen.', ['Lotse', 'Boote']],
  ['(1) Boote im Sinne dieses Gesetzes sind\n1. Kähne: alle,\n2. Flöße.', ['Boote']],
  ['Gebühren zahlen\n1. Lotsen, die führen,\n2. Häfen.', []],
  ['', []],
]

for (const [text, terms, heading = ''] of CASES) {
  test(`terms of ${JSON.stringify(text)}${heading && ` under ${heading}`}`, () =>
    assert.deepEqual(termsOf(text, { heading }), terms))
}

test('each term has its place, its kind, and whether it holds for the whole law', () => {
  const text = 'Lotse im Sinne des Satzes 1 ist, wer ohne Zögern (unverzüglich) führt.'
  assert.deepEqual(of(text), [
    { term: 'Lotse', kind: 'sentence', start: 0, end: 5, isLocal: true },
    { term: 'unverzüglich', kind: 'brackets', start: 50, end: 62, isLocal: false },
  ])
  assert.deepEqual(
    of('Die Anstalt für Ebbe (Anstalt) misst.').map(({ isLocal }) => isLocal),
    [true],
  )
})

test('annexes define no terms, and texts in other languages define those between quotation marks', () => {
  const text = 'Wer ein Boot leiht (Verleiher), haftet.'
  assert.deepEqual(termsOf(text, { kind: 'annex' }), [])
  assert.deepEqual(termsOf(text, { kind: 'art' }), ['Verleiher'])
  const english =
    'For the purposes of this Regulation, the following definitions apply:\n(1) ‘tide’ means water (Water);\n(2) ebb.'
  assert.deepEqual(termsOf(english, { kind: 'art', language: 'en' }), ['tide'])
})

test('hostile texts are read in one pass', () => {
  for (const part of [
    ...[
      '(aaaa ',
      'im Sinne der ',
      '(Aaaa-',
      'Aaaa aaaae ',
      '1. aaaa ',
      'im Sinne der Aaaa ',
      ' ist ',
      'Unter Aaaa ist ',
    ],
    ...['(Aaaa für ', 'wird als ', 'Aaaa im Sinne dieses Gesetzes ist ', '\n1. ', '(im Folgenden: ', '(Aaaa) '],
  ]) {
    of(`Im Sinne dieses Gesetzes sind\n${part.repeat(100_000)}`, { heading: 'Begriffe' })
  }
})

test('a norm has marks for its terms, its heading and its designation, and none for a heading that it lacks', () => {
  const text = 'Wer ein Boot leiht (Verleiher), haftet.'
  const marks = (heading: string, norm = 'par:7') =>
    new Set(definedWords({ kind: 'par', language: 'de', norm, heading, text }).filter((word) => word.startsWith('§')))
  assert.deepEqual([...marks('Der Haftende')], ['§verleih', '§haft', '§par:7', '§§verleih', '§=verleiher'])
  assert.deepEqual([...marks('')], ['§verleih', '§par:7', '§§verleih', '§=verleiher'])
  assert.deepEqual([...marks('Verleiher', 'art:1/par:7')], ['§verleih', '§§verleih', '§=verleiher'])
})

test('terms are alike in every case and number, and less so in other forms', () => {
  assert.equal(likenessOfTerms('Verbrauchers', 'Verbraucher'), 2)
  assert.equal(likenessOfTerms('kleine Häfen', 'kleiner Hafens'), 1)
  assert.equal(likenessOfTerms('kleinen Boote', 'kleines Boot'), 2)
  assert.equal(likenessOfTerms('Unternehmer', 'Unternehmen'), 1)
  assert.equal(likenessOfTerms('Unternehmer', 'Lotse'), 0)
})
