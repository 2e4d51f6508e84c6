/**
 * A corpus on a day between two of its states. Content common to both was so on that day; for anything else the day of change
 * is unknown. Both sides have dated laws as of the day.
 */

import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { compareValues, parseNormPath } from '../citation/norm-path.ts'
import { say } from '../i18n/texts.ts'
import type { Change, Corpus, Law, LawSummary, Norm, NormSummary, VersionSpan } from '../model/corpus.ts'
import { type Candidate, LegalTextError } from '../util/errors.ts'
import { LruCache } from '../util/lru-cache.ts'

/** Cache size, in laws with their changes. */
const CACHED_LAWS = 100
/** Number of norms of a law read at a time. */
const NORMS_PER_READ = 16

/** A state, and its day. */
interface Side {
  corpus: Corpus
  day: string
}

/** The corpus on a day between two states: the state before, except where that is uncertain. */
export function betweenStates(before: Side, after: Side, day: string): Corpus {
  /** Query for the changes between the states: they are observed in the later one. */
  const between = { since: after.day, until: after.day, observed: true, limit: MAX_CHANGES, offset: 0 }
  const changed = new LruCache<string, Promise<Change[]>>(CACHED_LAWS, () => 1)
  /** The changes of a law in the state after. */
  const changesIn = (code: string) =>
    changed.get(code, async () => {
      return (await before.corpus.changes({ ...between, codes: [code], typographic: true })).items
    })
  let codes: Promise<ReadonlySet<string>> | undefined
  /** The codes of the laws that only one of the states has. */
  const uncertainLaws = () => {
    codes ??= before.corpus.changedLaws(between).then(({ items }) => {
      return new Set(items.filter(({ whole }) => whole !== null).map(({ code }) => code))
    })
    return codes
  }

  /** Asks both states. */
  const both = <Found>(ask: (corpus: Corpus) => Promise<Found>) => Promise.all([ask(before.corpus), ask(after.corpus)])

  /** The result from the state before, else from the one after. */
  async function first<Found>(ask: (corpus: Corpus) => Promise<Found>): Promise<Found> {
    const found = await ask(before.corpus)
    const isMissing = found === undefined || (Array.isArray(found) && found.length === 0)
    return isMissing ? ask(after.corpus) : found
  }

  /** The laws of both states, with a mark on those that only one of them has. */
  const laws: Corpus['laws'] = async ({ query, limit = Number.MAX_SAFE_INTEGER, offset = 0 }) => {
    const [earlier, later] = await both((corpus) => corpus.laws({ query }))
    const known = new Set(earlier.items.map(({ code }) => code))
    const all = [...earlier.items, ...later.items.filter(({ code }) => !known.has(code))]
    if (query === undefined) all.sort((a, b) => (a.code < b.code ? -1 : 1))
    const uncertain = await uncertainLaws()
    const items = all.slice(offset, offset + limit).map((law): LawSummary => {
      return uncertain.has(law.code) ? { ...law, uncertain: true } : law
    })
    return { items, total: all.length }
  }

  /**
   * The law of the state before with all norms of both states, with a mark on those that the next state has changed.
   * @throws LegalTextError `ambiguous` if only one of the states has the law
   */
  const law: Corpus['law'] = async (code) => {
    const [earlier, later] = await both((corpus) => corpus.law(code))
    const changes = await changesIn(code)
    const whole = changes.find(({ norm }) => norm === null)
    if (whole !== undefined) throw uncertainLaw(code, whole)
    if (earlier === undefined || later === undefined) return earlier ?? later
    const uncertain = new Set(changes.flatMap(({ norm, moved_to }) => [norm, moved_to]))
    const joined = withNormsOf(earlier, later)
    const norms = joined.norms.map((each) => (uncertain.has(each.norm) ? { ...each, uncertain: true as const } : each))
    return { ...joined, norms }
  }

  const outline: Corpus['outline'] = async (code) => (await law(code))?.norms ?? []

  /** @throws LegalTextError `ambiguous` if it is unknown which wording held */
  const norm: Corpus['norm'] = async (code, path) => {
    const [earlier, later] = await both((corpus) => corpus.norm(code, path))
    const only = earlier ?? later
    if (only === undefined || earlier?.version?.observed_from === later?.version?.observed_from) return earlier
    // A version of both days is missing from a state only by mistake.
    const { observed_from: from, observed_to: to } = only.version as VersionSpan
    const spansBoth = from <= before.day && (to === null || to >= after.day)
    if (spansBoth) return only
    throw uncertainNorm(code, path, earlier, later)
  }

  /** @throws LegalTextError `ambiguous` if it is unknown which wordings held */
  async function* norms(code: string, range?: { start: number; end: number }): AsyncGenerator<Norm[]> {
    const listed = (await outline(code)).slice(range?.start, range?.end)
    const unknown: LegalTextError[] = []
    for (const { norm: path, uncertain } of listed) {
      const error = uncertain && (await norm(code, path).catch((error: unknown) => error))
      if (error instanceof LegalTextError) unknown.push(error)
      else if (error instanceof Error) throw error
    }
    const [one] = unknown
    if (one !== undefined) throw await uncertainNorms(code, unknown.length, one.message)
    for (let start = 0; start < listed.length; start += NORMS_PER_READ) {
      const read = listed
        .slice(start, start + NORMS_PER_READ)
        .map(({ norm: path }) => first((corpus) => corpus.norm(code, path)))
      yield (await Promise.all(read)) as Norm[]
    }
  }

  function uncertainLaw(code: string, { type, heading: title, abbreviation }: Change): LegalTextError {
    const has = type === 'removed' ? before.day : after.day
    const message = say`whether there was a law ${nameOfLaw({ code, abbreviation })} on ${day} is not known: of the states of ${before.day} and ${after.day}, the nearest ones, only that of ${has} has it`
    const candidates: Candidate[] = [{ code, label: nameOfLaw({ code, abbreviation }), title, observed_on: has }]
    return new LegalTextError('ambiguous', message, { code, candidates, as_of: day })
  }

  /** The law is available as of either state. */
  async function uncertainNorms(code: string, count: number, ofOne: string): Promise<LegalTextError> {
    const [{ abbreviation = '', title = '' } = {}] = await first((corpus) => corpus.findLaws(code))
    const label = nameOfLaw({ code, abbreviation })
    const ofSeveral = say`which wording of ${count} norms of ${label} was published on ${day} is not known: the states of ${before.day} and ${after.day}, the nearest ones, have different wordings of them`
    const candidates = [before.day, after.day].map((each): Candidate => ({ code, label, title, observed_on: each }))
    return new LegalTextError('ambiguous', count > 1 ? ofSeveral : ofOne, { code, candidates, as_of: day })
  }

  function uncertainNorm(
    code: string,
    path: string,
    earlier: Norm | undefined,
    later: Norm | undefined,
  ): LegalTextError {
    const sides = [
      { norm: earlier, day: before.day },
      { norm: later, day: after.day },
    ]
    const candidates = sides.flatMap(({ norm, day }): Candidate[] =>
      norm === undefined
        ? []
        : [{ code, norm: path, label: norm.label, title: norm.heading || norm.title, observed_on: day }],
    )
    const only = earlier ?? later
    const name = [only?.label || path, only && nameOfLaw(only)].join(' ')
    const what =
      earlier !== undefined && later !== undefined ? say`have different wordings of it` : say`do not both have it`
    const message = say`which wording of ${name} was published on ${day} is not known: the states of ${before.day} and ${after.day}, the nearest ones, ${what}`
    return new LegalTextError('ambiguous', message, { code, norm: path, candidates, as_of: day })
  }

  return {
    ...before.corpus,
    isUncertain: true,
    laws,
    law,
    outline,
    norm,
    norms,
    findLaws: (...given) => first((corpus) => corpus.findLaws(...given)),
    lawsCalled: (...given) => first((corpus) => corpus.lawsCalled(...given)),
    normsEndingIn: (...given) => first((corpus) => corpus.normsEndingIn(...given)),
    normsIncluding: (...given) => first((corpus) => corpus.normsIncluding(...given)),
    normContext: (...given) => first((corpus) => corpus.normContext(...given)),
  }
}

/** True if a norm of the same kind has a smaller number. */
function precedes(one: NormSummary, other: NormSummary): boolean {
  const [own, its] = [one, other].map(({ norm }) => parseNormPath(norm)?.norm.findLast(({ kind }) => kind !== 'seq'))
  return own !== undefined && own.kind === its?.kind && compareValues(own.value, its.value) < 0
}

/**
 * A law, plus the norms that only its next state has: each after its predecessor there, and after those with smaller numbers,
 * which only the law has.
 */
function withNormsOf(law: Law, next: Law): Law {
  const places = new Map(law.norms.map(({ norm }, place) => [norm, place]))
  /** Keyed by index of insertion. */
  const added: NormSummary[][] = []
  let place = 0
  for (const norm of next.norms) {
    const known = places.get(norm.norm)
    if (known !== undefined) {
      place = known + 1
      continue
    }
    while (law.norms[place] !== undefined && precedes(law.norms[place] as NormSummary, norm)) place++
    added[place] = [...(added[place] ?? []), norm]
  }
  if (added.length === 0) return law
  const norms = [...law.norms, undefined].flatMap((norm, index) => [...(added[index] ?? []), ...(norm ? [norm] : [])])
  /** Norms added at the end of a heading are under it. */
  const moved = (index: number) => index + added.slice(0, index + 1).reduce((sum, list) => sum + list.length, 0)
  const structure = law.structure.map((heading) => ({
    ...heading,
    start: moved(heading.start),
    end: moved(heading.end),
  }))
  return { ...law, norm_count: norms.length, norms, structure }
}

/** More than the norms of any law, so that all changes are read. */
const MAX_CHANGES = 1_000_000
