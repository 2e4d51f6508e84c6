import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitSentences } from '../../src/citation/sentences.ts'
import { random } from './random.ts'

/** `|` separates the sentences of a case. */
const cases = [
  'Der Imker meldet den Stand. |Die Behörde prüft ihn.',
  'Nach § 5 Abs. 1 Nr. 3 Satz 2 gilt dies. |Im Übrigen nicht.',
  'Das Gesetz vom 5. Mai 1985 (BGBl. I S. 738) gilt. |Es endet.',
  'Es tritt am 1. Januar 2020 in Kraft. |Das gilt auch für Inseln.',
  'Die Frist endet am 31. Dezember. |Danach ist sie versäumt.',
  'Die Frist beginnt im Jahr 2020. |Der Bund zahlt.',
  'Es gelten die Vorschriften des 2. Abschnitts und des 12. Kapitels.',
  'Mit Vollendung des 18. Lebensjahres endet sie. |Das gilt nicht für Pflegekinder.',
  'Am 3. und 4. Tag ruht sie. |Dann beginnt sie neu.',
  'Die Feier zur 100. Wiederkehr des Tages ist frei.',
  'Das gilt auch nach Absatz 2. |Der Antrag ist zu stellen.',
  'Es gilt Satz 1, 2 oder 3. |Absatz 4 bleibt unberührt.',
  'Es gilt Nummer 2.1. |Der Wert ist zu runden.',
  'Dies gilt entsprechend Satz 1. |§ 5 bleibt unberührt.',
  'Dies gilt i. V. m. Artikel 3. |Danach ist zu verfahren.',
  'Dies sind z. B. Honig und Wachs. |Mehr nicht.',
  'Es sind 5 v. H. der Summe. |Mehr nicht.',
  'Herr A. Müller und Dr. Meier kommen. |Er geht.',
  'Der II. Senat tagt. |Er urteilt.',
  'Das regelt Artikel II. |Der Bund zahlt.',
  'Das regelt Buchstabe a. |Der Antrag ist zu stellen.',
  'Die Steuer beträgt 3,5 Prozent bzw. 4 Prozent. |Der Rest folgt.',
  'Honig, Wachs usw. sind frei. |Der Rest nicht.',
  'Frei sind Honig, Wachs usw. |Der Rest ist es nicht.',
  'Es gelten die §§ 3 ff. |Die Behörde prüft.',
  'Es gelten die §§ 3 ff. Honiggesetz.',
  'Was gilt? |Alles! |Und nun.',
  'Er sagt: „Das ist so. Es bleibt so.“ |Danach geht er.',
  'In Absatz 1 werden die Wörter „Abs. 2. Die Frist“ gestrichen. |Absatz 2 entfällt.',
  'Er zahlt (sofern er will. Sonst nicht) am Ende. |Danach ruht es.',
  '(Das gilt nicht.) |Es gilt anderes.',
  'Er zahlt (am Ende. |Danach ruht es.',
  '1. Der Käufer zahlt.\n|2. Der Verkäufer liefert.',
  'Es sind zu melden:\n1. der Stand,\n2. die Völker. |Das gilt jährlich.',
  'Die Frist beträgt 2 Wochen. |3 Tage später endet sie.',
  '¹Der Imker meldet den Stand. |²Die Behörde prüft ihn nach Abs. |³die Frist läuft.',
  '¹Frei ist\n1. Honig,\n2. Wachs. |²gilt das nicht, zahlt er.',
  'Es sind 10⁶Bq und 10⁻¹⁰ m/s nach Artikel 6ᵇⁱˢ. |¹²Das Wort²Zeichen bleibt.',
  'Er sagt: „¹Das ist so. ²Es bleibt so.“ |²Danach geht er.',
  'ohne Punkt',
  '. ',
]

describe('sentences', () => {
  for (const marked of cases) {
    it(marked.replaceAll('\n', ' '), () => {
      const text = marked.replaceAll('|', '')
      assert.deepEqual(
        splitSentences(text).map(([start, end]) => text.slice(start, end)),
        marked.split('|'),
      )
    })
  }

  it('of nothing are none', () => assert.deepEqual(splitSentences(''), []))

  it('cover any text without gaps', () => {
    const next = random(3)
    const pieces = [
      ...[
        'Der',
        'Abs',
        'Nr',
        '1',
        '31',
        'Januar',
        'z',
        'B',
        '.',
        '. ',
        '!',
        '?',
        ' ',
        '\n',
        '\n\n',
        '(',
        ')',
        '„',
        '“',
      ],
      ...['§', 'usw', 'II', '»', '«', '[', ']', ',', 'x', '\u0000', '\ud83d', 'ß'],
    ]
    for (let run = 0; run < 1000; run++) {
      const text = Array.from({ length: next(40) }, () => next.of(pieces)).join('')
      const spans = splitSentences(text)
      assert.equal(spans.map(([start, end]) => text.slice(start, end)).join(''), text)
      assert.ok(spans.every(([start, end]) => start < end))
    }
  })
})
