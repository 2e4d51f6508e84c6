/** Opens all sources of older states, and sorts the states. */

import { say } from '../../i18n/texts.ts'
import type { ObservedLaw } from '../../model/law-history.ts'
import type { State } from '../../model/versions.ts'
import { cached } from '../../util/cached.ts'
import { LegalTextError, legalTextError } from '../../util/errors.ts'
import { FAMILIES, type InputPart, isRead, noLawIn, partsOf } from '../families.ts'
import { openInput } from '../input.ts'
import type { Input, Past, PastFile, PastLaws, SourceFamily } from '../source.ts'
import { compareText, dayOf, isImage } from '../values.ts'
import { BundleLaws } from './bundle-laws.ts'
import { OwnDays } from './own-days.ts'
import { RepositoryFiles, type TimedState } from './repository-files.ts'

/** Sources of older states. */
export interface HistoryOptions {
  /** Git repository whose commits are states: its path, and its folder with the laws. */
  repository?: { path: string; folder?: string | undefined } | undefined
  /** Single states: the day of each, and its folder, archive or file in the form of a source family. */
  states?: readonly { observedOn: string; from: string }[] | undefined
  /** A bundle with further states. */
  bundle?: string | undefined
  /** Time at which the newest state was fetched (ISO 8601), unless the build states it. */
  fetchedAt?: string | undefined
}

/** Newest state, and the input of its corpus. */
export interface NewestState {
  input: Input
  /** Time at which it was fetched (ISO 8601); `null` if unknown. */
  fetchedAt: string | null
  /** Newest state of its bundles, if any. */
  state?: State | undefined
}

export interface OpenedHistory {
  /** `undefined` if it is the newest state of the bundle. */
  newest: NewestState | undefined
  past: Past
  /** Closes all sources except the given newest state. */
  close(): Promise<void>
}

/** An opened state. */
type OpenedState = TimedState & InputPart

/**
 * @param given the newest state; `undefined` for the newest of the others
 * @throws LegalTextError `invalid_input` if a source cannot be read or has no laws, or the states contradict each other
 */
export async function openHistory(
  { repository, states = [], bundle }: HistoryOptions,
  given: NewestState | undefined,
): Promise<OpenedHistory> {
  const opened: OpenedState[] = []
  let commits: RepositoryFiles | undefined
  let replaced: BundleLaws | undefined
  const close = async () => {
    replaced?.close()
    await commits?.close()
    for (const { input } of opened) if (input !== given?.input) await input.close()
  }
  try {
    for (const { observedOn, from } of states) opened.push(await openState(observedOn, from))
    if (given !== undefined) opened.push(await stateOf(given))
    if (repository !== undefined) commits = await RepositoryFiles.open(repository.path, repository.folder)
    if (bundle !== undefined) replaced = new BundleLaws(bundle)
    const older = commits && (await statesOf(commits))
    return { ...(await inOrder(opened, older, replaced, given)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens a repository whose commits are versions of single laws, not states of all of them.
 * @returns all versions as one input; `undefined` for a repository of other laws
 * @throws LegalTextError as {@link RepositoryFiles.open}
 */
export async function openVersions({
  path,
  folder,
}: NonNullable<HistoryOptions['repository']>): Promise<Input | undefined> {
  const commits = await RepositoryFiles.open(path, folder)
  const versions = commits.versions()
  const family = FAMILIES.find(({ takesVersions }) => takesVersions)
  const own = new Set((await family?.take(versions))?.files)
  if (own.size > 0 && versions.files.every((file) => own.has(file) || !isRead(file.path) || isImage(file.path)))
    return versions
  await commits.close()
  return undefined
}

/** States of a repository that have laws, with their family. */
interface CommittedStates {
  commits: RepositoryFiles
  states: readonly TimedState[]
  family: SourceFamily | undefined
}

/**
 * Returns the states of a repository from its first law on. A commit that lists all laws is complete (by a table of contents or
 * by the form of its laws); others are complete if laws are ever removed.
 */
async function statesOf(commits: RepositoryFiles): Promise<CommittedStates> {
  const inputs = commits.states.map(({ state }) => commits.input(state.observed_on))
  const family = await familyOf(inputs.at(-1) as Input)
  if (family === undefined) return { commits, states: commits.states.slice(-1), family }
  let first = 0
  while (first < inputs.length - 1 && (await familyOf(inputs[first] as Input)) === undefined) first++
  const listing = (await familyOf(await commits.removed())) === undefined ? 'cumulative' : 'complete'
  for (const [place, { state }] of commits.states.entries())
    state.listing = family.isComplete(inputs[place] as Input) ? 'complete' : listing
  return { commits, states: commits.states.slice(first), family }
}

/** Number of files to try first, since most files of a corpus are laws. */
const SAMPLE = 20

/** Returns the family that reads a law of an input; `undefined` without one. */
async function familyOf(input: Input): Promise<SourceFamily | undefined> {
  for (const files of [input.files.slice(0, SAMPLE), input.files]) {
    for (const { family, input: part } of (await partsOf({ ...input, files })).toReversed()) {
      const source = await family.open(part, {}).catch(() => undefined)
      if (source !== undefined && source.lawCount > 0) return family
    }
  }
  return undefined
}

async function openState(observedOn: string, from: string): Promise<OpenedState> {
  const input = await openInput(from)
  try {
    const dated = (await partsOf(input)).find(({ family }) => family.isDated)
    if (dated !== undefined) {
      const message = say`${from} has ${dated.family.form}, which tell from which day they hold: give all their versions with --from, and leave them out of --state`
      throw new LegalTextError('invalid_input', message)
    }
    const fetchedAt = `${observedOn}T00:00:00Z`
    return await stateOf({ input, fetchedAt }, from)
  } catch (error) {
    await input.close()
    throw error
  }
}

/** @param name of the input, for messages */
async function stateOf({ input, fetchedAt, state: known }: NewestState, name = input.name): Promise<OpenedState> {
  const observed_on = fetchedAt === null ? known?.observed_on : dayOf(fetchedAt)
  if (observed_on === undefined) {
    const message = say`the day of ${name} is not known, which its place among older states needs: give it with --fetched-at`
    throw new LegalTextError('invalid_input', message)
  }
  const parts = await partsOf(input)
  const { family, input: part } = parts.find(({ family }) => !family.isDated) ?? parts[0] ?? {}
  if (family === undefined || part === undefined) throw noLawIn(name, input)
  const listing = family.isComplete(part) ? 'complete' : 'partial'
  const own: State = { observed_on, source: input.name, listing, incomplete: null }
  const state = known?.observed_on === observed_on ? known : own
  return { state, fetchedAt: fetchedAt ?? `${observed_on}T00:00:00Z`, input, family }
}

/**
 * Sorts the states. On the same day, the given newest state takes precedence over one of a bundle, and both over a commit; other
 * duplicates are an error.
 */
async function inOrder(
  opened: readonly OpenedState[],
  committed: CommittedStates | undefined,
  replaced: BundleLaws | undefined,
  given: NewestState | undefined,
): Promise<Pick<OpenedHistory, 'newest' | 'past'>> {
  const named = Map.groupBy(opened, ({ state }) => state.observed_on)
  for (const [day, [one, other]] of named) {
    if (one === undefined || other === undefined) continue
    const message = say`there are two states of ${day}: ${one.input.name} and ${other.input.name}`
    throw new LegalTextError('invalid_input', message)
  }
  for (const { observed_on: day } of replaced?.states ?? []) {
    const other = named.get(day)?.find(({ input }) => input !== given?.input)
    if (other === undefined) continue
    const message = say`there is a state of ${day} in the bundle already: leave out ${other.input.name}`
    throw new LegalTextError('invalid_input', message)
  }
  const ofBundle = (replaced?.states ?? []).filter(({ observed_on }) => !named.has(observed_on))
  const taken = new Set([...named.keys(), ...ofBundle.map(({ observed_on }) => observed_on)])
  const ofCommits = (committed?.states ?? []).filter(({ state }) => !taken.has(state.observed_on))
  const states = [...opened, ...ofCommits].map(({ state }) => state)
  states.push(...ofBundle)
  states.sort((a, b) => (a.observed_on < b.observed_on ? -1 : 1))
  const { observed_on: day, source } = states.at(-1) as State
  const ofDay = ofCommits.find(({ state }) => state.observed_on === day)
  const newest =
    opened.find(({ state }) => state.observed_on === day) ??
    (ofDay && committed && { input: committed.commits.input(day), fetchedAt: ofDay.fetchedAt })
  if (given !== undefined && newest?.input !== given.input) {
    const message = say`there is a state of ${day} (${source}), which is newer than ${given.input.name}: give the day on which that was fetched with --fetched-at, or leave it out`
    throw new LegalTextError('invalid_input', message)
  }
  const read = new ReadLaws()
  const all = states.map(({ observed_on }) => observed_on)
  const older = ofCommits.filter(({ state }) => state.observed_on < day)
  const files = committed === undefined ? [] : await filesOfCommits(committed, older, all, read)
  for (const state of opened) if (state !== newest) files.push(...(await filesOf(state, read)))
  const own = ofBundle.map(({ observed_on }) => observed_on)
  replaced?.keep(
    new OwnDays(all, own),
    all.filter((each) => !own.includes(each)),
  )
  const past = { states, files, laws: replaced === undefined ? read : new SeveralLaws([read, replaced]) }
  return { newest: given ?? (newest && { input: newest.input, fetchedAt: newest.fetchedAt }), past }
}

/** Returns the files of older commits. If the family does not parse single documents, they are read at once, state by state. */
async function filesOfCommits(
  { commits, family }: CommittedStates,
  states: readonly TimedState[],
  all: readonly string[],
  laws: ReadLaws,
): Promise<PastFile[]> {
  const days = states.map(({ state }) => state.observed_on)
  if (family === undefined || family.isDated || family.loadParser !== undefined)
    return commits.files(new OwnDays(all, days))
  for (const { state, fetchedAt } of states) {
    const input = commits.input(state.observed_on)
    await filesOf({ state, fetchedAt, input, family }, laws).catch((error) => {
      state.incomplete = legalTextError(error).message
      state.listing = 'partial'
    })
  }
  return []
}

/** Returns the files of a state. If the family does not parse single documents, they are read at once. */
async function filesOf({ state, fetchedAt, input, family }: OpenedState, laws: ReadLaws): Promise<PastFile[]> {
  const span = { from: state.observed_on, to: state.observed_on }
  if (family.loadParser !== undefined) return input.files.map((file) => ({ ...span, fetchedAt, file }))
  const source = await family.open(input, {})
  for await (const { law } of source.laws(undefined)) {
    if (law !== undefined) laws.add({ ...span, law: { ...law, fetchedAt } })
  }
  return []
}

class ReadLaws implements PastLaws {
  readonly #byIdentity = new Map<string, ObservedLaw[]>()

  add(observed: ObservedLaw): void {
    cached(this.#byIdentity, observed.law.identity, () => []).push(observed)
  }

  take(identity: string): ObservedLaw[] {
    const own = this.#byIdentity.get(identity) ?? []
    this.#byIdentity.delete(identity)
    return own
  }

  identityOf(code: string): string | undefined {
    return [...this.#byIdentity].find(([, observed]) => observed.at(-1)?.law.code === code)?.[0]
  }

  rest(): ObservedLaw[][] {
    const code = (observed: readonly ObservedLaw[]) => observed.at(-1)?.law.code ?? ''
    return [...this.#byIdentity.values()].sort((a, b) => compareText(code(a), code(b)))
  }
}

/** Laws from several sources. */
class SeveralLaws implements PastLaws {
  readonly #sources: readonly PastLaws[]

  constructor(sources: readonly PastLaws[]) {
    this.#sources = sources
  }

  codeOf(identity: string): string | undefined {
    return this.#sources.map((source) => source.codeOf?.(identity)).find((code) => code !== undefined)
  }

  identityOf(code: string): string | undefined {
    return this.#sources.map((source) => source.identityOf?.(code)).find((identity) => identity !== undefined)
  }

  async hasAll(identity: string, files: readonly PastFile[]): Promise<boolean> {
    for (const source of this.#sources) if (await source.hasAll?.(identity, files)) return true
    return false
  }

  take(identity: string): ObservedLaw[] {
    return this.#sources.flatMap((source) => source.take(identity))
  }

  *rest(): Generator<ObservedLaw[]> {
    for (const [index, source] of this.#sources.entries()) {
      for (const own of source.rest()) {
        const identity = own[0]?.law.identity ?? ''
        yield [...own, ...this.#sources.slice(index + 1).flatMap((other) => other.take(identity))]
      }
    }
  }
}
