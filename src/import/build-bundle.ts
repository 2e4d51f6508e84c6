/** Builds a bundle from the files of a source: its laws, their older states, citations and the search index. */

import { access, constants, copyFile, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { detectForm } from '../archive/compressed.ts'
import { isSqlite, readHead } from '../files/content-hash.ts'
import { makeDirectory, publish } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import type { SourceFinding } from '../model/corpus.ts'
import { LAST_DAY, type LawHistory } from '../model/law-history.ts'
import type { ParsedFinding, ParsedLaw, ParsedLimitation } from '../model/parsed-law.ts'
import type { State } from '../model/versions.ts'
import { databaseReason, isOfDisk } from '../program/system-error.ts'
import type { IndexStatistics } from '../search/index.ts'
import {
  APPLICATION_ID,
  bundleId,
  FIRST_PAST,
  isOfToday,
  NORM_COUNT,
  type StoredCoverage,
} from '../store/bundle-schema.ts'
import { damaged, readRows } from '../store/sqlite/bundle-rows.ts'
import { BundleWriter, type LawImages, type StatedCitationRow } from '../store/sqlite/bundle-writer.ts'
import { BuildAccountTotals, countCoverage, countLimitations } from '../store/sqlite/count-coverage.ts'
import { finishBundle, LAYOUT_FILE, sealBundle } from '../store/sqlite/seal.ts'
import { LegalTextError, legalTextError } from '../util/errors.ts'
import type { CitationsMessage, CitationsTask } from './citations/citations-worker.ts'
import { FAMILIES, type InputPart, noLawIn, partsOf } from './families.ts'
import { ObservedLaws, remainingHistories, withCode } from './history/observed-laws.ts'
import type { HistoryOptions, NewestState } from './history/open-history.ts'
import { ImageReader } from './images.ts'
import { joinInputs, openInputs } from './input.ts'
import type { IndexMessage, IndexOrder } from './search-index/index-worker.ts'
import { reasonsOf } from './site/site-store.ts'
import type { Input, Past, SourceLaw, StatedAmendment, StatedCitation, StoredLaws } from './source.ts'
import { compareText, dayOf, isoTimestamp } from './values.ts'
import { workerMessages } from './workers.ts'

export interface BuildOptions {
  /**
   * Folder, archive or file in the form of a source family, several of them, or an opened input, which the build closes. Absent
   * to use the newest state of the history.
   */
  from?: string | readonly string[] | Input | undefined
  /** Languages in order of preference (ISO 639-1), for laws in several. Default: `de`, `en`. */
  languages?: readonly string[] | undefined
  /**
   * Names of source families, in order of preference for laws that several have. Default: the order of {@link FAMILIES},
   * conversions last.
   */
  priority?: readonly string[] | undefined
  /** File to write. An existing bundle is replaced atomically when the new one is complete. */
  out: string
  /** Time at which the source was fetched (ISO 8601), for the provenance. */
  fetchedAt?: string | undefined
  /** Day of the newest state (ISO date) if it differs from `fetchedAt`, since the files have times of their own. */
  today?: string | undefined
  /** Origin of older states; at least one source. */
  history?: HistoryOptions | undefined
  /** True to build a search index. */
  search?: boolean | undefined
  /** Called before the bundle is published; throwing an error ends the build. */
  accept?: ((coverage: StoredCoverage) => void) | undefined
  onProgress?: ((progress: BuildProgress) => void) | undefined
  /** Aborts the build, which then leaves no files. */
  signal?: AbortSignal | undefined
}

/** Report on a written bundle, with the laws that could not be read. */
export interface BuildReport extends Omit<StoredCoverage, 'findings'> {
  file: string
  bytes: number
  digest: string
  bundle_id: string
  seconds: number
  search_terms: number
  /** Number of states, and the days of the first and the last one; `null` for a bundle of one state. */
  states: { count: number; first: string; last: string } | null
  /** States that are incomplete, or include commits with dates out of order; absent if there are none. */
  incomplete_states?: { observed_on: string; reason: string }[]
  /** Faults of the imported sources. */
  findings: SourceFinding[]
  findings_total: number
}

/** Coverage in the report of a build. */
type ReportedCoverage = StoredCoverage & { search_terms: number }

/**
 * Builds a bundle. The same input with the same options gives the same bytes.
 * @throws LegalTextError `invalid_input` if the input or the output file cannot be used, or no law or norm could be read
 */
export async function buildBundle(options: BuildOptions): Promise<BuildReport> {
  const started = performance.now()
  const { from } = options
  let close = async () => (isInput(from) ? from.close() : undefined)
  try {
    const extended = await extendedBundle(options)
    // A bundle that gets further states may be replaced in place.
    const out = await outputFile(options.out, extended === undefined ? pathsOf(from) : [])
    const source = extended === undefined ? await openSource(options) : await openExtended(options, extended)
    close = source.close
    const report = await writeBundle(source, out, options)
    return { ...report, seconds: (performance.now() - started) / 1000 }
  } finally {
    await close()
  }
}

/** Source of a bundle: its newest state, or a bundle with that state, and the others. */
interface BuildSource {
  newest: NewestState | undefined
  /** Name of the newest state, for messages. */
  name: string
  past?: Past
  /** Day of the newest state (ISO date), if a bundle has it. */
  today?: string | undefined
  close(this: void): Promise<void>
}

/** Returns the bundle to extend by further states; `undefined` for other inputs, or without states. */
async function extendedBundle({ from, history }: Pick<BuildOptions, 'from' | 'history'>): Promise<string | undefined> {
  const [path, ...others] = pathsOf(from)
  if (path === undefined || others.length > 0 || history === undefined) return undefined
  return (await detectForm(path)) === 'sqlite' ? path : undefined
}

const isInput = (from: BuildOptions['from']): from is Input => typeof from === 'object' && !Array.isArray(from)

/** Returns the paths of an input; empty for an opened one. */
function pathsOf(from: BuildOptions['from']): readonly string[] {
  if (from === undefined || isInput(from)) return []
  return typeof from === 'string' ? [from] : from
}

async function openExtended({ history, fetchedAt }: BuildOptions, bundle: string): Promise<BuildSource> {
  if (fetchedAt !== undefined) {
    throw new LegalTextError(
      'invalid_input',
      say`--fetched-at does not go with ${bundle}: a bundle has its days already`,
    )
  }
  return openStates({ ...history, bundle }, undefined, bundle)
}

/** @param name of the newest state, unless it is one of the sources */
async function openStates(history: HistoryOptions, given: NewestState | undefined, name: string): Promise<BuildSource> {
  const { openHistory } = await openHistoryRoom()
  const { newest, past, close } = await openHistory(history, given)
  return { newest, name: newest?.input.name ?? name, past, close }
}

const openHistoryRoom = () => import('./history/open-history.ts')

async function openSource({ from, history: given, ...options }: BuildOptions): Promise<BuildSource> {
  const fetchedAt = readTimestamp(options.fetchedAt)
  const paths = pathsOf(from)
  const versions = given?.repository && (await (await openHistoryRoom()).openVersions(given.repository))
  const own = isInput(from) ? from : paths.length > 0 ? await openInputs(paths) : undefined
  const all = [own, versions].filter((each) => each !== undefined)
  const input = all.length > 0 ? joinInputs(all) : undefined
  const closeInput = async () => input?.close()
  const bundles = input?.files.flatMap(({ bundle }) => bundle ?? []) ?? []
  const state = bundles
    .flatMap((bundle) => bundle.state ?? [])
    .sort((a, b) => compareText(a.observed_on, b.observed_on))
    .at(-1)
  const today = state?.observed_on
  let history = given
  try {
    history = withStatesOf(bundles, given)
  } catch (error) {
    await closeInput()
    throw error
  }
  const hasStates = history !== undefined && (history.states?.length ?? 0) + (history.bundle === undefined ? 0 : 1) > 0
  if (history !== undefined && (versions === undefined || hasStates)) {
    const newest = input && { input, fetchedAt: fetchedAt ?? history.fetchedAt ?? null, state }
    const rest = versions === undefined ? history : { ...history, repository: undefined }
    const { close, ...source } = await openStates(rest, newest, '').catch(async (error) => {
      await (isInput(from) ? versions : input)?.close()
      throw error
    })
    return { ...source, today, close: () => close().finally(closeInput) }
  }
  if (input === undefined) {
    const message = say`--from is missing: it names what to build from, unless --history or --state does`
    throw new LegalTextError('invalid_input', message)
  }
  return { newest: { input, fetchedAt }, name: paths.join(' and ') || input.name, today, close: closeInput }
}

/** Adds the bundle with older states, if the input has one, to the history. */
function withStatesOf(bundles: readonly StoredLaws[], history: HistoryOptions | undefined): HistoryOptions | undefined {
  const files = bundles.filter(({ hasStates }) => hasStates).map(({ file }) => file)
  const [bundle, ...others] = [...(history?.bundle === undefined ? [] : [history.bundle]), ...files]
  if (files.length === 0 || bundle === undefined) return history
  if (others.length === 0) return { ...history, bundle }
  const message = say`${bundle} and ${others.join(', ')} both have older states, which only one bundle may have`
  throw new LegalTextError('invalid_input', message)
}

const INCOMPLETE_STATES = `
SELECT observed_on, incomplete AS reason FROM state WHERE incomplete IS NOT NULL ORDER BY observed_on`

const STATES = 'SELECT count(*) AS count, min(observed_on) AS first, max(observed_on) AS last FROM state'

async function writeBundle(
  { newest, name, past, today }: BuildSource,
  out: string,
  options: BuildOptions,
): Promise<Omit<BuildReport, 'seconds'>> {
  const temporary = `${out}.${process.pid}.tmp`
  await createTemporary(out, temporary)
  let writer: BundleWriter | undefined
  try {
    let counted: ReportedCoverage
    if (newest === undefined) {
      await copyFile(name, temporary, constants.COPYFILE_FICLONE)
      writer = BundleWriter.reopen(temporary)
      counted = await addStates(writer, past as Past, options)
    } else {
      writer = BundleWriter.create(temporary, newest.fetchedAt)
      counted = await writeContent(writer, { ...newest, name, past }, newest.fetchedAt, {
        ...options,
        today: options.today ?? today,
      })
    }
    const { search_terms: _terms, ...coverage } = counted
    options.accept?.(coverage)
    writer.setMeta('coverage', JSON.stringify(coverage))
    const findings = writer.findings()
    const [states] = writer.query<NonNullable<BuildReport['states']>>(STATES)
    const incomplete = writer.query<{ observed_on: string; reason: string }>(INCOMPLETE_STATES)
    options.onProgress?.({ stage: 'seal', done: 0, total: 1 })
    writer.finish()
    const digest = await sealBundle(temporary)
    options.signal?.throwIfAborted()
    await publish(temporary, out)
    const { size: bytes } = await stat(out)
    const total = findings.length
    return {
      ...counted,
      file: out,
      bytes,
      digest,
      bundle_id: bundleId(digest),
      states: states?.count ? { ...states } : null,
      ...(incomplete.length > 0 && { incomplete_states: incomplete.map((each) => ({ ...each })) }),
      findings,
      findings_total: total,
    }
  } catch (error) {
    throw asUserError(error, out)
  } finally {
    writer?.abandon()
    await removeTemporary(temporary)
  }
}

/** Writes the laws of the newest state with their histories, the citations and the search index. */
async function writeContent(
  writer: BundleWriter,
  { input, name, past }: { input: Input; name: string; past: Past | undefined },
  fetchedAt: string | null,
  { signal, search, languages, priority, today, onProgress }: BuildOptions,
): Promise<ReportedCoverage> {
  const { account, citations } = await writeLaws(writer, input, name, {
    ...(signal && { signal }),
    past,
    languages,
    priority,
    today: fetchedAt === null ? today : dayOf(fetchedAt),
    onProgress: (done, total) => onProgress?.({ stage: 'laws', done, total }),
  })
  const norms = writer.query<{ norms: number }>(NORM_COUNT)[0]?.norms ?? 0
  const report = (stage: BuildProgress['stage']) => (done: number) => {
    signal?.throwIfAborted()
    onProgress?.({ stage, done, total: norms })
  }
  await writeCitations(writer, report('citations'))
  for (const citation of citations) writer.addStatedCitation(citation)
  writer.commit()
  const terms = search === false ? 0 : await buildSearchIndex(writer.file, report('search'))
  return { ...countCoverage(writer, account), search_terms: terms }
}

/** Turns disk errors (space, permissions, faults) into errors for the user; returns others unchanged. */
function asUserError(error: unknown, out: string): unknown {
  const refused = (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR' || isOfDisk(error)
  if (!refused) return error
  return new LegalTextError(
    'invalid_input',
    say`cannot write ${out}: ${databaseReason(error, out)}`,
    {},
    { cause: error },
  )
}

/** @throws LegalTextError `invalid_input` if the text is not an ISO 8601 date and time */
function readTimestamp(text: string | undefined): string | null {
  if (text === undefined) return null
  const time = isoTimestamp(text)
  if (time !== undefined) return time
  const message = say`${JSON.stringify(text)} is not a date and time: expected ISO 8601, 2026-04-29T00:00:00Z`
  throw new LegalTextError('invalid_input', message)
}

/**
 * Returns the path to write, with links resolved.
 * @param from paths of the input
 * @throws LegalTextError `invalid_input` if the file must not be replaced
 */
async function outputFile(out: string, from: readonly string[]): Promise<string> {
  const file = await realpath(out).catch(() => resolve(out))
  const refuse = (reason: string): never => {
    throw new LegalTextError('invalid_input', say`cannot write ${out}: ${reason}`)
  }
  const existing = await stat(file).catch(() => undefined)
  if (existing?.isDirectory() || /[/\\]$/.test(out)) refuse(say`it is a folder`)
  if (existing !== undefined && !existing.isFile()) refuse(say`it is not a regular file`)
  for (const path of from) if (file === (await realpath(path).catch(() => undefined))) refuse(say`it is the input`)
  if (existing !== undefined && existing.size > 0 && !isBundle(file)) refuse(say`the file exists and is not a bundle`)
  return file
}

/** True if a file begins with SQLite's header and, at byte 68, the application id of bundles. */
function isBundle(file: string): boolean {
  const head = readHead(file, 72)
  return head.length === 72 && isSqlite(head) && head.readUInt32BE(68) === APPLICATION_ID
}

/** Temporary files of the running builds of this process. */
const ownFiles = new Set<string>()

/**
 * Creates the empty output file. The caller removes it.
 * @throws LegalTextError `invalid_input` if that fails
 */
async function createTemporary(out: string, temporary: string): Promise<void> {
  const refuse = (reason: string): never => {
    throw new LegalTextError('invalid_input', say`cannot write ${out}: ${reason}`)
  }
  if (ownFiles.has(temporary)) refuse(say`another build of this process is writing it`)
  ownFiles.add(temporary)
  try {
    makeDirectory(dirname(out))
    await access(dirname(out), constants.W_OK)
    await removeLeftovers(out, basename(temporary))
    await (await open(temporary, 'wx')).close()
  } catch (error) {
    ownFiles.delete(temporary)
    refuse((error as Error).message)
  }
}

/** Removes the temporary file, unless it has become the bundle, and its companions. */
async function removeTemporary(temporary: string): Promise<void> {
  for (const ending of ['', '-journal', LAYOUT_FILE, INDEX_FOLDER]) {
    await rm(temporary + ending, { force: true, recursive: true }).catch(() => {})
  }
  ownFiles.delete(temporary)
}

/**
 * Removes the leftovers of killed builds next to the bundle.
 * @param own name of the output file: process ids are reused, in containers at every start
 */
async function removeLeftovers(out: string, own: string): Promise<void> {
  for (const name of await readdir(dirname(out))) {
    if (!name.startsWith(`${basename(out)}.`)) continue
    const [, builder] = /^(\d+)\.tmp(?:-journal|-layout|-index)?$/.exec(name.slice(basename(out).length + 1)) ?? []
    if (builder !== undefined && (name.startsWith(own) || !isRunning(Number(builder))))
      await rm(join(dirname(out), name), { force: true, recursive: true })
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Facts about the source for the rest of the build. */
interface WrittenLaws {
  account: BuildAccountTotals
  /** Citations stated by the source, in addition to those found in the texts. */
  citations: StatedCitationRow[]
}

interface WriteOptions {
  signal?: AbortSignal
  onProgress: (done: number, total: number) => void
  /** Laws of older states; absent for a bundle of one state. */
  past?: Past | undefined
  /** Languages in order of preference (ISO 639-1). */
  languages?: readonly string[] | undefined
  /** Names of source families in order of preference. */
  priority?: readonly string[] | undefined
  /** Day of the newest state (ISO date), if known. */
  today?: string | undefined
}

/**
 * @param name of the input, for messages
 * @throws LegalTextError `invalid_input` if no source family recognises the input, or no law or norm could be read
 */
async function writeLaws(
  writer: BundleWriter,
  input: Input,
  name: string,
  { signal, onProgress, priority = [], ...options }: WriteOptions,
): Promise<WrittenLaws> {
  const { past } = options
  const places = new Map(priority.map((name, place) => [name, place]))
  const placeOf = ({ family }: InputPart) => places.get(family.name) ?? places.size + (family.isConversion ? 1 : 0)
  const parts = (await partsOf(input)).sort((a, b) => placeOf(a) - placeOf(b))
  const { limitations: missing = [] } = input
  const sources = await Promise.all(parts.map(({ family, input: part }) => family.open(part, { ...options, missing })))
  writer.addStates(past?.states ?? [])
  const total = sources.reduce((sum, { lawCount }) => sum + lawCount, 0)
  if (total === 0) {
    if (missing.length > 0) {
      const message = say`no law could be fetched from ${name}: ${reasonsOf(missing)}. Name other laws or languages`
      throw new LegalTextError('invalid_input', message)
    }
    const [first] = sources.flatMap(({ limitations }) => limitations)
    throw noLawIn(name, input, first?.reason)
  }
  const limitations = [...missing, ...sources.flatMap((source) => source.limitations)]
  const findings = sources.flatMap((source) => source.findings)
  const account = new BuildAccountTotals()
  for (const { elements, shared } of sources.flatMap(({ accounts = [] }) => accounts)) {
    account.add(elements)
    for (const [family, count] of Object.entries(shared)) account.addShared(family, count)
  }
  const reader = new ImageReader()
  let done = 0
  let laws = 0
  let norms = 0
  /** The previous law: if two sources have a law, the first one wins. */
  let previous: ParsedLaw | undefined
  const all = inOrder(
    sources.map((source) => source.laws(signal)),
    priority.length > 0,
  )
  for await (const { law, history, limitations: reasons, findings: found, images: files, lacksVersionsAfter } of all) {
    signal?.throwIfAborted()
    for (const limitation of reasons) limitations.push(limitation)
    for (const finding of found) findings.push(finding)
    const images = law && files && (await reader.read(law, files, findings))
    const isGiven = law !== undefined && law.code === previous?.code
    const excluded = isGiven
      ? excludedLaw(law, givenBy(previous?.sourceFamily ?? '', lacksVersionsAfter))
      : law && addLaw(writer, law, history ?? (past && historyOf(law, past)), images)
    if (law === undefined && history !== undefined) writer.addFormerLaw(history)
    if (isGiven) account.addShared(previous?.sourceFamily ?? '')
    if (excluded !== undefined) limitations.push(excluded)
    else if (law !== undefined) {
      previous = law
      account.add(law.account)
      laws++
      norms += law.norms.length
    }
    onProgress(++done, total)
  }
  for (const history of past === undefined ? [] : remainingHistories(past)) writer.addFormerLaw(history)
  const lastReason = () => (findings.at(-1) ?? limitations.at(-1))?.reason
  if (laws === 0) {
    throw new LegalTextError('invalid_input', say`no law in ${name} could be read: ${lastReason()}`)
  }
  if (norms === 0) {
    const reason = lastReason() ?? say`its ${laws === 1 ? say`law has` : say`${laws} laws have`} none`
    throw new LegalTextError('invalid_input', say`no norm in ${name} could be read: ${reason}`)
  }
  const isComplete = parts.some(({ family, input: part }) => family.isComplete(part))
  const listing = isComplete ? 'complete' : 'partial'
  writer.setMeta('listing', listing)
  if (past === undefined) addOnlyState(writer, { source: ACTS, listing, incomplete: null }, options.today)
  for (const { stateLawCoverage } of sources) {
    if (stateLawCoverage !== undefined) writer.setMeta('state_law_coverage', JSON.stringify(stateLawCoverage))
  }
  const stated = findNorms(
    writer,
    sources.flatMap(({ statedCitations }) => statedCitations),
  )
  writeAmendments(
    writer,
    sources.flatMap(({ amendments = [] }) => amendments),
  )
  for (const finding of stated.findings) findings.push(finding)
  for (const limitation of limitations.sort(bySource)) writer.addLimitation(limitation)
  for (const finding of findings.sort(bySource)) writer.addFinding(finding)
  return { account, citations: stated.rows }
}

/** Independent of the input: the same acts give the same bundle in any container. */
const ACTS = say`acts that tell their days`

const NEWEST_VERSION = `SELECT max(state_from) AS day FROM law WHERE ${isOfToday()}`

/** Dated laws have versions even in a single state: that of today, or else of their newest version. */
function addOnlyState(writer: BundleWriter, state: Omit<State, 'observed_on'>, today: string | undefined): void {
  const [newest] = writer.query<{ day: string | null }>(NEWEST_VERSION)
  const day = newest?.day ?? null
  if (day !== null) writer.addStates([{ ...state, observed_on: today ?? day }])
}

const givenBy = (family: string, lacksVersionsAfter: string | undefined) =>
  lacksVersionsAfter === undefined
    ? say`the law is that of the source ${family}`
    : say`the law is that of the source ${family}: the version after that of ${lacksVersionsAfter} is not there`

/**
 * Merges the laws of several sources by code; each source is already sorted. If several have a law, the first source wins, or the
 * first one with a newer text if the law of the former is known to lack its newest version.
 * @param isDecided true if the first source always wins
 */
async function* inOrder(sources: readonly AsyncIterable<SourceLaw>[], isDecided: boolean): AsyncGenerator<SourceLaw> {
  const readers = sources.map((laws) => laws[Symbol.asyncIterator]())
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()))
    for (;;) {
      let first = -1
      for (const [index, head] of heads.entries()) {
        if (head.done !== true && (first < 0 || codeOf(head.value) < codeOf(heads[first]?.value))) first = index
      }
      if (first < 0) return
      const held: SourceLaw | undefined = heads[first]?.value
      const newer = heads.findIndex(({ done, value }) => {
        const isOther = done !== true && codeOf(value) === codeOf(held)
        return isOther && (value.law?.statusDate ?? '') > (held?.lacksVersionsAfter ?? LAST_DAY)
      })
      if (newer >= 0 && !isDecided) first = newer
      yield heads[first]?.value as SourceLaw
      heads[first] = await (readers[first] as AsyncIterator<SourceLaw>).next()
    }
  } finally {
    for (const reader of readers) await reader.return?.()
  }
}

/** Returns the code of a law; empty for one that could not be read, which has no position in the order. */
const codeOf = (read: SourceLaw | undefined) => read?.law?.code ?? ''

/** Writes a law. @returns a limitation if a text in it is too long */
function addLaw(
  writer: BundleWriter,
  law: ParsedLaw,
  history: LawHistory | undefined,
  images: LawImages | undefined,
): ParsedLimitation | undefined {
  try {
    writer.addLaw(law, history, images)
    return undefined
  } catch (error) {
    return excludedLaw(law, legalTextError(error).message)
  }
}

function excludedLaw({ code, title, sourceFamily, sourceUrl }: ParsedLaw, reason: string): ParsedLimitation {
  const about = { sourceFamily, sourceId: code, title: title || code, sourceUrl }
  return { ...about, terminalState: 'excluded_by_policy', reason: say`${code}: ${reason}` }
}

function bySource(a: { sourceId: string }, b: { sourceId: string }): number {
  return compareText(a.sourceId, b.sourceId)
}

/** Returns the history of a law, if its family does not provide it. */
function historyOf(law: ParsedLaw, { states, laws }: Past): LawHistory | undefined {
  const read = laws.take(law.identity).map((each) => withCode(each, law.code))
  const observed = new ObservedLaws(states, read)
  observed.addNewest(law)
  return observed.history()
}

/** Writes the amendments of norms, in order. */
function writeAmendments(writer: BundleWriter, amendments: readonly StatedAmendment[]): void {
  const places = new Map<number, number>()
  for (const { amending, amended, ...each } of amendments) {
    const own = writer.findNorm(amending)
    if (own === undefined) continue
    const place = places.get(own) ?? 0
    places.set(own, place + 1)
    writer.addAmendment(own, place, (amended && writer.findNorm(amended)) ?? null, each)
  }
}

/** Looks up both ends of stated citations. Missing ends become findings. */
function findNorms(
  writer: BundleWriter,
  citations: readonly StatedCitation[],
): { rows: StatedCitationRow[]; findings: ParsedFinding[] } {
  const rows: StatedCitationRow[] = []
  const findings: ParsedFinding[] = []
  for (const { name, sourceFamily, citing, cited, subdivision } of citations) {
    const [from, to] = [writer.findNorm(citing), writer.findNorm(cited)]
    if (from !== undefined && to !== undefined) {
      rows.push({ citing: from, norm: to, subdivision })
      continue
    }
    const missing = from === undefined ? citing : cited
    const reason = say`the relationship ${name} is left out: there is no norm ${missing.path} in ${missing.code}`
    findings.push({ sourceFamily, sourceId: name, lawId: citing.code, reason })
  }
  return { rows, findings }
}

/** @param past all states, and the contents of the bundle and the other sources for each law */
async function addStates(
  writer: BundleWriter,
  { states, files, laws }: Past,
  { signal, onProgress }: BuildOptions,
): Promise<ReportedCoverage> {
  const before = countOf(writer)
  writer.addStates(states)
  let done = 0
  const total = writer.query<{ laws: number }>(`SELECT count(*) AS laws FROM law WHERE ${isOfToday()}`)[0]?.laws ?? 0
  for (const family of FAMILIES) {
    for await (const { history, limitations } of family.readPast?.({ states, files, laws }, signal) ?? []) {
      signal?.throwIfAborted()
      for (const limitation of limitations) writer.addLimitation(limitation)
      if (history !== undefined) writer.replaceHistory(history)
      onProgress?.({ stage: 'laws', done: Math.min(++done, total), total })
    }
  }
  for (const history of remainingHistories({ states, laws })) {
    signal?.throwIfAborted()
    writer.replaceHistory(history)
  }
  const norms = writer.query<{ norms: number }>(NORM_COUNT)[0]?.norms ?? 0
  const onCitations = (read: number) => {
    signal?.throwIfAborted()
    onProgress?.({ stage: 'citations', done: read, total: norms })
  }
  // Texts may cite a law that was unknown before.
  const ofStates = before.states > 0 && before.laws === countOf(writer).laws
  if (!ofStates) writer.removeNamedCitations()
  await writeCitations(writer, onCitations, { ofStates, nextText: before.nextText })
  const meta = new Map(
    writer.query<{ key: string; value: string }>('SELECT key, value FROM meta').map(({ key, value }) => [key, value]),
  )
  const { terms = 0 } = JSON.parse(meta.get('search') ?? '{}') as Partial<IndexStatistics>
  const coverage = JSON.parse(meta.get('coverage') ?? '{}') as StoredCoverage
  return { ...coverage, ...countLimitations(writer), search_terms: terms }
}

const COUNTS = `
SELECT (SELECT count(*) FROM state) AS states,
  (SELECT count(DISTINCT line) FROM law WHERE state_from IS NOT NULL) AS laws,
  (SELECT max(max(id) + 1, ${FIRST_PAST}) FROM content) AS nextText`

function countOf(writer: BundleWriter): { states: number; laws: number; nextText: number } {
  const [counts] = writer.query<{ states: number; laws: number; nextText: number }>(COUNTS)
  return counts as NonNullable<typeof counts>
}

/** Texts per message of a worker. */
const TEXTS_PER_BATCH = 1000

const COUNTS_OF_TEXTS = `
SELECT (${NORM_COUNT}) AS norms, (SELECT max(observed_on) FROM state) AS newestDay,
  (SELECT count(DISTINCT content) FROM norm WHERE state_from IS NOT NULL AND content >= ? AND kind <> 'toc') AS past`

/** State of a bundle that already has its citations of today. */
interface KnownCitations {
  /** True if it also has the citations of its texts in older states, up to an older text. */
  ofStates: boolean
  /** Number of the first older text that was added since. */
  nextText: number
}

/**
 * Reads all texts in worker threads and writes their citations, in the order of the norms and of their texts.
 * @param onProgress called with the number of norms read so far; throwing an error ends the work
 */
async function writeCitations(
  writer: BundleWriter,
  onProgress: (norms: number) => void,
  known?: KnownCitations,
): Promise<void> {
  writer.commit()
  const since = known?.ofStates ? known.nextText : FIRST_PAST
  const [counts] = writer.query<{ norms: number; past: number; newestDay: string | null }>(COUNTS_OF_TEXTS, since)
  const { norms = 0, past = 0, newestDay } = counts ?? {}
  const batchesOfNorms = known?.ofStates ? 0 : Math.ceil(norms / TEXTS_PER_BATCH)
  const batches = batchesOfNorms + Math.ceil(past / TEXTS_PER_BATCH)
  const step = Math.max(1, Math.min(availableParallelism(), batches))
  const shared = {
    file: writer.file,
    newestDay: newestDay ?? undefined,
    size: TEXTS_PER_BATCH,
    batches,
    batchesOfNorms,
    since,
  }
  const workers = Array.from({ length: step }, (_, first) => {
    const task: CitationsTask = { ...shared, first, step }
    return workerMessages<CitationsMessage>('import/citations/citations-worker', task)
  })
  const read: CitationsMessage[] = []
  try {
    for (let batch = 0; batch < batches; batch += 1) {
      const message = await workers[batch % step]?.next()
      read.push(message?.value as CitationsMessage)
      onProgress(Math.floor((norms * (batch + 1)) / batches))
    }
  } finally {
    for (const worker of workers) await worker.return(undefined)
  }
  // Not earlier: open readers of the bundle block writes.
  if (known === undefined) {
    for (const batch of read) for (const { citing, citations } of batch.norms) writer.addCitations(citing, citations)
  }
  writer.addNamedCitations(
    read.flatMap((batch) => [
      ...batch.norms.flatMap(({ citing, named }) => (named ? [{ content: citing, ...named }] : [])),
      ...batch.past.map(({ content, named }) => ({ content, ...named })),
    ]),
  )
}

/** `laws` counts parsed laws, `citations` norms whose citations are read, `search` indexed norms. */
export interface BuildProgress {
  stage: 'laws' | 'citations' | 'search' | 'seal'
  done: number
  total: number
}

/** Suffix of the temporary index directory next to a bundle. */
const INDEX_FOLDER = '-index'

/**
 * Makes a bundle from the rows of another one: builds its search index, and seals it.
 * @param rows file with the lines of `writeRows`
 * @param file a new file
 * @returns the digest, equal to that of the other bundle if the same versions built its index
 * @throws LegalTextError `not_ready` if the lines are damaged; `invalid_input` if the file cannot be written
 */
export async function restoreBundle(
  rows: string,
  file: string,
  { onProgress, signal }: Pick<BuildOptions, 'onProgress' | 'signal'>,
): Promise<string> {
  try {
    await readRows(rows, file, signal)
    await buildSearchIndex(file, (done) => {
      signal?.throwIfAborted()
      onProgress?.({ stage: 'search', done, total: 0 })
    })
    onProgress?.({ stage: 'seal', done: 0, total: 1 })
    return await finishBundle(file)
  } catch (error) {
    if (error instanceof LegalTextError || signal?.aborted) throw error
    if (isOfDisk(error)) throw asUserError(error, file)
    throw (error as NodeJS.ErrnoException).syscall === undefined ? damaged(error) : error
  }
}

/**
 * Builds the index in a worker thread.
 * @param file the bundle, without other writers
 * @param onProgress called with the number of norms indexed so far; an exception stops the worker
 * @returns the number of terms
 */
async function buildSearchIndex(file: string, onProgress: (norms: number) => void): Promise<number> {
  const folder = file + INDEX_FOLDER
  await mkdir(folder)
  const order: IndexOrder = { file, folder }
  try {
    for await (const message of workerMessages<IndexMessage>('import/search-index/index-worker', order)) {
      if ('terms' in message) return message.terms
      onProgress(message.passed)
    }
    throw new Error('the search index was not finished')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
