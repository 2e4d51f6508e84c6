import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFinder } from '../../src/search/highlighter.ts'
import { wordsOf } from '../../src/search/tokenizer.ts'
import { pick, randomNumbers, randomString } from './random.ts'

/** The candidate stretches of a text. */
function sifted(sought: readonly string[], text: string): string[] {
  const found: string[] = []
  createFinder(sought)(text, (start, end) => found.push(text.slice(start, end)))
  return found
}

/** Whether a word contains another, not starting within an umlaut. */
function holds(word: string, part: string): boolean {
  const place = word.indexOf(part)
  return place >= 0 && !/[aou]e/.test(word.slice(Math.max(0, place - 1), place + 1))
}

describe('createSieve', () => {
  test('stretches between spaces, in their order, each once', () => {
    assert.deepEqual(sifted(['vertrag'], 'Der Mietvertrag, ein Vertrag/VERTRAG (Vertrags-) und Vertreter.'), [
      'Mietvertrag,',
      'Vertrag/VERTRAG',
      '(Vertrags-)',
    ])
    assert.deepEqual(sifted(['zeit', 'frist'], ' Frist  und Zeit '), ['Frist', 'Zeit'])
  })

  test('at both ends of a text, and of no text', () => {
    assert.deepEqual(sifted(['a'], 'a'), ['a'])
    assert.deepEqual(sifted(['ab'], 'b ab'), ['ab'])
    assert.deepEqual(sifted(['ab'], ''), [])
    assert.deepEqual(sifted(['ab'], '   '), [])
  })

  test('umlauts and ß, however they are written', () => {
    const text = 'Häuser Haeuser Hauser HÄUSER Hause Groß GROSS gross Gros grob'
    assert.deepEqual(sifted(['hauser'], text), ['Häuser', 'Haeuser', 'Hauser', 'HÄUSER'])
    assert.deepEqual(sifted(['haeuser'], text), ['Häuser', 'Haeuser', 'Hauser', 'HÄUSER'])
    for (const word of ['Groß', 'GROSS', 'gross', 'Gros']) assert.ok(sifted(['gros'], text).includes(word), word)
    assert.ok(!sifted(['gros'], text).includes('grob'))
  })

  test('words with unusual signs may always match', () => {
    const unusual = [
      'Ka\u0308ufer',
      'ﬁnanz',
      'm²',
      'Caf\u00e9',
      'Ver\u00adtrag',
      'a\tb',
      'x\u00a0y',
      '日本',
      '\ud800',
      'ẞ',
    ]
    assert.deepEqual(sifted(['vertrag'], unusual.join(' ')), unusual)
    assert.deepEqual(sifted(['日本', 'αβ'], 'Vertrag – „Recht“ … § 5 ‚a‘ •'), [], 'and usual signs do not')
  })

  test('nothing is looked for, or signs of expressions', () => {
    assert.deepEqual(sifted([], 'Der Vertrag'), [])
    assert.deepEqual(sifted(['.*', '[a-z]+', '§', '3.28a'], 'abc § 5 3.28a 3x28a .* [a-z]+'), [
      '§',
      '3.28a',
      '.*',
      '[a-z]+',
    ])
  })

  test('texts of any length, one after the other', () => {
    for (const length of [1, 5, 50_000, 3, 200_000]) {
      assert.deepEqual(sifted(['ende'], `${'x '.repeat(length)}Ende`), ['Ende'])
    }
  })

  test('passes over no word that holds what is looked for, whatever and how much that is', () => {
    const random = randomNumbers(31)
    const syllables = [
      'ver',
      'trag',
      'mie',
      'kün',
      'digung',
      'maß',
      'öl',
      'haus',
      'häu',
      'ser',
      'e',
      's',
      'x',
      '§',
      '5',
    ]
    const word = () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(syllables, random)).join('')
    let found = 0
    for (let round = 0; round < 3000; round += 1) {
      const sought = Array.from({ length: Math.floor(random() * (round % 10 === 0 ? 60 : 8)) }, () => {
        const folded = wordsOf(word())[0] as string
        return folded.slice(0, 1 + Math.floor(random() * folded.length))
      })
      const stretches = Array.from({ length: 30 }, () => (random() < 0.1 ? randomString(random) : word()))
      const text = stretches.join(' ')
      const visited = new Set(sifted(sought, text))
      for (const stretch of text.split(' ')) {
        if (!wordsOf(stretch).some((folded) => sought.some((part) => holds(folded, part)))) continue
        found += 1
        assert.ok(visited.has(stretch), JSON.stringify({ sought, stretch }))
      }
    }
    assert.ok(found > 10_000)
  })
})
