/** The two forms of packages: lists of laws and norms, or one file a law. Both give laws with unchecked norms. */

import { say } from '../../i18n/texts.ts'
import type { ParsedFinding, ParsedLimitation } from '../../model/parsed-law.ts'
import { isRecord } from '../../util/arguments.ts'
import { compareText } from '../values.ts'
import { elementsOf, nameOf, normalizedHash, type PackageFiles, type ReadFile } from './package-files.ts'
import { check, codeOf, finding, type LawRecord, lawRecord, manifestEntry, notImported } from './schema.ts'

/** Any record with its place. */
export interface PlacedRecord {
  /** `norms.json[12]` */
  place: string
  value: unknown
}

/** A law with a valid record. */
export interface PackageLaw {
  place: string
  code: string
  record: LawRecord
  norms: readonly PlacedRecord[]
  /** Hash of the file with its norms. */
  fileHash: string
}

export interface PackageContents {
  /** In the order of their codes. */
  laws: { code: string; load(): Promise<PackageLaw> }[]
  /** Laws that cannot be read, one each. */
  refused: ParsedLimitation[]
  /** Files, and records without a law, that are not imported. */
  limitations: ParsedLimitation[]
  findings: ParsedFinding[]
  /** Number of records, valid or not. */
  counts: { laws: number; norms: number }
}

function sortedByCode<Law extends { code: string }>(laws: Iterable<Law>): Law[] {
  return [...laws].sort((a, b) => compareText(a.code, b.code))
}

/**
 * Opens a package of two lists, `laws.json` and `norms.json`.
 * @throws LegalTextError `invalid_input` if one of the lists is missing or damaged
 */
export async function openLists(files: PackageFiles): Promise<PackageContents> {
  const records = elementsOf(await files.readList('laws.json', ['laws']))
  const norms = await files.readList('norms.json', ['norms'])
  // By their places in the list: the norms themselves are read again with their law.
  const normsOf = Map.groupBy(Array(norms.length).keys(), (index) => codeIn(norms.at(index), 'law_id'))
  const placed = (index: number): PlacedRecord => ({ place: `norms.json[${index}]`, value: norms.at(index) })
  const laws = new Map<string, Omit<PackageLaw, 'norms'>>()
  const unread: { place: string; value: unknown; reason: string }[] = []
  for (const [index, value] of records.entries()) {
    const place = `laws.json[${index}]`
    const checked = check(lawRecord, value)
    const code = 'record' in checked ? codeOf(checked.record.canonical_id) : undefined
    const known = code === undefined ? undefined : laws.get(code)
    if ('issues' in checked) unread.push({ place, value, reason: checked.issues })
    else if (code === undefined) unread.push({ place, value, reason: noCode(checked.record.canonical_id) })
    else if (known !== undefined) unread.push({ place, value, reason: say`${known.place} has the same canonical_id` })
    else laws.set(code, { place, code, record: checked.record, fileHash: norms.hash })
  }
  const refused = unread.map(({ place, value, reason }) => {
    const code = codeIn(value, 'canonical_id')
    const lost = code === undefined || laws.has(code) ? [] : (normsOf.get(code) ?? [])
    if (lost.length > 0) normsOf.delete(code)
    const name = nameOf(value, 'canonical_id', place)
    return notImported(
      name || place,
      say`${place} is left out${withNorms(lost.length)}: ${reason}`,
      code ? { code } : undefined,
    )
  })
  const orphans = [...normsOf].flatMap(([code, indexes]) => (code !== undefined && laws.has(code) ? [] : indexes))
  const limitations = orphans.map(placed).map(({ place, value }) => {
    const { canonical_id, law_id } = isRecord(value) ? value : {}
    const reason = isRecord(value)
      ? say`there is no law ${JSON.stringify(law_id ?? null)} in laws.json`
      : 'expected object'
    return notImported(typeof canonical_id === 'string' ? canonical_id : place, say`${place} is left out: ${reason}`)
  })
  return {
    laws: sortedByCode(laws.values()).map((law) => ({
      code: law.code,
      load: async () => ({ ...law, norms: (normsOf.get(law.code) ?? []).map(placed) }),
    })),
    refused,
    limitations,
    findings: [],
    counts: { laws: records.length, norms: norms.length },
  }
}

/** Returns the code that a field of a record names, if there is one. */
function codeIn(record: unknown, field: string): string | undefined {
  const id = isRecord(record) ? record[field] : undefined
  return typeof id === 'string' ? codeOf(id) : undefined
}

/** Says why a law is refused whose id cannot be a code. */
export function noCode(canonicalId: string): string {
  return say`canonical_id ${JSON.stringify(canonicalId)} is no code: it may hold letters, digits, "-", "_" and "."`
}

/** Names the norms that are lost with their law. */
function withNorms(count: number): string {
  if (count === 0) return ''
  return count === 1 ? say`, with its norm` : say`, with its ${count} norms`
}

const SCHEMA_VERSION = 2

interface ManifestEntry {
  content_hash?: string | null | undefined
  law_count?: number | null | undefined
  norm_count?: number | null | undefined
}

/**
 * Opens a package with `manifest.json` (`schema_version` 2) and one file a law, `laws/<id>.json`. Every law is read twice,
 * first for its code and later for its content, so that only one is in memory at a time.
 * @throws LegalTextError `invalid_input` if the manifest is missing or of another version, or a file does not match it
 */
export async function openLawFiles(files: PackageFiles, manifest: unknown): Promise<PackageContents> {
  if (!isRecord(manifest)) throw files.broken(say`manifest.json is missing`)
  if (Number(manifest.schema_version) !== SCHEMA_VERSION) {
    const version = JSON.stringify(manifest.schema_version ?? null)
    throw files.broken(say`manifest.json has the schema_version ${version}: only ${SCHEMA_VERSION} is read`)
  }
  const { entries, findings } = readEntries(files, manifest.entries)
  const laws = new Map<string, { code: string; place: string; load(): Promise<PackageLaw> }>()
  const refused: ParsedLimitation[] = []
  const limitations: ParsedLimitation[] = []
  const counts = { laws: 0, norms: 0 }
  for (const name of files.lawFiles()) {
    const entry = entries?.get(name)
    if (entries !== undefined && entry === undefined) {
      const reason = say`${name} is left out: manifest.json does not list it`
      limitations.push({ ...notImported(name, reason), terminalState: 'excluded_by_policy' })
      continue
    }
    const file = await files.read(name)
    const law = readLawFile(files, file)
    checkHash(files, file, law.record, entry)
    counts.laws++
    counts.norms += law.norms.length
    const read = readCode(law)
    const known = 'code' in read ? laws.get(read.code) : undefined
    if ('reason' in read || known !== undefined) {
      const reason = 'reason' in read ? read.reason : say`${known?.place} has the same canonical_id`
      const id = nameOf(law.record, 'canonical_id', name)
      const code = 'code' in read ? read : undefined
      refused.push(notImported(id || name, say`${name} is left out${withNorms(law.norms.length)}: ${reason}`, code))
      continue
    }
    const { code } = read
    if (entry !== undefined) findings.push(...countFindings(code, name, entry, law.norms.length))
    laws.set(code, { code, place: name, load: async () => loadLaw(files, name, code) })
  }
  return { laws: sortedByCode(laws.values()), refused, limitations, findings, counts }
}

/** Returns the entries by the names of their files; `undefined` if the manifest has no list. */
function readEntries(
  files: PackageFiles,
  list: unknown,
): { entries: Map<string, ManifestEntry> | undefined; findings: ParsedFinding[] } {
  const findings: ParsedFinding[] = []
  if (list === undefined || list === null) return { entries: undefined, findings }
  if (!Array.isArray(list)) throw files.broken(say`entries of manifest.json must be a list`)
  const entries = new Map<string, ManifestEntry>()
  for (const [index, value] of list.entries()) {
    const place = `manifest.json entries[${index}]`
    const checked = check(manifestEntry, value)
    if ('issues' in checked) {
      findings.push(finding(place, say`${place} is left out: ${checked.issues}`))
      continue
    }
    const name = `laws/${checked.record.canonical_id}.json`
    if (!files.has(name))
      throw files.broken(say`manifest.json lists ${checked.record.canonical_id}, but ${name} is missing`)
    entries.set(name, checked.record)
  }
  return { entries, findings }
}

/** Returns the record of a law and those of its norms, which are next to it or within it. */
function readLawFile(files: PackageFiles, { name, content }: ReadFile): { record: unknown; norms: PlacedRecord[] } {
  if (!isRecord(content)) throw files.broken(say`${name} must be an object`)
  const record = content.law ?? content
  const norms = content.norms ?? (isRecord(record) ? record.norms : undefined) ?? []
  if (!Array.isArray(norms)) throw files.broken(say`norms of ${name} must be a list`)
  return { record, norms: norms.map((value, index) => ({ place: `${name} norms[${index}]`, value })) }
}

/**
 * A hash in the manifest is that of the file or of the law's source: some packages repeat the latter.
 */
function checkHash(
  files: PackageFiles,
  { name, hash }: ReadFile,
  record: unknown,
  entry: ManifestEntry | undefined,
): void {
  const expected = entry?.content_hash
  if (!expected) return
  const source = isRecord(record) ? record.source : undefined
  const own = nameOf(source, 'content_hash', undefined)
  const normalized = normalizedHash(expected) ?? expected
  if (normalized === hash || (own !== undefined && normalized === (normalizedHash(own) ?? own))) return
  throw files.broken(say`${name} is not the file that manifest.json lists: expected ${normalized}, found ${hash}`)
}

function readCode({ record }: { record: unknown }): { code: string } | { reason: string } {
  const checked = check(lawRecord, record)
  if ('issues' in checked) return { reason: checked.issues }
  const code = codeOf(checked.record.canonical_id)
  return code === undefined ? { reason: noCode(checked.record.canonical_id) } : { code }
}

function countFindings(
  code: string,
  name: string,
  { law_count, norm_count }: ManifestEntry,
  norms: number,
): ParsedFinding[] {
  const mismatch = (count: number, what: string, actual: number) =>
    finding(name, say`manifest.json says that ${name} has ${count} ${what}, but it has ${actual}`, { code })
  return [
    ...(typeof law_count === 'number' && law_count !== 1 ? [mismatch(law_count, 'laws', 1)] : []),
    ...(typeof norm_count === 'number' && norm_count !== norms ? [mismatch(norm_count, 'norms', norms)] : []),
  ]
}

async function loadLaw(files: PackageFiles, name: string, code: string): Promise<PackageLaw> {
  const file = await files.read(name)
  const { record, norms } = readLawFile(files, file)
  const checked = check(lawRecord, record)
  if ('issues' in checked) throw files.broken(say`${name} has changed while it was read`)
  return { place: name, code, record: checked.record, norms, fileHash: file.hash }
}
