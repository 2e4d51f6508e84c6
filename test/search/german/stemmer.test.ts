import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stem } from '../../../src/search/german/stemmer.ts'
import { wordsOf } from '../../../src/search/tokenizer.ts'
import { drawWord, randomNumbers, vocabulary } from '../random.ts'

const stems = (text: string) => wordsOf(text).map(stem)
const haveOneTerm = (text: string) => assert.equal(new Set(stems(text)).size, 1, stems(text).join(' '))

describe('endings are cut as CISTEM cuts them', () => {
  const cases: [words: string, stems: string, why: string][] = [
    // The examples of the published implementations, in their case-insensitive form.
    ['Speicherbehältern', 'speicherbehal', 'n, er, t one after the other'],
    ['Grenzpostens', 'grenzpo', 's, n, e, t, s'],
    ['Ausgefeiltere', 'ausgefeil', 'e, er, e, t'],
    ['Haus Hause Hauses Häuser Häusern', 'hau hau hau hau hau', 'umlauts lose their dots'],
    ['Gericht Gerichte Gerichts', 'gerich gerich gerich', 't is an ending'],
    ['am im um der das', 'am im um der das', 'three letters are never cut'],
    ['aber oder', 'aber oder', 'er is cut only from words of more than five letters'],
    ['Kinder Kindern Kind', 'kind kind kind', 'er of Kinder, but not nd of Kind'],
    ['Hand Abend', 'hand abend', 'nd is cut only from words of more than five letters'],
    ['Jugend während', 'jug wahr', 'nd is cut from longer words, then e'],
    ['fallen Fall falle', 'fall fall fall', 'letters that stand twice are not an ending'],
    ['Schluss Schlusses Schluß', 'schluss schluss schluss', 'a double s is not two endings'],
    ['Fisch Fische Fischerei', 'fisch fisch fischerei', 'sch and ei are one sign each'],
    ['Knie Knien die', 'knie knie die', 'ie is one sign, and no ending'],
    ['Ei Eier zwei', 'ei eier zwei', 'ei is one sign, and no ending'],
    ['Tisch', 'tisch', 'three signs are left alone'],
  ]
  for (const [words, expected, why] of cases) {
    test(`${words}: ${why}`, () => assert.deepEqual(stems(words), expected.split(' ')))
  }
})

describe('what differs from CISTEM', () => {
  test('-nis doubles its s', () => {
    haveOneTerm('Zeugnis Zeugnisse Zeugnissen Zeugnisses')
    haveOneTerm('Verhältnis Verhältnisse')
    assert.deepEqual(stems('nisse'), ['nis'])
  })

  test('ge- is cut from participles', () => {
    haveOneTerm('kündigt gekündigt gekündigte gekündigten gekündigter gekündigtes gekündigtem')
    haveOneTerm('zahlen zahlt gezahlt gezahlten')
    haveOneTerm('mietet gemietet gemieteten')
  })

  test('ge- is not cut from words that only look like participles, nor from others', () => {
    assert.deepEqual(stems('Gericht Gehalt Gesellschaft Gesundheit Gefahr Gesetz Geld Gebiet'), [
      'gerich',
      'gehal',
      'gesellschaf',
      'gesund',
      'gefahr',
      'gesetz',
      'geld',
      'gebie',
    ])
    assert.deepEqual(stems('Geist'), ['geis'], 'two letters before t do not make a participle')
  })

  test('t is cut only where four letters remain', () => {
    assert.deepEqual(stems('haftet haften Haft Hafen'), ['haft', 'haft', 'haft', 'haf'])
    assert.deepEqual(stems('Fahrt Rat Amt'), ['fahr', 'rat', 'amt'])
  })

  test('endings that make nouns are cut from words with four letters more', () => {
    haveOneTerm('wirksam wirksame wirksamen Wirksamkeit')
    haveOneTerm('fruchtbar fruchtbare Fruchtbarkeit')
    haveOneTerm('Minderjährige minderjährig Minderjährigkeit')
    haveOneTerm('Eigentum Eigentümlichkeit')
    assert.deepEqual(stems('Leistung Zeitung Haltung Einheit'), ['leis', 'zeitung', 'halt', 'einhei'])
    assert.deepEqual(stems('Satzung Satz Sitzung Sitz'), ['satzung', 'satz', 'sitzung', 'sitz'])
    assert.deepEqual(stems('Ursprung Sprung'), ['urspr', 'sprung'])
  })
})

describe('stem', () => {
  test('a verb and its noun are one term', () => {
    haveOneTerm('Kündigung Kündigungen kündigt gekündigt kündigen Kuendigung')
    haveOneTerm('Erhöhung Erhöhungen erhöht erhöhen')
    haveOneTerm('Entziehung entziehen entzieht')
    haveOneTerm('Bestimmung Bestimmungen bestimmt bestimmen')
    haveOneTerm('Verpflichtung verpflichten verpflichtet')
    haveOneTerm('Anfechtung anfechten')
    haveOneTerm('Haftung haften haftet Haft')
    haveOneTerm('Leistung leisten geleistet')
    haveOneTerm('Verwendung verwenden verwendet')
    haveOneTerm('Vertretung Vertreter vertreten vertretend')
    haveOneTerm('Rechnung rechnen gerechnet')
    haveOneTerm('Ordnung ordnen geordnet')
    haveOneTerm('Schuld Schuldner schuldet')
    haveOneTerm('Wohnung wohnen wohnt')
    haveOneTerm('Lieferung liefern geliefert')
    haveOneTerm('Minderung mindern gemindert')
  })

  test('spellings of an umlaut are one term, also that without it', () => {
    haveOneTerm('Käufer Kaeufer Kaufer')
    haveOneTerm('Vermögen Vermoegen Vermogen')
    haveOneTerm('Grundstück Grundstueck Grundstuck')
  })

  test('ue that is no umlaut stays', () => {
    assert.deepEqual(stems('neue Steuer Quelle Frauen'), ['neu', 'steu', 'quell', 'frau'])
  })

  test('words that must not meet', () => {
    for (const pair of [
      'Vertrag Vertrauen',
      'Miete Mittel',
      'Kündigung Kunde',
      'haftet Hafen',
      'Steuer Steuerung',
      'Recht Rechnung',
      'Recht rechnen',
      'Hund hundert',
      'Enten entsenden',
      'Fahne fahnden',
      'Raten Rat',
      'verwenden verwerten',
      'anwesend anwenden',
      'mindestens mindern',
      'Nacht nächste',
      'Internet intern',
      'Orden ordnen',
      'gelangt lang',
      'Bereicherung Bereich',
      'Lage LAG',
      'gegen GEG',
      'Säge SAG',
      'Eigentum Eigner',
      'Gefahr Fahrt',
      'Geschäft Schaf',
      'Quelle Qual',
      'Gericht Richter',
    ]) {
      const [one, other] = stems(pair)
      assert.notEqual(one, other, pair)
    }
  })

  test('a word with anything but letters from a to z is its own stem', () => {
    for (const word of ['433', '3.28a', '675aa', '§', 'ελλαδα', 'm2', 'москва', '']) assert.equal(stem(word), word)
  })

  test('a piece of the word is left, of at least three letters', () => {
    const random = randomNumbers(4)
    const words = vocabulary(800, random)
    for (let round = 0; round < 3000; round += 1) {
      for (const word of wordsOf(drawWord(words, random))) {
        if (!/^[a-z]+$/.test(word)) continue
        const plain = word.replace(/ae|oe|(?<![aeq])ue/g, (letters) => letters.charAt(0))
        const result = stem(word)
        assert.ok(plain.includes(result), word)
        assert.ok(result.length >= Math.min(3, plain.length), `${word}: ${result}`)
      }
    }
  })
})
