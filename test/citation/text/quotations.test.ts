import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findQuotations, lettersOf, wordsOfLaw, wordsOfQuotation } from '../../../src/citation/text/quotations.ts'

describe('the quotations of a text', () => {
  const cases: [name: string, text: string, ...quoted: string[]][] = [
    ['German marks', 'a „b c“ d „e” f „g" h', 'b c', 'e', 'g'],
    ['guillemets in both directions', 'a »b« c «d» e', 'b', 'd'],
    ['English and straight marks', 'a “b” c "d" e ("f")', 'b', 'd', 'f'],
    ['nested ones', 'a „b „c“ d »e« ‚f‘“ g', 'b „c“ d »e« ‚f‘'],
    ['one that is never closed', 'a „b\n\nC „d“ e', 'd'],
    ['one that a paragraph ends', 'a „b.\n\nC“ d „e“', 'e'],
    ['paragraphs of one', '„a.\n\n(2) b.\n\n3. c“', 'a.\n\n(2) b.\n\n3. c'],
    ['signs for inches', 'ein 5" breites Brett und ein 7" breites'],
    ['closing marks alone', 'a“ b” c«'],
    ['blocks', '\ufff9a\ufffb\n\ufffc\n\ufff9b\ufffb c \ufff9d\ufffb', 'a\ufffb\n\ufffc\n\ufff9b', 'd'],
    ['quotations in a block', '\ufff9„a b c d“ (e)\ufffb', 'a b c d'],
  ]
  for (const [name, text, ...quoted] of cases) {
    it(name, () =>
      assert.deepEqual(
        findQuotations(text).map(({ from, to }) => text.slice(from, to)),
        quoted,
      ),
    )
  }

  it('are found in linear time', () => {
    for (const text of ['„', '“', '„a“', '"', '„\n\n', '\ufff9', '\ufff9„a“\ufffb']) {
      const start = performance.now()
      findQuotations(text.repeat(200_000))
      assert.ok(performance.now() - start < 5000, text)
    }
  })
})

const runsOf = (text: string) =>
  wordsOfQuotation(text).map(({ words }) => words.map(({ letters }) => letters).join(' '))

describe('the words of a quotation', () => {
  const cases: [name: string, text: string, ...runs: string[]][] = [
    ['omissions and insertions', 'a […] b (…) c … d [des e] f (...) g', 'a', 'b', 'c', 'd', 'f', 'g'],
    ['numbers and marks', '(1) ¹Wer 2Die a² b m² 1,5', 'wer die a b m² 1,5'],
    ['hyphenation', 'Ver-\npflich\u00adtung', 'verpflichtung'],
    [
      'spelling',
      'daß muß Schiffahrt Schifffahrt selbstständig Photo Öl Oel',
      'dass muss schiffahrt schiffahrt selbstaendig foto oel oel',
    ],
  ]
  for (const [name, text, ...runs] of cases) it(name, () => assert.deepEqual(runsOf(text), runs))

  it('may begin or end within a word at a bracket', () => {
    assert.deepEqual(
      wordsOfQuotation('[d]er Käufer verpflichtet[e]').map((run) => [run.isOpenBefore, run.isOpenAfter]),
      [[true, true]],
    )
  })

  it('tells the marks of items in a law', () => {
    const marks = wordsOfLaw('(1) Wer\n1. den Platz\na) am 1. Mai').filter(({ isMark }) => isMark)
    assert.deepEqual(
      marks.map(({ letters }) => letters),
      ['1', 'a'],
    )
  })

  it('have the letters of their words', () => assert.equal(lettersOf('Straße'), lettersOf('STRASSE')))
})
