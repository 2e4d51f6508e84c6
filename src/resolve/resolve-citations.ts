/** Resolves the citations of a text to their norms, or says why they mean none. */

import { setImmediate } from 'node:timers/promises'
import type { FoundDesignation, FoundNorm } from '../citation/text/find-designations.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { progress } from '../program/progress.ts'
import { LegalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import type { Citation } from './citation.ts'

import { citedLaws, memoize } from './cited-law.ts'
import { CitedEditions, EditionVersions } from './edition-versions.ts'
import { LawNamesInText, type NamedLaw, unionActs } from './named-laws.ts'
import { readText, type TextRead } from './read-text.ts'
import { lawCandidate } from './resolve-law.ts'
import { type ResolveContext, type ResolvedCitations, resolveOne } from './resolve-one.ts'

/** Maximum number of unknown laws with suggestions. */
const MAX_SUGGESTED = 20
/** Number of names of laws or norms between yields to the event loop. */
const NAMES_PER_TURN = 50

export interface ResolveOptions {
  /** The designations of the text, if they are already read. */
  read?: TextRead
  /** False to leave out the wording and skip reading whole norms. Default: true. */
  wording?: boolean
  /** False to omit similar names for unknown laws. Default: true. */
  suggestions?: boolean
  /** False to omit notes on norms not yet in force, for a norm's own page. Default: true. */
  notesEffect?: boolean
  /** ISO date on which laws are to be in force. Default: today. */
  today?: string
  /** Maximum number of citations. */
  most?: number
  /** True to resolve editions to the versions that they name. Default: false, the norms of the corpus. */
  versions?: boolean
}

/** A norm that a text names, and its citations: several if it stands for several norms (`§§ 3 bis 6`). */
export interface ResolvedNorm extends Omit<ResolvedCitations, 'norm'> {
  /** The designation that names it; absent for the acts of the Union that are cited as a whole. */
  designation?: FoundDesignation
  /** The norm as meant in its law; `undefined` for those acts. */
  norm: FoundNorm | undefined
  /** Set if the text names an edition: the note on it. */
  editionNote?: string
}

/**
 * Finds and resolves all citations of a text, in order; a range or list yields one for each norm. Acts of the Union
 * (`Richtlinie 2005/29/EG`) are also found without a norm.
 */
export async function resolveCitations(corpus: Corpus, text: string, options?: ResolveOptions): Promise<Citation[]> {
  return citationsOf(await resolveNorms(corpus, text, options))
}

/** The citations of norms, in the order of the text. */
export function citationsOf(norms: readonly ResolvedNorm[]): Citation[] {
  return norms.flatMap(({ citations }) => citations).sort((a, b) => a.start - b.start)
}

/** Resolves as {@link resolveCitations}, and returns the citations with the norms that the text names. */
export async function resolveNorms(
  corpus: Corpus,
  text: string,
  options: ResolveOptions = {},
): Promise<ResolvedNorm[]> {
  const { read, wording = true, suggestions = true, notesEffect = true } = options
  const { most = Number.POSITIVE_INFINITY } = options
  const day = options.today ?? today()
  const textRead = read ?? (await readText(corpus, text))
  const { tokens, found } = textRead
  const laws = new Map<FoundDesignation, NamedLaw>()
  const names = new LawNamesInText(corpus, text, textRead, day)
  const readLaw = citedLaws(corpus, wording)
  let unknown = 0
  const suggest = memoize(String, async (name: string) => {
    return !suggestions || ++unknown > MAX_SUGGESTED ? [] : (await corpus.similarLaws(name, 3)).map(lawCandidate)
  })
  let done = 0
  /** @param share of the resolution done so far; reading the text took about as long */
  const step = async (share: number) => {
    progress(Math.round(tokens.count * (1 + share)), 2 * tokens.count)
    if (++done % NAMES_PER_TURN === 0) await setImmediate()
  }
  let next: NamedLaw | undefined
  for (const designation of [...found].reverse()) {
    await step(0)
    const linked: NamedLaw | undefined = designation.linkedToNext && next ? { ...next, linked: true } : undefined
    next = (await names.ofDesignation(designation)) ?? linked
    if (next !== undefined) laws.set(designation, next)
  }
  const editions = await CitedEditions.read(text, tokens, found, laws, names)
  const context: ResolveContext = { corpus, text, today: day, notesEffect, readLaw, suggest }
  const versions = new EditionVersions(context, { wording, read: textRead, isResolving: options.versions === true })
  const resolved: ResolvedNorm[] = []
  let count = 0
  /** The law at the head of a list: `UWG § 5, § 7`. */
  let inFront: NamedLaw | undefined
  for (const [index, designation] of found.entries()) {
    const named = laws.get(designation) ?? inFront
    const shared = named !== undefined && (named.linked || named.name.end <= designation.start)
    inFront = designation.linkedToNext && !designation.linkedLoosely && shared ? { ...named, linked: true } : undefined
    if (designation.weak && (named === undefined || named.laws.length === 0)) continue
    for (const norm of designation.norms) {
      await step(index / found.length)
      const edition = editions.of(text, designation, norm, named)
      const present = await resolveOne(context, designation, norm, named)
      const cited = edition === null ? present : await versions.resolve(edition, { designation, norm, named }, present)
      resolved.push({ designation, ...cited })
      count += cited.citations.length
      if (count > most) {
        const message = say`the text cites more than ${most} norms; that many can be checked with \`check\`, or in parts`
        throw new LegalTextError('invalid_input', message)
      }
    }
  }
  const acts = await unionActs(
    corpus,
    text,
    tokens,
    resolved.flatMap(({ citations }) => citations),
    names,
  )
  return [...resolved, { norm: undefined, citations: acts }]
}
