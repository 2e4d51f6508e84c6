/** Writes the laws of an input to a bundle, with limitations and findings. */
import type { LawHistory } from '../corpus/law-history.ts'
import type { ParsedFinding, ParsedLaw, ParsedLimitation } from '../corpus/parsed-law.ts'
import type { State } from '../corpus/versions.ts'
import { LegalTextError } from '../errors.ts'
import type { BundleWriter, StatedCitationRow } from '../sqlite/bundle-writer.ts'
import { BuildAccountTotals } from '../sqlite/count-coverage.ts'
import { ObservedLaws, remainingHistories, withCode } from './history/observed-laws.ts'
import type { Input, Past, SourceLaw, StatedCitation } from './source.ts'
import { FAMILIES, partsOf } from './sources/families.ts'
import { reasonsOf } from './sources/site/site-records.ts'
import { compareText } from './sources/values.ts'

/** What the rest of the build needs to know of the source. */
export interface WrittenLaws {
  account: BuildAccountTotals
  /** Citations that the source states, to be added to those found in the texts. */
  citations: StatedCitationRow[]
}

export interface WriteOptions {
  signal?: AbortSignal
  onProgress: (done: number, total: number) => void
  /** What older states had; absent for a bundle of one state. */
  past?: Past | undefined
  /** Languages in the order of preference (ISO 639-1). */
  languages?: readonly string[] | undefined
  /** The day of the newest state (ISO date), if it is known. */
  today?: string | undefined
}

/**
 * @param name of the input, for messages
 * @throws LegalTextError `invalid_input` if no source family recognises the input, or no law or norm could be read
 */
export async function writeLaws(
  writer: BundleWriter,
  input: Input,
  name: string,
  { signal, onProgress, ...options }: WriteOptions,
): Promise<WrittenLaws> {
  const { past } = options
  const parts = await partsOf(input)
  const { limitations: missing = [] } = input
  const sources = await Promise.all(parts.map(({ family, input: part }) => family.open(part, { ...options, missing })))
  for (const state of past?.states ?? []) writer.history.addState(state)
  const total = sources.reduce((sum, { lawCount }) => sum + lawCount, 0)
  if (total === 0) {
    if (missing.length > 0) {
      const message = `no law could be fetched from ${name}: ${reasonsOf(missing)}. Name other laws or languages`
      throw new LegalTextError('invalid_input', message)
    }
    const expected = FAMILIES.map(({ form }) => form).reduce((forms, form) => `${forms}; or ${form}`)
    const [first] = sources.flatMap(({ limitations }) => limitations)
    const found = first === undefined ? '' : `; not imported: ${first.reason}`
    throw new LegalTextError('invalid_input', `there is no law in ${name}: expected ${expected}${found}`)
  }
  const limitations = [...missing, ...sources.flatMap((source) => source.limitations)]
  const findings = sources.flatMap((source) => source.findings)
  const account = new BuildAccountTotals()
  let done = 0
  let laws = 0
  let norms = 0
  for await (const { law, history, limitations: reasons, findings: found } of inOrder(
    sources.map((source) => source.laws(signal)),
  )) {
    signal?.throwIfAborted()
    for (const limitation of reasons) limitations.push(limitation)
    for (const finding of found) findings.push(finding)
    const excluded = law && addLaw(writer, law, history ?? (past && historyOf(law, past)))
    if (law === undefined && history !== undefined) writer.history.addLaw(history, undefined)
    if (excluded !== undefined) limitations.push(excluded)
    else if (law !== undefined) {
      account.add(law.account)
      laws++
      norms += law.norms.length
    }
    onProgress(++done, total)
  }
  for (const history of past === undefined ? [] : remainingHistories(past)) writer.history.addLaw(history, undefined)
  const lastReason = () => (findings.at(-1) ?? limitations.at(-1))?.reason
  if (laws === 0) {
    throw new LegalTextError('invalid_input', `no law in ${name} could be read: ${lastReason()}`)
  }
  if (norms === 0) {
    const reason = lastReason() ?? `its ${laws === 1 ? 'law has' : `${laws} laws have`} none`
    throw new LegalTextError('invalid_input', `no norm in ${name} could be read: ${reason}`)
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
  for (const finding of stated.findings) findings.push(finding)
  for (const limitation of limitations.sort(bySource)) writer.addLimitation(limitation)
  for (const finding of findings.sort(bySource)) writer.addFinding(finding)
  return { account, citations: stated.rows }
}

/** Names no input: the same acts give the same bundle, whatever they come in. */
const ACTS = 'acts that tell their days'

const NEWEST_VERSION = 'SELECT max(observed_from) AS day FROM law_version'

/** Dated laws have versions even if there is only one state: that of today, or else of their newest version. */
function addOnlyState(writer: BundleWriter, state: Omit<State, 'observed_on'>, today: string | undefined): void {
  const [newest] = writer.query<{ day: string | null }>(NEWEST_VERSION)
  const day = newest?.day ?? null
  if (day !== null) writer.history.addState({ ...state, observed_on: today ?? day })
}

/** The laws of several sources in the order of their codes; each source has its own in order. */
async function* inOrder(sources: readonly AsyncIterable<SourceLaw>[]): AsyncGenerator<SourceLaw> {
  const readers = sources.map((laws) => laws[Symbol.asyncIterator]())
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()))
    for (;;) {
      let first = -1
      for (const [index, head] of heads.entries()) {
        if (head.done !== true && (first < 0 || codeOf(head.value) < codeOf(heads[first]?.value))) first = index
      }
      if (first < 0) return
      yield heads[first]?.value as SourceLaw
      heads[first] = await (readers[first] as AsyncIterator<SourceLaw>).next()
    }
  } finally {
    for (const reader of readers) await reader.return?.()
  }
}

/** The code of a law, empty if it could not be read: nothing of it has a place in the order. */
const codeOf = (read: SourceLaw | undefined) => read?.law?.code ?? ''

/** Writes a law. @returns a limitation if a text in it is too long */
function addLaw(writer: BundleWriter, law: ParsedLaw, history: LawHistory | undefined): ParsedLimitation | undefined {
  try {
    writer.addLaw(law, history)
    return undefined
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    const { code, title, sourceFamily, sourceUrl } = law
    const about = { sourceFamily, sourceId: code, title: title || code, sourceUrl }
    return { ...about, terminalState: 'excluded_by_policy', reason: `${code}: ${error.message}` }
  }
}

function bySource(a: { sourceId: string }, b: { sourceId: string }): number {
  return compareText(a.sourceId, b.sourceId)
}

/** The history of a law whose family does not make it. */
function historyOf(law: ParsedLaw, { states, laws }: Past): LawHistory | undefined {
  const read = laws.take(law.identity).map((each) => withCode(each, law.code))
  const observed = new ObservedLaws(states, read)
  observed.addNewest(law)
  return observed.history()
}

/** Looks up both ends of stated citations. Those that the bundle lacks become findings. */
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
    const reason = `the relationship ${name} is left out: there is no norm ${missing.path} in ${missing.code}`
    findings.push({ sourceFamily, sourceId: name, lawId: citing.code, reason })
  }
  return { rows, findings }
}
