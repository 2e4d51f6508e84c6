import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definedTerms, definedWords } from '../../../src/search/german/defined-terms.ts'

const CASES: [text: string, terms: string[]][] = [
  ['Wer ein Boot leiht (Verleiher), haftet. Der Verleiher (Verleiher) zahlt.', ['Verleiher']],
  ['Eine Erklärung am Bildschirm (elektronische Erklärung) genügt.', ['elektronische Erklärung']],
  ['Wer ohne Zögern handelt (unverzüglich), haftet nicht (siehe dort).', ['unverzüglich']],
  ['Das gilt (§ 3), auch später (BGBl. I S. 3), nicht aber hier (siehe oben) oder dort (weggefallen).', []],
  ['Lotse im Sinne dieses Gesetzes ist, wer Schiffe führt.', ['Lotse']],
  ['Ein kleiner Hafen im Sinne der Verordnung ist jeder andere.', ['kleiner Hafen']],
  ['Wer im Sinne dieses Gesetzes tätig ist, zahlt.', []],
  [
    'Im Sinne dieser Verordnung sind\n1. Feuer: ein Licht,\n2. „dunkle Nacht“ die Zeit ohne Licht.',
    ['Feuer', 'dunkle Nacht'],
  ],
  ['Gebühren zahlen\n1. Lotsen, die führen,\n2. Häfen.', []],
  ['', []],
]

for (const [text, terms] of CASES) {
  test(`terms of ${JSON.stringify(text)}`, () => assert.deepEqual(definedTerms('par', text), terms))
}

test('annexes define no terms', () => {
  assert.deepEqual(definedTerms('annex', 'Fluss (Elbe) und Meer'), [])
  assert.deepEqual(definedTerms('art', 'Fluss (Elbe) und Meer'), ['Elbe'])
})

test('hostile texts are read in one pass', () => {
  for (const part of ['(aaaa ', 'im Sinne der ', '(Aaaa-', 'Aaaa aaaae ', '1. aaaa ', 'im Sinne der Aaaa ']) {
    assert.deepEqual(definedTerms('par', `Im Sinne dieses Gesetzes sind\n${part.repeat(500_000)}`), [])
  }
})

test('a norm has marks for its terms, its heading and its designation, and none for a heading that it lacks', () => {
  const text = 'Wer ein Boot leiht (Verleiher), haftet.'
  const marks = (heading: string, norm = 'par:7') =>
    definedWords({ kind: 'par', norm, heading, text }).filter((word) => word.startsWith('§'))
  assert.deepEqual(marks('Der Haftende'), ['§verleih', '§haft', '§par:7'])
  assert.deepEqual(marks(''), ['§verleih', '§par:7'])
  assert.deepEqual(marks('Verleiher', 'art:1/par:7'), ['§verleih'])
})
