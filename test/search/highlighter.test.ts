import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { germanAnalyzer } from '../../src/search/analyzer.ts'
import { createMatcher, type HighlightTargets, type Match } from '../../src/search/highlighter.ts'
import { parseQuery } from '../../src/search/query-parser.ts'
import { placedWordsOf, wordsOf } from '../../src/search/tokenizer.ts'
import { madeUpWords } from './made-up-words.ts'
import { pick, randomNumbers, randomString } from './random.ts'

const analysis = germanAnalyzer(madeUpWords({ tor: 300, oel: 300, haltung: 500 }), 1000)

/** The targets of a query. */
function soughtBy(query: string): HighlightTargets {
  const { wanted } = parseQuery(query)
  return {
    terms: new Set(wanted.flatMap((clause) => (clause.kind === 'word' ? [analysis.term(clause.word)] : []))),
    prefixes: wanted.flatMap((clause) => (clause.kind === 'prefix' ? [clause.prefix] : [])),
    phrases: wanted.flatMap((clause) => (clause.kind === 'phrase' ? [clause.words] : [])),
  }
}

const matchesOf = (query: string, text: string) => createMatcher(soughtBy(query), analysis)(text)
const marked = async (query: string, text: string) =>
  (await matchesOf(query, text)).map(({ start, end }) => text.slice(start, end))

describe('createMatcher', () => {
  test('every form of a word', async () => {
    const forms = ['Kündigung', 'Kündigungen', 'kündigt', 'gekündigt', 'KÜNDIGEN', 'gekündigten']
    assert.deepEqual(await marked('Kündigung', `Die ${forms.join(', der ')}.`), forms)
    assert.deepEqual(await marked('kündigen', 'Kunde Künste Bund'), [])
  })

  test('every spelling of an umlaut', async () => {
    const spellings = [
      'Käufer',
      'Kaeufer',
      'Ka\u0308ufer',
      'KÄUFER',
      'KAEUFER',
      'Käu\u00adfer',
      'Kauf\u00ader',
      'Kaufer',
    ]
    assert.deepEqual(await marked('Käufer', spellings.join(' ')), spellings)
    assert.deepEqual(await marked('Kaeufer', spellings.join(' ')), spellings)
  })

  test('ß and ss', async () => {
    const spellings = ['Schluß', 'Schluss', 'SCHLUSS', 'SCHLUẞ', 'Schlusse']
    assert.deepEqual(await marked('Schluss', spellings.join(' ')), spellings)
    assert.deepEqual(await marked('Schluß', spellings.join(' ')), spellings)
  })

  test('other spellings that are one word', async () => {
    assert.deepEqual(await marked('Finanz m2 cafe', 'ﬁnanz ＦＩＮＡＮＺ m² Café Cafe\u0301'), [
      'ﬁnanz',
      'ＦＩＮＡＮＺ',
      'm²',
      'Café',
      'Cafe\u0301',
    ])
  })

  test('compounds by their parts', async () => {
    const text = 'Das Mieterhöhungsverlangen, die Arbeitszeit und die Baugenehmigungen.'
    assert.deepEqual(await marked('Verlangen Genehmigung', text), ['Mieterhöhungsverlangen', 'Baugenehmigungen'])
    assert.deepEqual(await marked('Miete', text), ['Mieterhöhungsverlangen'])
    assert.deepEqual(await marked('Erhöhung', text), ['Mieterhöhungsverlangen'])
    assert.deepEqual(await marked('Mieterhöhung', text), ['Mieterhöhungsverlangen'])
    assert.deepEqual(await marked('Zeit', text), ['Arbeitszeit'])
    assert.deepEqual(await marked('Heit', 'Freiheit'), [])
  })

  test('parts whose own term ends in what is cut from the compound', async () => {
    assert.deepEqual(await marked('Amt', 'das Heizamt, ein Finanzamt'), ['Heizamt', 'Finanzamt'])
    assert.deepEqual(await marked('Haltung', 'die Tierhaltung'), ['Tierhaltung'])
    assert.deepEqual(await marked('Öl', 'das Heizöl, Heizoel'), ['Heizöl', 'Heizoel'])
  })

  test('no compound by another that it is a part of', async () => {
    assert.deepEqual(await marked('Baugenehmigung', 'Genehmigung, Bau'), [])
  })

  test('numbers and signs', async () => {
    const text = '§ 433, § 3.28a, 3.28 und §§ 4, 43'
    assert.deepEqual(await marked('433', text), ['433'])
    assert.deepEqual(await marked('3.28a', text), ['3.28a'])
    assert.deepEqual(await marked('§', text), ['§', '§', '§', '§'])
  })

  test('prefixes, also such that end in half an umlaut', async () => {
    const text = 'Kündigung Kuendigung Ku\u0308ndigung Kunde künftig Akunde groß gross Große Grosse'
    assert.deepEqual(await marked('künd*', text), ['Kündigung', 'Kuendigung', 'Ku\u0308ndigung'])
    assert.deepEqual(await marked('kund*', text), ['Kunde'])
    assert.deepEqual(await marked('ku*', text), ['Kündigung', 'Kuendigung', 'Ku\u0308ndigung', 'Kunde', 'künftig'])
    assert.deepEqual(await marked('gros*', text), ['groß', 'gross', 'Große', 'Grosse'])
    assert.deepEqual(await marked('groß*', text), ['groß', 'gross', 'Große', 'Grosse'])
    assert.deepEqual(await marked('3.2*', '3.28a 3.2 3128 0,3.2'), ['3.28a', '3.2'])
  })

  test('phrases, over line breaks and punctuation', async () => {
    const text = 'nach Treu\nund\u00a0Glauben, Treu und\tGlauben; Glauben und Treu. Treu, und Glauben'
    assert.deepEqual(await marked('"Treu und Glauben"', text), [
      'Treu',
      'und',
      'Glauben',
      'Treu',
      'und',
      'Glauben',
      'Treu',
      'und',
      'Glauben',
    ])
    assert.deepEqual(await marked('"Treue und Glauben"', text), [])
    assert.deepEqual(await marked('"§ 5 Absatz 1"', 'in § 5 Absatz 1, § 5 Absatz 2'), ['§', '5', 'Absatz', '1'])
  })

  test('phrases that overlap themselves, and phrases beside words', async () => {
    assert.deepEqual(await marked('"a b a"', 'a b a b a c a b'), ['a', 'b', 'a', 'b', 'a'])
    assert.deepEqual(await marked('"Treu und" Glaube', 'Glaube Treu Treu und'), ['Glaube', 'Treu', 'und'])
    assert.deepEqual(await marked('"x y" Verlangen ku*', 'x y z Mieterhöhungsverlangen x Kunde'), [
      'x',
      'y',
      'Mieterhöhungsverlangen',
      'Kunde',
    ])
  })

  test('keys tell what is matched', async () => {
    const keys = async (query: string, text: string) => (await matchesOf(query, text)).map(({ key }) => key)
    assert.deepEqual(await keys('Kündigung Vertrag', 'kündigt den Vertrag, kündigen'), ['kundig', 'vertrag', 'kundig'])
    assert.deepEqual(await keys('ku*', 'Kunde Kündigung'), ['ku', 'ku'])
    assert.deepEqual(await keys('Verlangen', 'Mieterhöhungsverlangen'), [analysis.term('verlangen')])
    assert.deepEqual(await keys('"Treu und"', 'Treu und'), ['treu', 'und'])
  })

  test('nothing sought, nothing found', async () => {
    assert.deepEqual(await marked('', 'Kündigung'), [])
    assert.deepEqual(await marked('Kündigung', ''), [])
    assert.deepEqual(await marked('.*', 'Kündigung [a-z]+ .*'), [])
  })

  test('names of object properties', async () => {
    assert.deepEqual(await marked('constructor __proto__', 'constructor toString proto __proto__'), [
      'constructor',
      'proto',
      'proto',
    ])
  })
})

/** A naive reference: visits and splits every word. */
function findNaively({ terms, prefixes, phrases }: HighlightTargets, text: string): Match[] {
  const words = placedWordsOf(text)
  const inPhrase = words.map(() => false)
  for (const phrase of phrases) {
    for (const start of words.keys()) {
      if (!phrase.every((word, index) => words[start + index]?.word === word)) continue
      for (const index of phrase.keys()) inPhrase[start + index] = true
    }
  }
  return words.flatMap(({ word, start, end }, index) => {
    const term = analysis.term(word)
    const key = terms.has(term)
      ? term
      : (prefixes.find((prefix) => word.startsWith(prefix)) ??
        analysis.parts(word).find((part) => terms.has(part.term))?.term ??
        (inPhrase[index] ? word : undefined))
    return key === undefined ? [] : [{ key, start, end }]
  })
}

describe('the quick way finds what looking at every word finds', () => {
  const stems = [
    'Kündigung',
    'Miete',
    'Erhöhung',
    'Verlangen',
    'Maß',
    'Schluß',
    'Heizöl',
    'Amt',
    'Tier',
    'Haltung',
    'Häuser',
    'Größe',
    'Öl',
    'Bau',
    'Tor',
    'Vertrag',
    'neue',
    'Steuer',
    'Quelle',
    '3.28a',
    '433',
    '§',
    'm²',
    'Treu',
    'und',
    'Fuß',
  ]
  const endings = ['', '', '', 'en', 's', 'es', 'er', 'n', 't', 'ung', 'recht', 'vertrag', 'amt', 'haltung', 'öl', '*']
  const joints = [' ', ' ', ' ', '\n', ', ', '-', '/', '\u00a0', '', '(', '"', '\u00ad']
  const change = (word: string, random: () => number) =>
    pick<(word: string) => string>(
      [
        (text) => text,
        (text) => text,
        (text) => text.toUpperCase(),
        (text) => text.normalize('NFD'),
        (text) => text.replaceAll('ü', 'ue').replaceAll('ö', 'oe').replaceAll('ä', 'ae').replaceAll('ß', 'ss'),
        (text) => text.replaceAll('ü', 'u').replaceAll('ö', 'o').replaceAll('ä', 'a'),
        (text) => `${text.slice(0, 3)}\u00ad${text.slice(3)}`,
        (text) => `ge${text}`,
        (text) => text.slice(0, 3),
      ],
      random,
    )(word)
  const randomWord = (random: () => number) => change(pick(stems, random) + pick(endings, random), random)

  test('in texts of words in many spellings', async () => {
    const random = randomNumbers(7)
    let found = 0
    for (let round = 0; round < 4000; round += 1) {
      const text = Array.from({ length: 12 }, () => randomWord(random) + pick(joints, random)).join('')
      const query = Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomWord(random)).join(' ')
      const sought = soughtBy(query)
      const matches = await createMatcher(sought, analysis)(text)
      assert.deepEqual(matches, findNaively(sought, text), `${JSON.stringify(query)} in ${JSON.stringify(text)}`)
      found += matches.length
    }
    assert.ok(found > 800, `${found}`)
  })

  test('with phrases, too', async () => {
    const random = randomNumbers(8)
    for (let round = 0; round < 1000; round += 1) {
      const text = Array.from({ length: 20 }, () => pick(['Treu', 'und', 'Miete', 'neue', '§'], random)).join(' ')
      const sought = soughtBy(
        `${pick(['Miete', 'neu', ''], random)} "${pick(['Treu und', 'und Treu und', '§'], random)}"`,
      )
      assert.deepEqual(await createMatcher(sought, analysis)(text), findNaively(sought, text))
    }
  })

  test('in any string', async () => {
    const random = randomNumbers(9)
    for (let round = 0; round < 4000; round += 1) {
      const text = Array.from({ length: 3 }, () => randomString(random)).join(' ')
      const words = wordsOf(text)
      const query = words.length === 0 ? 'a' : `${pick(words, random)} ${pick(words, random).slice(0, 2)}*`
      const sought = soughtBy(query)
      assert.deepEqual(
        await createMatcher(sought, analysis)(text),
        findNaively(sought, text),
        JSON.stringify({ query, text }),
      )
    }
  })
})
