/** Finds the documents that match the clauses of one query. */
import type { Analyzer } from './analyzer.ts'
import { HeadingBudget, PrefixBudget } from './budgets.ts'
import { Coverage } from './coverage.ts'
import {
  documentsOf,
  documentsWithAny,
  documentsWithPhrase,
  documentsWithTerm,
  groupTerms,
  intersection,
} from './document-sets.ts'
import type { PrefixGroup } from './explanation.ts'
import { Occurrence } from './postings.ts'
import type { Clause, Query } from './query-parser.ts'
import type { PostingsReader, QueryData, SearchStorage } from './records.ts'
import { wordsOf } from './tokenizer.ts'

interface ClauseMatcherOptions {
  analyzer: Analyzer
  data: Pick<QueryData, 'terms' | 'words'>
  storage: Pick<SearchStorage, 'headings'>
  /** The number of all documents. */
  documents: number
}

/** Matches clauses within the budgets for prefixes and headings. @throws QueryBudgetError from all methods if one is exceeded */
export class ClauseMatcher {
  readonly #options: ClauseMatcherOptions
  readonly #prefixes = new PrefixBudget()
  readonly #headings = new HeadingBudget()
  readonly #groups = new Map<string, PrefixGroup>()

  constructor(options: ClauseMatcherOptions) {
    this.#options = options
  }

  /**
   * Groups the words that the wanted prefixes expand to.
   * @param words the number of words for coverage; each prefix is one more
   */
  groups(query: Query, words: number): PrefixGroup[] {
    const groups: PrefixGroup[] = []
    for (const clause of query.wanted) {
      if (clause.kind !== 'prefix') continue
      const group = this.#group(clause.prefix, Coverage.marksOf([{ word: words + groups.length, extent: 'whole' }]))
      groups.push(group)
      this.#groups.set(clause.prefix, group)
    }
    return groups
  }

  /** The documents that match all required clauses; undefined without any. A part of a word is enough. */
  async required({ wanted }: Query): Promise<Uint32Array | undefined> {
    const clauses = wanted.filter((clause) => clause.required)
    let common: Uint32Array | undefined
    // Search phrases last, in the documents that match the other clauses: words and prefixes are faster.
    for (const clause of clauses.toSorted((a, b) => Number(a.kind === 'phrase') - Number(b.kind === 'phrase'))) {
      const documents = await this.documentsWith(clause, Occurrence.Part, common)
      common = common === undefined ? documents : intersection([common, documents])
    }
    return common
  }

  /** The documents that match each excluded clause, with whole words. */
  async excluded({ excluded }: Query): Promise<Uint32Array[]> {
    const found: Uint32Array[] = []
    for (const clause of excluded) {
      found.push(await this.documentsWith(clause, Occurrence.Word))
    }
    return found
  }

  #group(prefix: string, marks: number): PrefixGroup {
    const { analyzer, data, documents: count } = this.#options
    const found = new Set<string>()
    const lists = listsOf(data.words.withPrefix(prefix), this.#prefixes, (word) => found.add(analyzer.termOnce(word)))
    const documents = documentsWithAny(lists, count)
    const source = { documents: count, list: (term: string) => data.terms.list(term) }
    return { prefix, marks, ...groupTerms(found, documents, source) }
  }

  /**
   * The documents that match a clause, ascending.
   * @param least the weakest occurrence of a word that counts
   * @param among the documents in which a phrase is looked for
   */
  async documentsWith(clause: Clause, least: number, among?: Uint32Array): Promise<Uint32Array> {
    const { analyzer, data, documents } = this.#options
    if (clause.inHeading) return this.#documentsWithHeading(clause)
    if (clause.kind === 'phrase') {
      return documentsWithPhrase(clause.words, (word) => data.words.list(word), among)
    }
    if (clause.kind === 'word') return documentsWithTerm(data.terms.list(analyzer.term(clause.word)), least)
    const group = this.#groups.get(clause.prefix)
    if (group !== undefined) return group.documents
    return documentsWithAny(listsOf(data.words.withPrefix(clause.prefix), this.#prefixes), documents)
  }

  #inHeadings(word: string): Uint32Array {
    const { analyzer, data } = this.#options
    return documentsWithTerm(data.terms.list(analyzer.termOnce(word)), Occurrence.Heading)
  }

  /** The documents whose headings have all terms of a phrase, or one of a word with the prefix. */
  #candidates(clause: Exclude<Clause, { kind: 'word' }>): Uint32Array {
    const { analyzer, data, documents } = this.#options
    if (clause.kind === 'phrase') {
      const anywhere = documentsWithPhrase(clause.words, (word) => data.words.list(word))
      return intersection([anywhere, ...clause.words.map((word) => this.#inHeadings(word))]) ?? anywhere
    }
    const byTerm = new Map<string, string>()
    for (const { term: word } of data.words.withPrefix(clause.prefix)) {
      this.#prefixes.spend()
      byTerm.set(analyzer.termOnce(word), word)
    }
    const marks = new Uint8Array(documents)
    for (const word of byTerm.values()) {
      for (const document of this.#inHeadings(word)) marks[document] = 1
    }
    return documentsOf(marks)
  }

  /** The index knows the headings of a term. Phrases and prefixes must be searched for in the headings themselves. */
  async #documentsWithHeading(clause: Clause): Promise<Uint32Array> {
    const { storage } = this.#options
    if (clause.kind === 'word') return this.#inHeadings(clause.word)
    const candidates = this.#candidates(clause)
    this.#headings.spend(candidates.length)
    const headings = await storage.headings([...candidates], [])
    const found: number[] = []
    for (const document of candidates) {
      if (isIn(wordsOf(headings.norm(document)), clause)) found.push(document)
    }
    return Uint32Array.from(found)
  }
}

function isIn(words: readonly string[], clause: Exclude<Clause, { kind: 'word' }>): boolean {
  if (clause.kind === 'prefix') return words.some((word) => word.startsWith(clause.prefix))
  return words.some((_, start) => clause.words.every((word, place) => words[start + place] === word))
}

/** The posting lists of terms. @param visit called with each term before its list is read */
function* listsOf(
  entries: ReturnType<PostingsReader['withPrefix']>,
  budget: PrefixBudget,
  visit?: (term: string) => void,
) {
  for (const { term, list } of entries) {
    budget.spend()
    visit?.(term)
    yield list
  }
}
