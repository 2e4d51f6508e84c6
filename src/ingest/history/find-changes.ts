/** Finds what changed from one state to the next: norms that were added, changed, moved and removed. */
import type { ChangeRecord, NormRecord, ObservedLaw } from '../../corpus/law-history.ts'
import type { ParsedNorm } from '../../corpus/parsed-law.ts'
import type { ChangeType } from '../../corpus/versions.ts'
import { movedText } from './norm-versions.ts'
import type { LawTimeline } from './timeline.ts'

/** A change of one norm: `before` and `after` are its texts, as far as it had and has one. */
interface NormChange {
  type: ChangeType
  day: string
  path: string
  before?: NormRecord
  after?: NormRecord
  movedTo?: string
}

/**
 * @param observed the documents of the law, oldest first
 * @param norms with their versions, which learn where they were moved from
 * @returns oldest first, within a state in document order, the law as a whole before its norms
 */
export function findChanges(
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
    const title = lawOn(observed, day).title
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
    return isChanged ? [{ type: 'changed', day: after.from, path, before, after }] : []
  })
  return [...appearances, ...changed]
}

/**
 * Tells renumbered norms from those that were removed and added: a text that one norm of a state lost and another one has.
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
  // A changed norm is only told by moves if its old text went elsewhere, and its new one came from elsewhere.
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

/** The changes by a text of theirs, without those that several have. */
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

/** The document of a day, or the last one before it. */
function lawOn(observed: readonly ObservedLaw[], day: string): ObservedLaw['law'] {
  return (observed.findLast(({ from }) => from <= day) ?? (observed[0] as ObservedLaw)).law
}

/** The order of norms on a day; those that are gone come after the norm that they followed. */
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

function recordOf({ type, day, path, before, after, movedTo }: NormChange): ChangeRecord {
  const { label = '', heading = '' } = (after ?? before)?.norm ?? {}
  return { observedOn: day, type, path, label, heading, movedTo: movedTo ?? null }
}
