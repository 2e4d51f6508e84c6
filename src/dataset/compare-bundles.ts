/** Compares the newest states of two bundles. */

import { ObservedLaws } from '../import/history/observed-laws.ts'
import { compareText } from '../import/values.ts'
import type { ObservedLaw } from '../model/law-history.ts'
import type { Change, State } from '../model/versions.ts'
import { HistoryReader } from '../store/sqlite/history-reader.ts'

/** A change without the day, which a bundle of one state may not know. */
export type BundleChange = Omit<Change, 'observed_on'>

/** Placeholder days of the two bundles. */
const [OLD, NEW] = ['0001-01-01', '0001-01-02']

/**
 * Yields the changes of the new bundle, ordered by law code, then in document order.
 * @throws LegalTextError `not_ready` if a file is missing, not a bundle, damaged, or of another schema version
 */
export function* compareBundles(oldFile: string, newFile: string): Generator<BundleChange> {
  const older = openNewest(oldFile, OLD)
  try {
    const newer = openNewest(newFile, NEW)
    try {
      yield* compare(older, newer)
    } finally {
      newer.close()
    }
  } finally {
    older.close()
  }
}

function* compare(older: HistoryReader, newer: HistoryReader): Generator<BundleChange> {
  const [before, after] = [older.newestLaws(), newer.newestLaws()]
  const codeOf = (identity: string) => (after.get(identity) ?? before.get(identity))?.code ?? ''
  const identities = [...new Set([...before.keys(), ...after.keys()])]
  const differing = identities.filter((identity) => before.get(identity)?.hash !== after.get(identity)?.hash)
  for (const identity of differing.sort((a, b) => compareText(codeOf(a), codeOf(b)))) {
    const observed = [...on(OLD, older.take(identity)), ...on(NEW, newer.take(identity))]
    const history = new ObservedLaws([stateOf(OLD), stateOf(NEW)], observed).history()
    if (history === undefined) continue
    const { code, abbreviation, changes } = history
    for (const { type, typographic, path, label, heading, movedTo } of changes) {
      const norms = changes.filter((change) => change.type === type && change.path !== null)
      const norm_count = path === null ? norms.length : null
      if (typographic) continue
      yield { type, code, abbreviation, norm: path, label, heading, moved_to: movedTo, norm_count }
    }
  }
}

function openNewest(file: string, day: string): HistoryReader {
  return new HistoryReader(file, () => stateOf(day), true)
}

function stateOf(day: string): State {
  return { observed_on: day, source: day, listing: 'complete', incomplete: null }
}

const on = (day: string, observed: ObservedLaw[]) => observed.map((each) => ({ ...each, from: day, to: day }))
