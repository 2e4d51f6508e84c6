import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { germanAnalyzer } from '../../src/search/analyzer.ts'
import { expandQuery, type Paraphrases, type QueryTerm, withoutParts } from '../../src/search/query-expansion.ts'
import { hasWantedClause, parseQuery } from '../../src/search/query-parser.ts'
import { madeUpWords } from './made-up-words.ts'

const analysis = germanAnalyzer(madeUpWords())
const term = (word: string) => analysis.term(word)
const none: Paraphrases = () => undefined

async function plan(text: string, paraphrases = none): Promise<Omit<QueryTerm, 'evidence'>[]> {
  const expanded = await expandQuery(parseQuery(text), analysis, paraphrases)
  const terms = expanded.terms.filter(({ term }) => !term.startsWith('§'))
  return terms.map(({ evidence, ...term }) => term)
}

/** The planned terms, with weights. */
const weights = async (text: string, paraphrases = none) =>
  Object.fromEntries((await plan(text, paraphrases)).map((planned) => [planned.term, planned.weight]))

/** Paraphrases from rows of words. */
function table(rows: Record<string, string[][]>): Paraphrases {
  const byTerms = new Map(
    Object.entries(rows).map(([words, wordings]) => [words.split(' ').map(term).join(' '), wordings]),
  )
  return (terms) => byTerms.get(terms.join(' '))
}

describe('planTerms', () => {
  test('the terms of the words', async () => {
    assert.deepEqual(await plan('Kündigung Vermieter'), [
      { term: 'kundig', weight: 20, origin: 'word', from: 'kuendigung' },
      { term: 'vermie', weight: 20, origin: 'word', from: 'vermieter' },
    ])
  })

  test('each term once', async () => {
    assert.deepEqual(
      (await plan('kündigt Kündigung gekündigt')).map(({ term, from }) => [term, from]),
      [['kundig', 'kuendigt']],
    )
  })

  test('a compound with its halves, and their parts', async () => {
    assert.deepEqual(await plan('Mieterhöhungsverlangen'), [
      { term: term('mieterhoehungsverlangen'), weight: 20, origin: 'word', from: 'mieterhoehungsverlangen' },
      { term: term('mieterhoehungs'), weight: 10, origin: 'part', from: 'mieterhoehungsverlangen' },
      { term: term('verlangen'), weight: 10, origin: 'part', from: 'mieterhoehungsverlangen' },
      { term: term('miet'), weight: 5, origin: 'part', from: 'mieterhoehungsverlangen' },
      { term: term('erhoehung'), weight: 5, origin: 'part', from: 'mieterhoehungsverlangen' },
    ])
  })

  test('in another language a compound has no parts, but its paraphrases', async () => {
    const rows = table({ mieterhoehungsverlangen: [['rent', 'increase']] })
    const { terms, wordings } = withoutParts(await expandQuery(parseQuery('Mieterhöhungsverlangen'), analysis, rows))
    assert.deepEqual(
      terms.map(({ term }) => term),
      ['mieterhoehungsverlangen', 'rent', 'increase'].map(term).toSpliced(1, 0, '§mieterhohungsverlang'),
    )
    assert.deepEqual(wordings, [])
  })

  test('marks of the norms that a query designates, or that define it', async () => {
    for (const [text, mark] of [
      ['§ 823', '§par:823'],
      ['§ 15A Abs. 1', '§par:15a'],
      ['Art. 5', '§art:5'],
      ['Artikel 12 a', '§art:12a'],
      ['Anlage 2', '§annex:2'],
      ['unverzüglich', '§unverzuglich'],
      ['Pflichten des Geschäftsführers', '§pflich geschaftsfuhr'],
      ['Kündigung und Widerruf der Vollmacht', '§kundig widerruf vollmach'],
      ['§ 823 BGB', '§823 bgb'],
      ['"unverzüglich"', undefined],
      ['unverzüglich -Kauf', '§unverzuglich'],
      ['Rechte und Pflichten der Mieter bei Kündigung', undefined],
      ['der die das', undefined],
    ] as const) {
      const { terms } = await expandQuery(parseQuery(text), analysis, none)
      assert.equal(terms.find(({ term }) => term.startsWith('§'))?.term, mark, text)
    }
  })

  test('a part that is a word of the query counts as that', async () => {
    for (const text of ['Baugenehmigung Genehmigung', 'Genehmigung Baugenehmigung']) {
      const found = (await plan(text)).find((planned) => planned.term === term('genehmigung'))
      assert.deepEqual(found, { term: term('genehmigung'), weight: 20, origin: 'word', from: 'genehmigung' })
    }
  })

  test('function words count only where there is nothing else', async () => {
    assert.deepEqual(Object.keys(await weights('Wann darf der Vermieter die Miete verlangen?')), [
      'vermie',
      'miet',
      'verlang',
    ])
    assert.deepEqual(Object.keys(await weights('was ist das')), ['was', 'ist', 'das'])
    assert.deepEqual(await weights('"was ist"'), { was: 20, ist: 20 })
    assert.deepEqual(await weights('was ist "der Vertrag"'), { vertrag: 20 })
    assert.deepEqual(await weights('§ 433'), { 433: 20 })
  })

  test('words of phrases have neither parts nor paraphrases', async () => {
    const rows = table({ baugenehmigung: [['bauschein']] })
    assert.deepEqual(await weights('"die Baugenehmigung"', rows), { [term('baugenehmigung')]: 20 })
    assert.deepEqual(Object.keys(await weights('Baugenehmigung', rows)).length, 4)
  })

  test('prefixes and excluded words are no terms', async () => {
    assert.deepEqual(await plan('Miet* -Wohnung -"der Vertrag"'), [])
    assert.deepEqual(await weights('Vertrag Miet* -Wohnung'), { vertrag: 20 })
  })

  test('words of a paraphrase, the less the longer it is', async () => {
    const rows = table({
      chef: [['arbeitgeber'], ['eins', 'zwei'], ['drei', 'vier', 'sechs'], ['acht', 'neun', 'zehn', 'elf', 'zwoelf']],
    })
    const planned = await plan('Chef', rows)
    assert.deepEqual(planned.slice(0, 2), [
      { term: 'chef', weight: 20, origin: 'word', from: 'chef' },
      { term: term('arbeitgeber'), weight: 12, origin: 'paraphrase', from: 'chef' },
    ])
    assert.deepEqual(
      planned.slice(2).map(({ weight }) => weight),
      [10, 10, 9, 9, 9, 8, 8, 8, 8, 8],
    )
  })

  test('parts of a paraphrase count as much less as parts of a word', async () => {
    const planned = await plan('Schein', table({ schein: [['baugenehmigung']] }))
    assert.deepEqual(
      planned.map(({ term, weight, origin }) => [term, weight, origin]),
      [
        [term('schein'), 20, 'word'],
        [term('baugenehmigung'), 12, 'paraphrase'],
        [term('bau'), 6, 'paraphrase'],
        [term('genehmigung'), 6, 'paraphrase'],
      ],
    )
  })

  test('rows of up to three words near each other are paraphrased, in any order, then the words that are in none', async () => {
    const rows = table({
      a1: [['kurz']],
      'a1 b2': [['mittel']],
      'a1 b2 c3': [['lang']],
      'a1 b2 c3 d4': [['nie']],
      b2: [['innen']],
      d4: [['hinten']],
    })
    const found = async (text: string) =>
      (await plan(text, rows))
        .filter(({ origin }) => origin === 'paraphrase')
        .map(({ term, from }) => `${term} of ${from}`)
    assert.deepEqual(
      await found('a1 b2 c3 d4'),
      ['lang of a1 b2 c3', 'hint of d4'].map((text) => text.replace('lang', term('lang'))),
    )
    for (const text of ['a1 b2', 'a1 x b2', 'a1 x y b2', 'a1 der b2'])
      assert.deepEqual(await found(text), [`${term('mittel')} of a1 b2`], text)
    assert.deepEqual(await found('b2 a1'), [`${term('mittel')} of b2 a1`])
    assert.deepEqual(await found('a1 x y z b2'), [`${term('kurz')} of a1`, `${term('innen')} of b2`])
    assert.deepEqual(await found('"a1 b2"'), [])
  })

  test('a row of one word beside function words is paraphrased as it is written', async () => {
    const found = async (text: string) =>
      (await plan(text, table({ 'zu spaet': [['verzug']], 'a1 b2': [['mittel']] })))
        .filter(({ origin }) => origin === 'paraphrase')
        .map(({ from }) => from)
    assert.deepEqual(await found('zu spät gezahlt'), ['zu spaet'])
    for (const text of ['spät', 'spät zu zahlen', 'zu sehr spät']) assert.deepEqual(await found(text), [], text)
    assert.deepEqual(await found('a1 zu b2'), ['a1 b2'])
  })

  test('names of object properties', async () => {
    assert.deepEqual((await plan('constructor __proto__ toString')).length, 3)
  })
})

test('asksForSomething', async () => {
  for (const text of ['Miete', '§', 'der', '"Miete"', 'Miet*', '+Miete', 'a -b']) {
    assert.equal(hasWantedClause(parseQuery(text)), true, text)
  }
  for (const text of ['', ' ', '-Miete', '""', '+ - *', '"', '–']) {
    assert.equal(hasWantedClause(parseQuery(text)), false, text)
  }
})
