/** A remote storage engine: three round trips per search, and reads only of requested data. */
import assert from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { endsLikeLawName } from '../../src/citation/laws/law-form.ts'
import { foldName, nominativeForms } from '../../src/citation/laws/law-names.ts'
import { sentenceAfter } from '../../src/citation/sentences.ts'
import { jurisdictionsNamed } from '../../src/model/jurisdictions.ts'
import { assetPath } from '../../src/program/package.ts'
import { designatedNorms } from '../../src/resolve/named-norm.ts'
import {
  type Headings,
  type PostingsReader,
  parseQuery,
  type QueryData,
  type QueryNeeds,
  Searcher,
  type SearchStorage,
} from '../../src/search/index.ts'
import { StoredSearchStorage } from '../../src/store/search-storage.ts'
import { pick, randomNumbers } from './random.ts'
import { corpus, norms, words } from './starter.ts'

/** Answers in the next turn of the event loop, and only with the requested data. */
class RemoteStorage implements SearchStorage {
  roundTrips = 0
  #pending = false
  readonly #local: StoredSearchStorage

  constructor(local: StoredSearchStorage) {
    this.#local = local
  }

  get statistics() {
    return this.#local.statistics
  }
  get terms() {
    return this.#local.terms
  }
  get words() {
    return this.#local.words
  }
  get questions() {
    return this.#local.questions
  }
  column: SearchStorage['column'] = (name) => this.#local.column(name)
  paraphrases: SearchStorage['paraphrases'] = (terms) => this.#local.paraphrases(terms)

  async fetch(needs: QueryNeeds): Promise<QueryData> {
    await this.#roundTrip()
    const local = await this.#local.fetch(needs)
    const lawNames = new Set(needs.lawNames)
    return {
      terms: restricted(local.terms, needs.terms),
      words: restricted(local.words, needs.words),
      questions: restricted(local.questions, needs.questions),
      lawsNamed: (name) => local.lawsNamed(named(lawNames, name)),
      lawWithCode: (code) => local.lawWithCode(named(new Set(needs.codes), code)),
      lawsIn: (jurisdiction) => local.lawsIn(named(new Set([needs.jurisdiction ?? '']), jurisdiction)),
      normNumber: (norm) => local.normNumber(named(new Set(needs.norms), norm)),
    }
  }

  async normsOf(kinds: readonly string[], inForce: boolean) {
    await this.#roundTrip()
    return this.#local.normsOf(kinds, inForce)
  }

  async headings(norms: readonly number[], sections: readonly number[]): Promise<Headings> {
    await this.#roundTrip()
    const local = await this.#local.headings(norms, sections)
    return {
      norm: (norm) => local.norm(named(new Set(norms), norm)),
      section: (section) => local.section(named(new Set(sections), section)),
    }
  }

  async norms(numbers: readonly number[]) {
    await this.#roundTrip()
    return this.#local.norms(numbers)
  }

  async askedQuestions(numbers: readonly number[]) {
    if (numbers.length > 0) await this.#roundTrip()
    return this.#local.askedQuestions(numbers)
  }

  async kinds() {
    await this.#roundTrip()
    return this.#local.kinds()
  }

  async laws(numbers: readonly number[]) {
    await this.#roundTrip()
    return this.#local.laws(numbers)
  }

  async explainedNorms(numbers: readonly number[]) {
    await this.#roundTrip()
    return this.#local.explainedNorms(numbers)
  }

  /** Requests made before an answer arrives share a round trip. */
  async #roundTrip(): Promise<void> {
    if (!this.#pending) this.roundTrips += 1
    this.#pending = true
    await setImmediate()
    this.#pending = false
  }
}

function named<Name>(names: ReadonlySet<Name>, name: Name): Name {
  assert.ok(names.has(name), `${JSON.stringify(name)} was not named`)
  return name
}

function restricted(reader: PostingsReader, terms: Iterable<string>): PostingsReader {
  const names = new Set(terms)
  return {
    list: (term) => reader.list(named(names, term)),
    *withPrefix(prefix) {
      for (const entry of reader.withPrefix(prefix)) {
        named(names, entry.term)
        yield entry
      }
    },
  }
}

test('a search makes at most three round trips, reads only what it named, and finds the same', async () => {
  const database = new DatabaseSync(assetPath('starter.sqlite'), { readOnly: true })
  const read = <Row>(sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values) as Row[]
  const [record] = read<{ value: string }>(`SELECT value FROM meta WHERE key = 'search'`)
  const local = new StoredSearchStorage(JSON.parse(record?.value ?? ''), read)
  const remote = new RemoteStorage(local)
  const searcher = new Searcher(remote, {
    foldName,
    nominativeForms,
    endsLikeLawName,
    jurisdictionsNamed,
    sentenceAfter,
  })
  const random = randomNumbers(91)
  const word = () => pick(words, random)
  const shapes = [
    word,
    () => `${word()} ${word()} ${word()}`,
    () => `+${word()} ${word()} -${word()}`,
    () => `"${word()} ${word()}" -"${word()}"`,
    () => `${word().slice(0, 3)}* ${word()}`,
    () => `+${word().slice(0, 2)}* -${word().slice(0, 4)}*`,
    () => `${word()}${word()}`,
    () => pick(norms, random).norm.heading,
    () =>
      `${pick(norms, random).norm.label} ${pick(['MSGB', 'HafenG', 'Bienenhaltungsverordnung', ''], random)} ${word()}`,
    () => `${word()} ${pick(['MSGB', 'msgb', 'Leuchtfeuerordnung'], random)}`,
    () => 'wer darf kündigen Chef Rausschmiss',
  ]
  const withFields = [
    () => `(${word()} OR law:msgb) AND NOT "${word()} ${word()}"`,
    () => `-law:hafeng_2021 +${word()} heading:${word()}`,
  ]
  for (let round = 0; round < 250; round += 1) {
    const shape = round < 220 ? shapes[round % shapes.length] : withFields[round % 2]
    const query = parseQuery(shape?.() ?? '')
    const designated = await designatedNorms(corpus, query.prose)
    const codes = round % 5 === 0 ? ['msgb', 'unknown'] : []
    const jurisdiction = round % 7 === 0 ? 'de' : undefined
    const kinds = round % 3 === 0 ? ['par', 'art'] : []
    const inForce = round % 4 === 0
    const request = {
      query,
      codes,
      jurisdiction,
      kinds,
      inForce,
      designated,
      limit: 20,
      offset: round % 3,
      explain: round % 2 === 0,
    }
    remote.roundTrips = 0
    const page = await searcher.search(request)
    assert.ok(remote.roundTrips >= 2 && remote.roundTrips <= 3, `${query.text}: ${remote.roundTrips} round trips`)
    assert.deepEqual(page, await corpus.search(request), query.text)
  }
  database.close()
})
