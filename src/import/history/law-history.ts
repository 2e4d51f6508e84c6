/** Makes the history of a law from its documents. Consecutive equal versions are one record. */

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type {
  ChangeRecord,
  LawHistory,
  LawRecord,
  NormRecord,
  ObservedLaw,
  ObservedSpan,
} from '../../model/law-history.ts'
import { type ParsedNorm, summaryOf } from '../../model/parsed-law.ts'
import type { ChangeType, State } from '../../model/versions.ts'
import { cached } from '../../util/cached.ts'
import { withoutTypography } from '../../util/typography.ts'

/**
 * @param observed documents of one law, oldest first
 * @param states all of the corpus, oldest first
 * @param tolerated maximum number of consecutive states that may lack a norm by mistake
 */
export function lawHistory(observed: readonly ObservedLaw[], states: readonly State[], tolerated?: number): LawHistory {
  const last = observed.at(-1)?.law
  if (last === undefined) throw new Error('a law without documents has no history')
  const timeline = new LawTimeline(states, observed, tolerated)
  const norms = normRecords(observed, states)
  for (const records of norms.values()) setVersions(records, timeline)
  const changes = findChanges(observed, norms, timeline)
  const changed = new Set(changes.map(({ observedOn }) => observedOn))
  return {
    identity: last.identity,
    code: last.code,
    abbreviation: last.abbreviation,
    isDated: false,
    laws: lawRecords(observed, changed),
    norms: [...norms.values()].flat(),
    changes,
  }
}

/** Returns the norms of all documents. Equal norms in documents of consecutive states are one record. */
function normRecords(observed: readonly ObservedLaw[], states: readonly State[]): Map<string, NormRecord[]> {
  const records = new Map<string, NormRecord[]>()
  const dayAfter = new Map(states.map(({ observed_on }, index) => [observed_on, states[index + 1]?.observed_on]))
  let before: ReadonlyMap<string, NormRecord> = new Map()
  for (const [place, { law, from, to }] of observed.entries()) {
    const lastDay = observed[place - 1]?.to
    if (lastDay !== undefined && dayAfter.get(lastDay) !== from) before = new Map()
    const now = new Map<string, NormRecord>()
    for (const [index, norm] of law.norms.entries()) {
      const previous = law.norms[index - 1]?.path ?? null
      const next = law.norms[index + 1]?.path ?? null
      const container = norm.container === undefined ? null : (law.norms[norm.container]?.path ?? null)
      const last = before.get(norm.path)
      const isSame =
        last !== undefined &&
        last.previous === previous &&
        last.next === next &&
        last.container === container &&
        isSameNorm(last.norm, norm)
      if (isSame) last.to = to
      const record = isSame
        ? last
        : { from, to, norm, previous, next, container, version: { from, to, movedFrom: null } }
      now.set(norm.path, record)
      if (!isSame) cached(records, norm.path, () => []).push(record)
    }
    before = now
  }
  return records
}

/** Compares containers by path. */
function isSameNorm(one: ParsedNorm, other: ParsedNorm): boolean {
  if (one === other) return true
  if (one.text !== other.text || one.documentId !== other.documentId) return false
  return isDeepStrictEqual({ ...one, container: undefined }, { ...other, container: undefined })
}

function lawRecords(observed: readonly ObservedLaw[], changed: ReadonlySet<string>): LawRecord[] {
  let before: ObservedLaw['law'] | undefined
  return observed.map(({ from, to, law }) => {
    const startsVersion = before === undefined || changed.has(from) || !hasSameHead(before, law)
    before = law
    const { norms, ...head } = law
    return { from, to, law: head, outline: norms.map(summaryOf), startsVersion }
  })
}

function hasSameHead(one: ObservedLaw['law'], other: ObservedLaw['law']): boolean {
  const head = ({ abbreviation, title, statusNotes, notes, promulgatedOn, promulgation }: ObservedLaw['law']) => {
    return [abbreviation, title, statusNotes, notes, promulgatedOn, promulgation]
  }
  return isDeepStrictEqual(head(one), head(other))
}

/** A change of one norm: `before` and `after` are its texts, if any. */
interface NormChange {
  type: ChangeType
  typographic?: true
  day: string
  path: string
  before?: NormRecord
  after?: NormRecord
  movedTo?: string
}

/**
 * @param observed documents of the law, oldest first
 * @param norms with their versions; receive the norm from which they were moved
 * @returns oldest first, within a state in document order, the law as a whole before its norms
 */
function findChanges(
  observed: readonly ObservedLaw[],
  norms: ReadonlyMap<string, readonly NormRecord[]>,
  timeline: LawTimeline,
): ChangeRecord[] {
  const changes = [...norms].flatMap(([path, records]) => changesOf(path, records, timeline))
  const byDay = Map.groupBy(changes, ({ day }) => day)
  const ofLaw = Map.groupBy(timeline.appearances(observed), ({ day }) => day)
  const days = [...new Set([...byDay.keys(), ...ofLaw.keys()])].sort()
  return days.flatMap((day) => {
    const places = placesOn(observed, day)
    const ofNorms = withMoves(byDay.get(day) ?? []).sort((a, b) => placeOf(places, a) - placeOf(places, b))
    const { title } = (observed.findLast(({ from }) => from <= day) ?? (observed[0] as ObservedLaw)).law
    return [
      ...(ofLaw.get(day) ?? []).map(({ type }): ChangeRecord => {
        return { observedOn: day, type, path: null, label: '', heading: title, movedTo: null }
      }),
      ...ofNorms.map(recordOf),
    ]
  })
}

function changesOf(path: string, records: readonly NormRecord[], timeline: LawTimeline): NormChange[] {
  const appearances = timeline.appearances(records).map(({ type, day }): NormChange => {
    const after = records.find(({ from }) => from === day)
    const before = records.findLast(({ to }) => to < day)
    return { type, day, path, ...(type === 'added' ? after && { after } : before && { before }) }
  })
  const changed = records.flatMap((after, index): NormChange[] => {
    const before = records[index - 1]
    const isChanged = before !== undefined && before.version !== after.version && timeline.isContinued(before, after)
    if (!isChanged) return []
    const typographic = isTypographic(before.norm, after.norm) && { typographic: true as const }
    return [{ type: 'changed', day: after.from, path, before, after, ...typographic }]
  })
  return [...appearances, ...changed]
}

/**
 * Distinguishes renumbered norms from removed and added ones, by texts that one norm of a state lost and another one has.
 * @param changes of one state
 */
function withMoves(changes: NormChange[]): NormChange[] {
  const lost = uniqueTexts(changes, ({ before }) => before?.norm)
  const gained = uniqueTexts(changes, ({ after }) => after?.norm)
  const moves = [...lost].flatMap(([text, from]): [NormChange, NormChange][] => {
    const to = gained.get(text)
    return to === undefined || to === from || to.path === from.path ? [] : [[from, to]]
  })
  const [gone, come] = [new Set(moves.map(([from]) => from)), new Set(moves.map(([, to]) => to))]
  for (const [from, { after }] of moves) if (after !== undefined) after.version.movedFrom = from.path
  // A changed norm counts as moved only if its old text went elsewhere, and its new one came from elsewhere.
  const isTold = (change: NormChange) => {
    return (change.before === undefined || gone.has(change)) && (change.after === undefined || come.has(change))
  }
  const told = moves.map(([{ day, path, before }, to]): NormChange => {
    return {
      type: 'moved',
      day,
      path,
      movedTo: to.path,
      ...(before && { before }),
      ...(to.after && { after: to.after }),
    }
  })
  return [...changes.filter((change) => !isTold(change)), ...told]
}

/** Returns the changes by text, except texts that several have. */
function uniqueTexts(
  changes: readonly NormChange[],
  normOf: (change: NormChange) => ParsedNorm | undefined,
): Map<string, NormChange> {
  const found = new Map<string, NormChange | undefined>()
  for (const change of changes) {
    const norm = normOf(change)
    const text = norm && movedText(norm)
    if (text !== undefined) found.set(text, found.has(text) ? undefined : change)
  }
  return new Map([...found].filter((entry): entry is [string, NormChange] => entry[1] !== undefined))
}

/** Returns the order of norms on a day; removed ones come after the norm that they followed. */
function placesOn(observed: readonly ObservedLaw[], day: string): Map<string, number> {
  const [now, before] = observed.filter(({ from }) => from <= day).reverse()
  const places = new Map(now?.law.norms.map(({ path }, place) => [path, place]))
  const gone = before?.law.norms ?? []
  let last = -1
  for (const { path } of gone) {
    const place = places.get(path)
    last = place ?? last + 1 / (gone.length + 1)
    places.set(path, last)
  }
  return places
}

function placeOf(places: ReadonlyMap<string, number>, { path, movedTo }: NormChange): number {
  return places.get(movedTo ?? path) ?? Number.MAX_SAFE_INTEGER
}

function recordOf({ type, day, path, before, after, movedTo, typographic }: NormChange): ChangeRecord {
  const { label = '', heading = '' } = (after ?? before)?.norm ?? {}
  const told = { observedOn: day, type, path, label, heading, movedTo: movedTo ?? null }
  return { ...told, ...(typographic && { typographic }) }
}

/** Returns the text that defines a version: without white space, build dates and markup. */
export function wordingOf({ label, heading, status, text, footnotes }: ParsedNorm): string {
  return [label, heading, status, text, footnotes].map(withoutSpace).join('\n')
}

/** True if two wordings differ only by soft hyphens, dashes, quotation marks and the like. */
function isTypographic(one: ParsedNorm, other: ParsedNorm): boolean {
  const [first, second] = [one, other].map((norm) => withoutTypography(wordingOf(norm)))
  return one.status === other.status && first === second
}

/** Normalizes a text for comparison. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}

/** Sets the version of each record. @param records of one norm, oldest first */
function setVersions(records: readonly NormRecord[], timeline: LawTimeline): void {
  let before: NormRecord | undefined
  let wording = ''
  for (const record of records) {
    // Fast path: most norms have a single version.
    const own = records.length === 1 ? '' : wordingOf(record.norm)
    const isSame = before !== undefined && own === wording && timeline.isContinued(before, record)
    if (before !== undefined && isSame) {
      record.version = before.version
      record.version.to = record.to
    } else record.version = { from: record.from, to: record.to, movedFrom: null }
    before = record
    wording = own
  }
}

/** Minimum length of a moved text: shorter ones are equal by chance, such as `(weggefallen)`. */
const MIN_MOVED_LENGTH = 40

/** Returns the text by which a moved norm is recognized; `undefined` if it is too short. */
function movedText({ text }: ParsedNorm): string | undefined {
  const plain = withoutSpace(text)
  return plain.length < MIN_MOVED_LENGTH ? undefined : createHash('sha256').update(plain).digest('base64')
}

/** Consecutive states that may lack a law or norm that then returns: an omission, not a repeal. */
const TOLERATED_ABSENCES = 2

export class LawTimeline {
  /** Days of the states with the law, and of those that would have it if it was published. */
  readonly #days: readonly string[]
  readonly #places: ReadonlyMap<string, number>
  readonly #tolerated: number

  /**
   * @param states all of the corpus, oldest first
   * @param spans in which the law was published, oldest first
   * @param tolerated maximum number of consecutive states that may lack something by mistake
   */
  constructor(states: readonly State[], spans: readonly ObservedSpan[], tolerated = TOLERATED_ABSENCES) {
    this.#tolerated = tolerated
    const isPresent = (day: string) => spans.some(({ from, to }) => from <= day && day <= to)
    this.#days = states
      .filter(({ observed_on, listing }) => listing !== 'partial' || isPresent(observed_on))
      .map(({ observed_on }) => observed_on)
    this.#places = new Map(this.#days.map((day, place) => [day, place]))
  }

  /**
   * Returns when something of the law appeared and disappeared. The content of the first state is not new.
   * @param spans in which it was published, oldest first
   */
  appearances(spans: readonly ObservedSpan[]): { type: 'added' | 'removed'; day: string }[] {
    const events: { type: 'added' | 'removed'; day: string }[] = []
    let before: ObservedSpan | undefined
    const leave = () => {
      const day = before && this.#days[this.#placeOf(before.to) + 1]
      if (day !== undefined) events.push({ type: 'removed', day })
    }
    for (const span of spans) {
      const isNew = before === undefined ? span.from !== this.#days[0] : !this.isContinued(before, span)
      if (isNew) {
        leave()
        events.push({ type: 'added', day: span.from })
      }
      before = span
    }
    leave()
    return events
  }

  /** True if the gap between two spans is at most the tolerated number of states. */
  isContinued(before: ObservedSpan, after: ObservedSpan): boolean {
    return this.#placeOf(after.from) - this.#placeOf(before.to) <= this.#tolerated + 1
  }

  #placeOf(day: string): number {
    const place = this.#places.get(day)
    if (place === undefined) throw new Error(`${day} is no state of the law`)
    return place
  }
}
