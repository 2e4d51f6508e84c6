import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { analyze, analyzeTerms } from '../../src/search/analysis.ts'
import { randomNumbers, randomString } from './random.ts'

describe('analyze', () => {
  const cases: [description: string, text: string, terms: string[]][] = [
    ['lower case', 'Treu und GLAUBEN', ['treu', 'und', 'glauben']],
    ['ß is ss', 'Maßstab MASSSTAB STRAẞE', ['massstab', 'massstab', 'strasse']],
    ['umlauts are written out', 'Kündigung Kuendigung KÜNDIGUNG', ['kuendigung', 'kuendigung', 'kuendigung']],
    ['decomposed umlauts', 'Ku\u0308ndigung', ['kuendigung']],
    [
      'ae, oe and ue that are no umlauts stay',
      'neue Steuer Quelle Poet Israel',
      ['neue', 'steuer', 'quelle', 'poet', 'israel'],
    ],
    ['accents are dropped', 'Café résumé Ångström', ['cafe', 'resume', 'angstroem']],
    ['compatibility forms', 'ﬁnanz Ｖｏｌｌ Ⅳ m² CO₂', ['finanz', 'voll', 'iv', 'm2', 'co2']],
    ['fractions are not words', '3½', ['3']],
    ['soft hyphens', 'Ver\u00adbrau\u00adcher', ['verbraucher']],
    ['zero width characters', 'Ver\u200bbrau\u200dcher \u2060', ['verbraucher']],
    ['numbers', '§ 433, § 675aa, § 3.28a, Nr. 1.', ['433', '675aa', '3.28a', 'nr', '1']],
    [
      'a full stop that is not between digits parts',
      'Abs.1 a.b 3.Teil Satz 2.',
      ['abs', '1', 'a', 'b', '3', 'teil', 'satz', '2'],
    ],
    ['the section sign is not a term', '§§ § ¶ – …', []],
    ['hyphens part', 'Bund-Länder-Kommission, (Kfz-)Steuer', ['bund', 'laender', 'kommission', 'kfz', 'steuer']],
    ['underscores part', '__proto__', ['proto']],
    ['property names are words', 'constructor toString', ['constructor', 'tostring']],
    ['other scripts', 'Ελλάδα Москва 日本', ['ελλαδα', 'москва', '日本']],
    ['letters outside the BMP', '𝐁𝐆𝐁 𐐷', ['bgb', '𐐷']],
    ['halves of surrogate pairs are no letters', 'a\ud835b\udc01c', ['a', 'b', 'c']],
    ['control characters part', 'a\0b\u0007c\u2028d', ['a', 'b', 'c', 'd']],
    ['marks alone are no words', ' \u0301 \u0308 x', ['x']],
    ['nothing', '', []],
    ['blanks', ' \t\r\n', []],
  ]
  for (const [description, text, terms] of cases) {
    test(description, () => assert.deepEqual(analyzeTerms(text), terms))
  }

  test('gives the place of each word in the original text', () => {
    const text = '  Die ﬁnan\u00adzielle Ku\u0308ndigung\u00ad, § 3.28a!'
    const tokens = analyze(text)
    assert.deepEqual(
      tokens.map(({ start, end }) => text.slice(start, end)),
      ['Die', 'ﬁnan\u00adzielle', 'Ku\u0308ndigung', '3.28a'],
    )
    assert.deepEqual(
      tokens.map(({ term }) => term),
      analyzeTerms(text),
    )
  })

  test('cuts words of more than 100 characters, but not their place', () => {
    const [token] = analyze('x'.repeat(5000))
    assert.deepEqual(token, { term: 'x'.repeat(100), start: 0, end: 5000 })
    assert.deepEqual(analyzeTerms(`${'x'.repeat(99)}𐐷`), ['x'.repeat(99)])
    assert.equal(analyzeTerms('ß'.repeat(90))[0], 's'.repeat(100))
  })

  test('analysing a term gives that term', () => {
    const random = randomNumbers(1)
    for (let round = 0; round < 5000; round += 1) {
      for (const term of analyzeTerms(randomString(random))) assert.deepEqual(analyzeTerms(term), [term])
    }
  })

  test('words follow each other within the text', () => {
    const random = randomNumbers(2)
    for (let round = 0; round < 5000; round += 1) {
      const text = randomString(random)
      let previous = 0
      for (const { term, start, end } of analyze(text)) {
        assert.ok(start >= previous && end > start && end <= text.length && term !== '')
        previous = end
      }
    }
  })

  test('takes time in proportion to the length, whatever the text', () => {
    const texts = ['a', 'ü', '1.', '\u00ad', 'a\u0301\u0323', '\ud83d', '😀', 'a ', '§'].map((part) =>
      part.repeat(300_000),
    )
    for (const text of texts) {
      const start = performance.now()
      analyze(text)
      assert.ok(performance.now() - start < 2000, JSON.stringify(text.slice(0, 6)))
    }
  })
})
