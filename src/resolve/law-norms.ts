/** The norms of one law, for matching with designations. */

import { nameOfNorm, UNION } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { compareValues, type NormPath } from '../citation/norm-path.ts'
import { NormSet, type PlacedNorm, placedNorm, type Siblings } from '../citation/norm-set.ts'
import { valueMembers } from '../citation/ranges.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawSummary, NormSummary, NormVersion } from '../model/corpus.ts'
import type { Candidate } from '../util/errors.ts'

/** One norm of a law. */
export type LawNorm = PlacedNorm<NormSummary>

/** Up to this number, look-ups of one law cost less than its outline. */
const LOOKUPS_BEFORE_OUTLINE = 8

/** LRU cache size per corpus, in norms. */
const CACHED_NORMS = 20_000
/** Cache weight of a law before its outline is read, in norms. */
const UNREAD_WEIGHT = 100

const cache = new WeakMap<Corpus, Map<string, LawNorms>>()

/** The norms of a law, from the corpus's LRU cache. */
export function lawNormsOf(corpus: Corpus, law: LawSummary): LawNorms {
  const laws = cache.get(corpus) ?? new Map<string, LawNorms>()
  cache.set(corpus, laws)
  const norms = laws.get(law.code) ?? new LawNorms(corpus, law)
  laws.delete(law.code)
  laws.set(law.code, norms)
  let count = [...laws.values()].reduce((sum, { weight }) => sum + weight, 0)
  for (const [code, { weight }] of laws) {
    if (count <= CACHED_NORMS || code === law.code) break
    laws.delete(code)
    count -= weight
  }
  return norms
}

/** The norms of one law. The first look-ups query the corpus by name; later ones read and cache the whole outline. */
export class LawNorms {
  readonly law: LawSummary
  readonly #corpus: Corpus
  #lookups = 0
  #set: NormSet<NormSummary> | undefined
  readonly #byNumber = new Map<string, LawNorm[]>()
  #textGap: string | null | undefined

  constructor(corpus: Corpus, law: LawSummary) {
    this.#corpus = corpus
    this.law = law
  }

  /** The versions of a norm in all states, newest first. */
  versions(path: string): Promise<NormVersion[]> {
    return this.#corpus.normVersions(this.law.code, path)
  }

  /** Cache weight, in norms. */
  get weight(): number {
    return this.#set?.size ?? UNREAD_WEIGHT
  }

  /** All norms, in document order. */
  async all(): Promise<readonly LawNorm[]> {
    return (await this.#read()).all
  }

  /** The norms whose path ends in one of these elements (`par:433`), counters aside, in document order. */
  async endingIn(elements: readonly string[]): Promise<LawNorm[]> {
    if (this.#set === undefined && ++this.#lookups <= LOOKUPS_BEFORE_OUTLINE) {
      const found = await this.#corpus.normsEndingIn(this.law.code, elements)
      return found.map((norm, place) => placedNorm(norm, norm.norm, place))
    }
    return (await this.#read()).endingIn(elements)
  }

  async #read(): Promise<NormSet<NormSummary>> {
    this.#set ??= new NormSet(await this.#corpus.outline(this.law.code))
    return this.#set
  }

  /** The norms of a kind in the order of their numbers. */
  async byNumber(kind: string): Promise<readonly LawNorm[]> {
    let sorted = this.#byNumber.get(kind)
    if (sorted === undefined) {
      sorted = (await this.all()).filter(({ own }) => own.kind === kind)
      sorted.sort((a, b) => compareValues(a.own.value, b.own.value))
      this.#byNumber.set(kind, sorted)
    }
    return sorted
  }

  /** The norms of the kind and place of a path. */
  async siblingsOf(path: NormPath['norm']): Promise<Siblings<NormSummary>> {
    return (await this.#read()).siblingsOf(path)
  }

  /** The reason why the corpus may lack a norm of the law; `null` if it has the whole text. */
  async textGap(): Promise<string | null> {
    if (this.#textGap === undefined) this.#textGap = findTextGap(this.law, await this.all())
    return this.#textGap
  }

  /**
   * The reason why the corpus lacks norms of a kind: recitals of acts of the Union, sections of articles whose text the source
   * leaves out. `null` if it has them.
   */
  async gapOf(kind: string | undefined): Promise<string | null> {
    const { jurisdiction } = this.law
    if (kind === 'par' && (await this.byNumber(kind)).length === 0) {
      for (const { norm } of await this.byNumber('art')) {
        const { text = '' } = (await this.#corpus.norm(this.law.code, norm.norm)) ?? {}
        if (norm.status === 'in_force' && !/[\p{L}\d]/u.test(text))
          return say`the source has no text of ${nameOfNorm(norm)} ${nameOfLaw(this.law)}`
      }
    }
    if (kind !== 'recital' || jurisdiction !== UNION || (await this.byNumber(kind)).length > 0) return null
    return say`the corpus has no recitals of ${nameOfLaw(this.law)}: consolidated texts have none`
  }
}

/** A norm in a list of candidates or suggestions. */
export function normCandidate(
  law: Pick<LawSummary, 'code'>,
  { norm, label, heading }: Pick<NormSummary, 'norm' | 'label' | 'heading'>,
): Candidate {
  return { code: law.code, norm, label, title: heading }
}

/** An extract has a smaller share of the numbers up to its last; any other law has nearly all, repealed ones included. */
const MIN_SHARE = 0.6
/** Too few numbers to decide. */
const MIN_NUMBERS = 4

/** Maximum size of a range; no law has more numbers. */
const MAX_RANGE = 3000

function findTextGap(law: LawSummary, norms: readonly LawNorm[]): string | null {
  const name = nameOfLaw(law)
  if (norms.length === 0) return say`the corpus has no text of ${name}: its source gives the title only`
  const numbered = norms.filter(({ own }) => own.kind === 'par' || own.kind === 'art' || own.kind === 'item')
  if (numbered.length === 0)
    return say`the corpus has no numbered norm of ${name}: its source gives the text without any`
  for (const kind of ['par', 'art']) {
    const values = numbered.filter(({ own }) => own.kind === kind).map(({ own }) => own.value)
    if (isExtract(values)) return say`the corpus has only an extract of ${name}`
  }
  return null
}

/** True if many of these numbers are missing. */
function isExtract(values: readonly string[]): boolean {
  const numbers = new Set(values.flatMap(wholeNumbersOf))
  const last = Math.max(0, ...numbers)
  return last >= MIN_NUMBERS && numbers.size < last * MIN_SHARE
}

/** The integers that a value stands for: `3` of `3a`, `3` to `6` of `3-6`. */
function wholeNumbersOf(value: string): number[] {
  return (valueMembers(value) ?? [{ from: value, to: value }]).flatMap((range) => {
    const [first, last] = [Number.parseInt(range.from, 10), Number.parseInt(range.to, 10)]
    if (Number.isNaN(first) || Number.isNaN(last) || last - first > MAX_RANGE) return []
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => first + place)
  })
}
