/** Finds the documents that fulfil the operators of a query: 1 for each of them. */
import type { DocumentRange } from './choice.ts'
import type { ClauseMatcher } from './clause-matcher.ts'
import { documentsOf } from './document-sets.ts'
import { Occurrence } from './postings.ts'
import type { Clause, Condition } from './query-parser.ts'

interface ConditionMatcherOptions {
  clauses: ClauseMatcher
  /** The number of all documents. */
  documents: number
  /** The documents of a law, by its name in the query; undefined if the law is unknown. */
  rangeOf(name: string): DocumentRange | undefined
}

export class ConditionMatcher {
  readonly #options: ConditionMatcherOptions
  /** Cache of results: clauses may recur. */
  readonly #found = new Map<string, Uint32Array>()

  constructor(options: ConditionMatcherOptions) {
    this.#options = options
  }

  /** The documents that fulfil a condition, ascending. @throws QueryBudgetError as the matcher of clauses */
  async documents(condition: Condition): Promise<Uint32Array> {
    return documentsOf(await this.#matching(condition, Occurrence.Part))
  }

  /** @param least the weakest occurrence of a word that counts: `-word` does not exclude parts of compounds */
  async #matching(condition: Condition, least: number): Promise<Uint8Array> {
    const opposite = least === Occurrence.Part ? Occurrence.Word : Occurrence.Part
    if (condition.kind === 'not') return inverted(await this.#matching(condition.of, opposite))
    if (condition.kind !== 'group') {
      const combine = condition.kind === 'all' ? keep : add
      const [first, ...others] = condition.of as [Condition, ...Condition[]]
      const marks = await this.#matching(first, least)
      for (const other of others) combine(marks, await this.#matching(other, least))
      return marks
    }
    const { wanted, excluded, laws, excludedLaws, nested } = condition
    const required = wanted.filter((clause) => clause.required)
    const parts: Uint8Array[] = []
    for (const clause of required) parts.push(await this.#with([clause], least))
    for (const part of nested) parts.push(await this.#matching(part, least))
    if (parts.length === 0 && wanted.length > 0) parts.push(await this.#with(wanted, least))
    if (laws.length > 0) parts.push(this.#ofLaws(laws))
    if (excluded.length > 0) parts.push(inverted(await this.#with(excluded, opposite)))
    if (excludedLaws.length > 0) parts.push(inverted(this.#ofLaws(excludedLaws)))
    const [marks, ...others] = parts as [Uint8Array, ...Uint8Array[]]
    for (const other of others) keep(marks, other)
    return marks
  }

  /** The documents with any of the clauses. */
  async #with(clauses: readonly Clause[], least: number): Promise<Uint8Array> {
    const marks = new Uint8Array(this.#options.documents)
    for (const clause of clauses) {
      const key = JSON.stringify([clause, least])
      const documents = this.#found.get(key) ?? (await this.#options.clauses.documentsWith(clause, least))
      this.#found.set(key, documents)
      for (let place = 0; place < documents.length; place += 1) marks[documents[place] as number] = 1
    }
    return marks
  }

  /** The documents of any of the laws. */
  #ofLaws(names: readonly string[]): Uint8Array {
    const marks = new Uint8Array(this.#options.documents)
    for (const name of names) marks.fill(1, ...(this.#options.rangeOf(name) ?? [0, 0]))
    return marks
  }
}

function inverted(marks: Uint8Array): Uint8Array {
  for (let place = 0; place < marks.length; place += 1) marks[place] = 1 - (marks[place] as number)
  return marks
}

function keep(marks: Uint8Array, others: Uint8Array): void {
  for (let place = 0; place < marks.length; place += 1)
    marks[place] = (marks[place] as number) & (others[place] as number)
}

function add(marks: Uint8Array, others: Uint8Array): void {
  for (let place = 0; place < marks.length; place += 1)
    marks[place] = (marks[place] as number) | (others[place] as number)
}
