/** Makes the history of a law from its documents: what did not change is one record. */
import { isDeepStrictEqual } from 'node:util'
import type { LawHistory, LawRecord, NormRecord, ObservedLaw } from '../../corpus/law-history.ts'
import type { ParsedNorm } from '../../corpus/parsed-law.ts'
import { summaryOf } from '../../corpus/parsed-law.ts'
import type { State } from '../../corpus/versions.ts'
import { findChanges } from './find-changes.ts'
import { setVersions } from './norm-versions.ts'
import { LawTimeline } from './timeline.ts'

/**
 * @param observed the documents of one law, oldest first
 * @param states all of the corpus, oldest first
 * @param tolerated so many states in a row may lack a norm by mistake
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

/** The norms of all documents. One that is the same in documents of consecutive states is one record. */
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
      if (!isSame) recordsOf(records, norm.path).push(record)
    }
    before = now
  }
  return records
}

function recordsOf(records: Map<string, NormRecord[]>, path: string): NormRecord[] {
  const known = records.get(path)
  if (known !== undefined) return known
  const made: NormRecord[] = []
  records.set(path, made)
  return made
}

/** The containers are compared by their paths. */
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
