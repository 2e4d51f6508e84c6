/** Opens a JSON package in any of its forms, and compares its counts with its records. */

import { say } from '../../i18n/texts.ts'
import type { TerminalState } from '../../model/corpus.ts'
import type { ParsedFinding, ParsedLimitation } from '../../model/parsed-law.ts'
import { isRecord } from '../../util/arguments.ts'
import type { Input, Source } from '../source.ts'
import { limitationOfFile, PACKAGE_FAMILY } from '../values.ts'
import { nameOf, openLawFiles, openLists, type PackageContents, PackageFiles, type ReadFile } from './package-files.ts'
import { RELATIONSHIPS_FILE, readLaw, readRelationships } from './read-law.ts'
import { check, finding, type LimitationRecord, limitationRecord, readable } from './schema.ts'

/**
 * @param folder prefix of the paths of the package's files, `''` or `folder/`
 * @throws LegalTextError `invalid_input` if a file is missing, malformed, or has another hash than stated in the package
 */
export async function openPackage(input: Input, folder: string): Promise<Source> {
  const files = new PackageFiles(input, folder)
  const findings: ParsedFinding[] = []
  const description = await files.readIfThere('package.json')
  if (description !== undefined) {
    if (!isRecord(description.content)) throw files.broken(say`package.json must be an object`)
    files.expect(description.content.content_hashes)
    if (files.hasNoHashes) findings.push(NO_HASHES)
  }
  const manifest = await files.readIfThere('manifest.json')
  if (manifest !== undefined && !isRecord(manifest.content)) throw files.broken(say`manifest.json must be an object`)
  const hasLists = files.has('laws.json') || files.has('norms.json')
  const isOfLists = hasLists || (files.has('package.json') && files.lawFiles().length === 0)
  const contents = isOfLists ? await openLists(files) : await openLawFiles(files, manifest?.content)
  const relationships = await files.readAllIfThere(RELATIONSHIPS_FILE, ['relationships'])
  const limited = await files.readAllIfThere(LIMITATIONS_FILE, ['limitations', 'source_limitations'])
  const coverage = await files.readIfThere('state-law-coverage.json')
  await files.checkOthers()

  const { containments, citations, findings: unread } = readRelationships(relationships)
  const stated = readLimitations(limited)
  const discovered = isRecord(manifest?.content) ? manifest.content.discovered_sources : undefined
  const counts = {
    ...contents.counts,
    relationships: relationships.length,
    source_limitations: limited.length,
    ...(Array.isArray(discovered) && { discovered_sources: discovered.length }),
  }
  const limitations = [
    ...(input.skipped ?? []).map((each) => limitationOfFile(PACKAGE_FAMILY, each)),
    ...contents.limitations,
    ...stated.limitations,
  ]
  for (const some of [
    contents.findings,
    stated.findings,
    unread,
    unknownLaws(contents, containments),
    compareCounts(description, counts),
    compareCounts(manifest, counts),
  ]) {
    for (const one of some) findings.push(one)
  }
  return {
    lawCount: contents.refused.length + contents.laws.length,
    limitations,
    findings,
    async *laws() {
      for (const limitation of contents.refused) yield { law: undefined, limitations: [limitation], findings: [] }
      for (const { code, load } of contents.laws) yield readLaw(await load(), containments.get(code) ?? [])
    },
    statedCitations: citations,
    ...(coverage !== undefined && { stateLawCoverage: coverage.content }),
  }
}

const NO_HASHES = finding(
  'package.json',
  'content_hashes of package.json is empty: no file could be compared with its hash',
)

type Containments = ReturnType<typeof readRelationships>['containments']

/** Returns findings for containments in laws that the package lacks. */
function unknownLaws({ laws }: PackageContents, containments: Containments): ParsedFinding[] {
  const known = new Set(laws.map(({ code }) => code))
  return [...containments]
    .filter(([code]) => !known.has(code))
    .flatMap(([code, all]) =>
      all.map(({ place, outer, inner }) =>
        finding(place, say`${place}: ${outer} cannot contain ${inner}: there is no law ${code}`),
      ),
    )
}

/** Fields with the count of each kind of record. */
const COUNT_FIELDS = {
  laws: ['laws', 'law_count'],
  norms: ['norms', 'norm_count'],
  relationships: ['relationships', 'relationship_count'],
  source_limitations: ['source_limitations', 'source_limitation_count'],
  discovered_sources: ['discovered_sources', 'discovered_source_count'],
}

type RecordCounts = Partial<Record<keyof typeof COUNT_FIELDS, number>>

/** Objects of a file with counts, besides the file itself. */
const COUNT_OBJECTS = ['record_counts', 'counts']

/** Returns a finding for every count that differs from the number of records. */
function compareCounts(file: ReadFile | undefined, actual: RecordCounts): ParsedFinding[] {
  if (file === undefined || !isRecord(file.content)) return []
  const { content, name } = file
  const holders = [content, ...COUNT_OBJECTS.map((holder) => content[holder]).filter(isRecord)]
  return (Object.keys(COUNT_FIELDS) as (keyof RecordCounts)[]).flatMap((kind) => {
    const count = actual[kind]
    if (count === undefined) return []
    const stated = holders.flatMap((holder) => COUNT_FIELDS[kind].map((key) => holder[key]))
    const wrong = new Set(stated.filter((value) => typeof value === 'number' && value !== count))
    const kinds = kind.replace('_', ' ')
    return [...wrong].map((said) =>
      finding(name, say`${name} says that there are ${said} ${kinds}, but there are ${count}`),
    )
  })
}

const LIMITATIONS_FILE = 'source-limitations.json'

/** Words in the names of other terminal states, with the nearest of ours. */
const NEAREST: [words: RegExp, state: TerminalState][] = [
  [/unavailable|missing|not_found|unreachable|timeout|network|http/, 'source_unavailable'],
  [/unsupported|format|pdf/, 'unsupported_format'],
  [/policy|excluded|licen[cs]e|robots|terms/, 'excluded_by_policy'],
  [/parse|invalid|malformed|broken/, 'parse_failed'],
]

const STATES = new Set<string>(NEAREST.map(([, state]) => state))

/** Reads the records. Invalid ones become findings. */
function readLimitations(records: readonly unknown[]): {
  limitations: ParsedLimitation[]
  findings: ParsedFinding[]
} {
  const limitations: ParsedLimitation[] = []
  const findings: ParsedFinding[] = []
  for (const [index, value] of records.entries()) {
    const place = `${LIMITATIONS_FILE}[${index}]`
    const name = nameOf(value, 'limitation_id', place)
    const checked = check(limitationRecord, value)
    if ('record' in checked) limitations.push(limitationFrom(checked.record))
    else findings.push(finding(name, say`${place} is left out: ${checked.issues}`))
  }
  return { limitations, findings }
}

function limitationFrom(record: LimitationRecord): ParsedLimitation {
  const { source_family, source_id, terminal_state, details } = record
  const isOurs = STATES.has(terminal_state)
  const nearest = NEAREST.find(([words]) => words.test(terminal_state.toLowerCase()))?.[1] ?? 'source_unavailable'
  const reason = [
    record.reason,
    isOurs ? undefined : say`terminal state of the source: ${terminal_state}`,
    record.jurisdiction && `jurisdiction: ${record.jurisdiction}`,
    isEmpty(details) ? undefined : readable(details),
  ]
  const detail: Record<string, unknown> = isRecord(details) ? details : {}
  const lawOfDetails = typeof detail.law_id === 'string' ? detail.law_id : null
  return {
    sourceFamily: source_family,
    sourceId: source_id,
    title: record.title ?? source_id,
    sourceUrl: record.source_url || null,
    terminalState: isOurs ? (terminal_state as TerminalState) : nearest,
    reason: reason.filter(Boolean).join('; ') || say`the source gives no reason`,
    lawId: record.law_id ?? lawOfDetails,
    stateCode: record.state_code ?? null,
    retrievedAt: record.retrieved_at ?? record.decided_at ?? null,
    limitationId: record.limitation_id || null,
    httpStatus: integer(record.http_status) ?? integer(detail.http_status),
    retryable: boolean(record.retryable) ?? boolean(detail.retryable),
  }
}

/** Parses a number, also from text. */
function integer(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}

const boolean = (value: unknown) => (typeof value === 'boolean' ? value : null)

const isEmpty = (details: unknown) =>
  details === undefined || details === null || (isRecord(details) && Object.keys(details).length === 0)
