import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placedWordsOf, scanWords, wordsOf } from '../../src/search/tokenizer.ts'
import { assertLinear } from '../growth.ts'
import { randomNumbers, randomString } from './random.ts'

describe('wordsOf', () => {
  const cases: [description: string, text: string, words: string[]][] = [
    ['lower case', 'Treu und GLAUBEN', ['treu', 'und', 'glauben']],
    ['ß is ss', 'Maßstab MASSSTAB STRAẞE', ['massstab', 'massstab', 'strasse']],
    [
      'umlauts are written out',
      'Kündigung Kuendigung KÜNDIGUNG Übermaß',
      ['kuendigung', 'kuendigung', 'kuendigung', 'uebermass'],
    ],
    ['decomposed umlauts', 'Ku\u0308ndigung A\u0308nderung', ['kuendigung', 'aenderung']],
    [
      'ae, oe and ue that are no umlauts stay',
      'neue Steuer Quelle Poet Israel',
      ['neue', 'steuer', 'quelle', 'poet', 'israel'],
    ],
    ['accents are dropped', 'Café résumé Ångström Cafe\u0301', ['cafe', 'resume', 'angstroem', 'cafe']],
    ['compatibility forms', 'ﬁnanz Ｖｏｌｌ Ⅳ m² CO₂', ['finanz', 'voll', 'iv', 'm2', 'co2']],
    [
      'a raised run is a word of its own',
      '⁶Der 10¹²fache Wort¹ 10⁻³',
      ['6', 'der', '10', '12', 'fache', 'wort', '1', '10', '3'],
    ],
    [
      'raised letters belong to their number, a power to its unit',
      'Artikel 6ᵇⁱˢ, km², cm³',
      ['artikel', '6bis', 'km2', 'cm3'],
    ],
    ['lowered characters belong to their word', 'CO₂ Vₘₐₓ', ['co2', 'vmax']],
    ['fractions are not words', '3½', ['3']],
    ['soft hyphens', 'Ver\u00adbrau\u00adcher', ['verbraucher']],
    ['zero width characters', 'Ver\u200bbrau\u200dcher \u2060', ['verbraucher']],
    ['numbers', '§ 433, § 675aa, § 3.28a, Nr. 1.', ['§', '433', '§', '675aa', '§', '3.28a', 'nr', '1']],
    ['decimals', '0,5 und 1.000,25 und 1,', ['0,5', 'und', '1.000,25', 'und', '1']],
    ['only one sign between digits', '1..2 1.,2 .5', ['1', '2', '1', '2', '5']],
    [
      'a full stop that is not between digits parts',
      'Abs.1 a.b 3.Teil Satz 2.',
      ['abs', '1', 'a', 'b', '3', 'teil', 'satz', '2'],
    ],
    ['each section sign is a word', '§§ 1 und 2, §5', ['§', '§', '1', 'und', '2', '§', '5']],
    ['a section sign ends a word', 'a§b', ['a', '§', 'b']],
    ['other signs are not words', '¶ – … © %', []],
    ['hyphens part', 'Bund-Länder-Kommission, (Kfz-)Steuer', ['bund', 'laender', 'kommission', 'kfz', 'steuer']],
    ['underscores part', '__proto__', ['proto']],
    ['property names are words', 'constructor toString', ['constructor', 'tostring']],
    ['other scripts', 'Ελλάδα Москва 日本', ['ελλαδα', 'москва', '日本']],
    ['letters outside the BMP', '𝐁𝐆𝐁 𐐷', ['bgb', '𐐷']],
    ['halves of surrogate pairs are no letters', 'a\ud835b\udc01c', ['a', 'b', 'c']],
    ['invisible characters outside the BMP', 'Ver\u{e0100}trag', ['vertrag']],
    ['control characters part', 'a\0b\u0007c\u2028d', ['a', 'b', 'c', 'd']],
    ['marks alone are no words', ' \u0301 \u0308 x', ['x']],
    ['nothing', '', []],
    ['blanks', ' \t\r\n', []],
  ]
  for (const [description, text, words] of cases) {
    test(description, () => assert.deepEqual(wordsOf(text), words))
  }

  test('words of more than 100 characters are cut, never a character in half', () => {
    assert.deepEqual(wordsOf('x'.repeat(5000)), ['x'.repeat(100)])
    assert.deepEqual(wordsOf('x'.repeat(100)), ['x'.repeat(100)])
    assert.deepEqual(wordsOf(`${'x'.repeat(99)}𐐷`), ['x'.repeat(99)])
    assert.deepEqual(wordsOf(`${'x'.repeat(98)}𐐷y`), [`${'x'.repeat(98)}𐐷`])
    assert.deepEqual(wordsOf('ß'.repeat(90)), ['s'.repeat(100)])
  })

  test('the words of a word are that word', () => {
    const random = randomNumbers(1)
    for (let round = 0; round < 5000; round += 1) {
      for (const word of wordsOf(randomString(random))) assert.deepEqual(wordsOf(word), [word])
    }
  })
})

describe('placedWordsOf', () => {
  test('gives the place of each word in the original text, in UTF-16 code units', () => {
    const text = '  Die ﬁnan\u00adzielle Ku\u0308ndigung\u00ad, 😀 𝐁𝐆𝐁 § 3.28a!'
    const words = placedWordsOf(text)
    assert.deepEqual(
      words.map(({ start, end }) => text.slice(start, end)),
      ['Die', 'ﬁnan\u00adzielle', 'Ku\u0308ndigung', '𝐁𝐆𝐁', '§', '3.28a'],
    )
    assert.deepEqual(
      words.map(({ word }) => word),
      ['die', 'finanzielle', 'kuendigung', 'bgb', '§', '3.28a'],
    )
  })

  test('the place of a word that is cut is all of it', () => {
    assert.deepEqual(placedWordsOf(` ${'x'.repeat(5000)} `), [{ word: 'x'.repeat(100), start: 1, end: 5001 }])
  })

  test('on any string: words follow each other within it, and scanWords and wordsOf give the same', () => {
    const random = randomNumbers(2)
    for (let round = 0; round < 5000; round += 1) {
      const text = randomString(random)
      const words = placedWordsOf(text)
      const visited: unknown[] = []
      scanWords(text, (word, start, end) => visited.push({ word, start, end }))
      assert.deepEqual(visited, words)
      assert.deepEqual(
        words.map(({ word }) => word),
        wordsOf(text),
      )
      let previous = 0
      for (const { word, start, end } of words) {
        assert.ok(start >= previous && end > start && end <= text.length && word !== '')
        assert.ok(word.length <= 100 && word.isWellFormed())
        previous = end
      }
    }
  })

  test('any string means the same wherever it stands', () => {
    const random = randomNumbers(3)
    for (let round = 0; round < 2000; round += 1) {
      const [one, other] = [randomString(random), randomString(random)]
      assert.deepEqual(wordsOf(`${one} ${other}`), [...wordsOf(one), ...wordsOf(other)])
    }
  })

  test('takes time in proportion to the length, whatever the text', () => {
    const parts = ['a', 'ü', '1.', '\u00ad', 'a\u0301\u0323', '\ud83d', '😀', '𐐷', 'a ', '§', '\u0301']
    for (const part of parts) assertLinear(placedWordsOf, part)
  })
})
