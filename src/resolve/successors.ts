/** Successors of norms out of force: a table of lawyers' knowledge, and the moves in the history of a corpus. */

import { citationOf } from '../citation/citation-text.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import table from '../citation/laws/successors.json' with { type: 'json' }
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import type { Candidate } from '../util/errors.ts'

/** A norm in force that took the place of another. */
export interface Successor {
  code: string
  norm: string
  /** `§ 1831 BGB` */
  label: string
  heading: string
}

/** Former norms by the code of their law, or its name if the law is out of force as a whole: `bgb`, `FGG`. */
const listed: Readonly<Record<string, Readonly<Record<string, string[]>>>> = table

/** Maximum number of changes read to find a move: those of a few states. */
const MOST_CHANGES = 1000

/**
 * Returns the norms in force that took the place of one.
 * @param law its code, or the name of a former law
 * @param path of a norm that is repealed or missing
 */
export async function successorsOf(corpus: Corpus, law: string, path: string): Promise<Successor[]> {
  const places = listed[law]?.[path] ?? (await movedTo(corpus, law, path))
  const found = await Promise.all(
    places.map(async (place): Promise<Successor[]> => {
      const [code = '', target = ''] = place.split(' ')
      const norm = await corpus.norm(code, target)
      if (norm === undefined || norm.status === 'repealed') return []
      return [{ code, norm: target, label: citationOf(norm, nameOfLaw(norm), null), heading: norm.heading }]
    }),
  )
  return found.flat()
}

/** The place to which a norm moved according to the history, in the form of the table. */
async function movedTo(corpus: Corpus, code: string, path: string): Promise<string[]> {
  if ((await corpus.states()).length < 2) return []
  const [last] = await corpus.normVersions(code, path)
  if (last?.observed_to == null) return []
  const page = { codes: [code], since: last.observed_to, limit: MOST_CHANGES, offset: 0 }
  const { items } = await corpus.changes(page)
  const move = items.find(({ type, norm }) => type === 'moved' && norm === path)
  return move?.moved_to ? [`${code} ${move.moved_to}`] : []
}

/** `now § 1831 BGB, § 1832 BGB` */
export const successorsNote = (successors: readonly Successor[]) =>
  say`now ${successors.map(({ label }) => label).join(', ')}`

/** Successors in a list of suggestions. */
export const successorCandidates = (successors: readonly Successor[]): Candidate[] =>
  successors.map(({ heading, ...named }) => ({ ...named, title: heading }))
