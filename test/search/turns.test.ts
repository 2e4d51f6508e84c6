/** Concurrent searches give the same answers as single ones. */
import assert from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { endsLikeLawName } from '../../src/citation/laws/law-form.ts'
import { foldName, nominativeForms } from '../../src/citation/laws/law-names.ts'
import { sentenceAfter } from '../../src/citation/sentences.ts'
import { jurisdictionsNamed } from '../../src/model/jurisdictions.ts'
import { search as operation } from '../../src/operations/search.ts'
import { assetPath } from '../../src/program/package.ts'
import { designatedNorms } from '../../src/resolve/named-norm.ts'
import {
  MAX_PREFIX_WORDS,
  parseQuery,
  QueryBudgetError,
  type QueryData,
  Searcher,
  type SearchRequest,
  type SearchStorage,
} from '../../src/search/index.ts'
import { StoredSearchStorage } from '../../src/store/search-storage.ts'
import { pick, randomNumbers } from './random.ts'
import { corpus, words } from './starter.ts'

const database = new DatabaseSync(assetPath('starter.sqlite'), { readOnly: true })
after(() => database.close())
const read = <Row>(sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values) as Row[]
const [record] = read<{ value: string }>(`SELECT value FROM meta WHERE key = 'search'`)
const statistics = JSON.parse(record?.value ?? '')

/** @param change replaces methods of the storage */
function searcher(change: (storage: StoredSearchStorage) => SearchStorage = (storage) => storage): Searcher {
  const storage = new StoredSearchStorage(statistics, read)
  return new Searcher(change(storage), {
    foldName,
    nominativeForms,
    endsLikeLawName,
    jurisdictionsNamed,
    sentenceAfter,
  })
}

async function requestOf(text: string, more: Partial<SearchRequest> = {}): Promise<SearchRequest> {
  const designated = await designatedNorms(corpus, text)
  return { query: parseQuery(text), designated, codes: [], limit: 20, offset: 0, explain: true, ...more }
}

test('searches that wait for their storage answer as one after the other', async () => {
  const random = randomNumbers(61)
  const word = () => pick(words, random)
  const shapes = [
    word,
    () => `${word()} ${word()} ${word()}`,
    () => `+${word()} ${word()} -${word()}`,
    () => `"${word()} ${word()}" ${word()}`,
    () => `${word().slice(0, 2)}* ${word().slice(0, 3)}* ${word()}`,
    () => `+${word().slice(0, 2)}* -${word().slice(0, 4)}* ${word()}`,
    () => `${word()} MSGB`,
    () => `§ 7 HafenG ${word()}`,
  ]
  const requests: SearchRequest[] = []
  for (let round = 0; round < 64; round += 1)
    requests.push(await requestOf(shapes[round % shapes.length]?.() ?? '', { facets: round % 3 === 0 }))
  const alone = searcher()
  const expected = []
  for (const request of requests) expected.push(await alone.search(request))

  const late = async <Result>(found: Promise<Result>): Promise<Result> => {
    const result = await found
    await setImmediate()
    return result
  }
  const waiting = searcher((storage) =>
    withMethods(storage, {
      fetch: (needs) => late(storage.fetch(needs)),
      normsOf: (kinds, inForce) => late(storage.normsOf(kinds, inForce)),
      headings: (norms, sections) => late(storage.headings(norms, sections)),
      norms: (numbers) => late(storage.norms(numbers)),
      kinds: () => late(storage.kinds()),
      explainedNorms: (numbers) => late(storage.explainedNorms(numbers)),
    }),
  )
  const answers = await Promise.all(requests.map((request) => waiting.search(request)))
  assert.deepEqual(answers, expected)
})

test('a search that fails leaves its place to the next', async () => {
  const failing = searcher((storage) =>
    withData(storage, (data) => ({ ...data, lawsNamed: () => [], terms: broken() })),
  )
  const requests = await Promise.all(Array.from({ length: 12 }, () => requestOf('Hafen')))
  for (const result of await Promise.allSettled(requests.map((request) => failing.search(request)))) {
    assert.equal(result.status, 'rejected')
  }
})

test('the prefixes of a query stand for a limited number of words', async () => {
  const asked = async (count: number, text: string) => {
    const wide = searcher((storage) => withData(storage, (data) => ({ ...data, words: repeated(storage, count) })))
    return wide.search(await requestOf(text))
  }
  const half = Math.floor(MAX_PREFIX_WORDS / 2)
  assert.ok((await asked(half, 'ha* ge*')).partial > 0)
  await assert.rejects(asked(half + 1, 'ha* ge*'), QueryBudgetError)
  await assert.rejects(asked(half + 1, 'Honig -ha* -ge*'), /at most 30000 words; use longer prefixes/)
})

test('a query beyond its budget is invalid input', async () => {
  const prefixes = (count: number) =>
    Array.from({ length: count }, (_, index) => `h${'abcdefghijklm'[index]}*`).join(' ')
  assert.equal((await operation.run(corpus, { q: prefixes(12) })).total_is_exact, true)
  await assert.rejects(operation.run(corpus, { q: prefixes(13) }), {
    kind: 'invalid_input',
    message: 'q: must have at most 12 phrases and prefixes; it has 13',
  })
  await assert.rejects(operation.run(corpus, { q: `Hafen -"a b" -"b c" ${prefixes(11)}` }), /it has 13/)
  const broad = Object.create(corpus, {
    search: { value: async () => Promise.reject(new QueryBudgetError('is broad')) },
  })
  await assert.rejects(operation.run(broad, { q: 'ha*' }), { kind: 'invalid_input', message: 'q: is broad' })
})

test('hits are explained until their texts are too long, the first in any case', async () => {
  const explained = async (length: number) => {
    const long = searcher((storage) =>
      withMethods(storage, {
        norms: async (numbers) =>
          (await storage.norms(numbers)).map((norm) => ({ ...norm, text: norm.text.padEnd(length, ' x') })),
      }),
    )
    const { items } = await long.search(await requestOf('Hafen', { limit: 4 }))
    return items.map(({ explanation }) => (explanation === null ? 'null' : typeof explanation))
  }
  assert.deepEqual(await explained(10), ['object', 'object', 'object', 'object'])
  assert.deepEqual(await explained(200_000), ['object', 'object', 'null', 'null'])
  assert.deepEqual(await explained(600_000), ['object', 'null', 'null', 'null'])
})

/** The storage with some methods replaced. */
function withMethods(storage: StoredSearchStorage, methods: Partial<SearchStorage>): SearchStorage {
  return {
    statistics: storage.statistics,
    terms: storage.terms,
    words: storage.words,
    questions: storage.questions,
    column: (name) => storage.column(name),
    paraphrases: (terms) => storage.paraphrases(terms),
    fetch: (needs) => storage.fetch(needs),
    normsOf: (kinds, inForce) => storage.normsOf(kinds, inForce),
    headings: (norms, sections) => storage.headings(norms, sections),
    norms: (numbers) => storage.norms(numbers),
    askedQuestions: (numbers) => storage.askedQuestions(numbers),
    kinds: () => storage.kinds(),
    laws: (numbers) => storage.laws(numbers),
    explainedNorms: (numbers) => storage.explainedNorms(numbers),
    ...methods,
  }
}

function withData(storage: StoredSearchStorage, change: (data: QueryData) => QueryData): SearchStorage {
  return withMethods(storage, { fetch: async (needs) => change(await storage.fetch(needs)) })
}

/** Unreadable postings. */
function broken(): QueryData['terms'] {
  const fail = () => {
    throw new Error('damaged')
  }
  return { list: fail, withPrefix: fail }
}

/** Words with `count` entries for every prefix, all with the postings of one word. */
function repeated({ words: stored }: StoredSearchStorage, count: number): QueryData['words'] {
  return {
    list: (word) => stored.list(word),
    *withPrefix(prefix) {
      const [entry] = stored.withPrefix(prefix)
      if (entry !== undefined) for (let index = 0; index < count; index += 1) yield entry
    },
  }
}
