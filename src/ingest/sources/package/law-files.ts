/** Packages with a manifest and one file a law: `manifest.json` (`schema_version` 2) and `laws/<id>.json`. */
import type { Limitation, SourceFinding } from '../../../corpus/parsed-law.ts'
import { finding, notImported } from './finding.ts'
import { codeOf } from './identifiers.ts'
import { noCode, withNorms } from './lists.ts'
import { isObject, normalizedHash, type PackageFiles, type ReadFile } from './package-files.ts'
import { type Contents, inOrder, type PackageLaw, type Placed } from './package-laws.ts'
import { check, lawRecord, manifestEntry } from './schema.ts'

const SCHEMA_VERSION = 2

interface Entry {
  content_hash?: string | null | undefined
  law_count?: number | null | undefined
  norm_count?: number | null | undefined
}

/**
 * Every law is read twice, once to know its code and once to be kept, so that never more than one is in memory.
 * @throws LegalTextError `invalid_input` where the manifest is missing or of another version, or a file is not as it says
 */
export async function openLawFiles(files: PackageFiles, manifest: unknown): Promise<Contents> {
  if (!isObject(manifest)) throw files.broken('manifest.json is missing')
  if (Number(manifest.schema_version) !== SCHEMA_VERSION) {
    const version = JSON.stringify(manifest.schema_version ?? null)
    throw files.broken(`manifest.json has the schema_version ${version}: only ${SCHEMA_VERSION} is read`)
  }
  const { entries, findings } = readEntries(files, manifest.entries)
  const laws = new Map<string, { code: string; place: string; load(): Promise<PackageLaw> }>()
  const refused: Limitation[] = []
  const limitations: Limitation[] = []
  const counts = { laws: 0, norms: 0 }
  for (const name of files.lawFiles()) {
    const entry = entries?.get(name)
    if (entries !== undefined && entry === undefined) {
      const reason = `${name} is left out: manifest.json does not list it`
      limitations.push({ ...notImported(name, reason), terminalState: 'excluded_by_policy' })
      continue
    }
    const file = await files.read(name)
    const law = readFile(files, file)
    checkHash(files, file, law.record, entry)
    counts.laws++
    counts.norms += law.norms.length
    const read = readCode(law)
    const known = 'code' in read ? laws.get(read.code) : undefined
    if ('reason' in read || known !== undefined) {
      const reason = 'reason' in read ? read.reason : `${known?.place} has the same canonical_id`
      const id = isObject(law.record) && typeof law.record.canonical_id === 'string' ? law.record.canonical_id : name
      const code = 'code' in read ? read : undefined
      refused.push(notImported(id || name, `${name} is left out${withNorms(law.norms.length)}: ${reason}`, code))
      continue
    }
    const { code } = read
    if (entry !== undefined) findings.push(...countFindings(code, name, entry, law.norms.length))
    laws.set(code, { code, place: name, load: async () => loadLaw(files, name, code) })
  }
  return { laws: inOrder(laws.values()), refused, limitations, findings, counts }
}

/** The entries by the names of their files; `undefined` where the manifest lists none. */
function readEntries(
  files: PackageFiles,
  list: unknown,
): { entries: Map<string, Entry> | undefined; findings: SourceFinding[] } {
  const findings: SourceFinding[] = []
  if (list === undefined || list === null) return { entries: undefined, findings }
  if (!Array.isArray(list)) throw files.broken('entries of manifest.json must be a list')
  const entries = new Map<string, Entry>()
  for (const [index, value] of list.entries()) {
    const place = `manifest.json entries[${index}]`
    const checked = check(manifestEntry, value)
    if ('issues' in checked) {
      findings.push(finding(place, `${place} is left out: ${checked.issues}`))
      continue
    }
    const name = `laws/${checked.record.canonical_id}.json`
    if (!files.has(name))
      throw files.broken(`manifest.json lists ${checked.record.canonical_id}, but ${name} is missing`)
    entries.set(name, checked.record)
  }
  return { entries, findings }
}

/** The record of a law and those of its norms: side by side, or the norms within the law. */
function readFile(files: PackageFiles, { name, content }: ReadFile): { record: unknown; norms: Placed[] } {
  if (!isObject(content)) throw files.broken(`${name} must be an object`)
  const record = content.law ?? content
  const norms = content.norms ?? (isObject(record) ? record.norms : undefined) ?? []
  if (!Array.isArray(norms)) throw files.broken(`norms of ${name} must be a list`)
  return { record, norms: norms.map((value, index) => ({ place: `${name} norms[${index}]`, value })) }
}

/**
 * A hash in the manifest is that of the file, or the law's own: some packages repeat the hash of the source from which the
 * law was made.
 */
function checkHash(files: PackageFiles, { name, hash }: ReadFile, record: unknown, entry: Entry | undefined): void {
  const expected = entry?.content_hash
  if (!expected) return
  const source = isObject(record) ? record.source : undefined
  const own = isObject(source) && typeof source.content_hash === 'string' ? source.content_hash : undefined
  const normalized = normalizedHash(expected) ?? expected
  if (normalized === hash || (own !== undefined && normalized === (normalizedHash(own) ?? own))) return
  throw files.broken(`${name} is not the file that manifest.json lists: expected ${normalized}, found ${hash}`)
}

function readCode({ record }: { record: unknown }): { code: string } | { reason: string } {
  const checked = check(lawRecord, record)
  if ('issues' in checked) return { reason: checked.issues }
  const code = codeOf(checked.record.canonical_id)
  return code === undefined ? { reason: noCode(checked.record.canonical_id) } : { code }
}

function countFindings(code: string, name: string, { law_count, norm_count }: Entry, norms: number): SourceFinding[] {
  const said = (count: number, what: string, actual: number) =>
    finding(name, `manifest.json says that ${name} has ${count} ${what}, but it has ${actual}`, { code })
  return [
    ...(typeof law_count === 'number' && law_count !== 1 ? [said(law_count, 'laws', 1)] : []),
    ...(typeof norm_count === 'number' && norm_count !== norms ? [said(norm_count, 'norms', norms)] : []),
  ]
}

async function loadLaw(files: PackageFiles, name: string, code: string): Promise<PackageLaw> {
  const file = await files.read(name)
  const { record, norms } = readFile(files, file)
  const checked = check(lawRecord, record)
  if ('issues' in checked) throw files.broken(`${name} has changed while it was read`)
  return { place: name, code, record: checked.record, norms, fileHash: file.hash }
}
