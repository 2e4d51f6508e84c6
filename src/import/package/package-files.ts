/**
 * Reads the files of a package, checks them against the package's hashes, and parses them in two forms: lists of laws and norms,
 * or one file per law. Both give laws with unchecked norms.
 */

import { contentHash } from '../../files/content-hash.ts'
import { say, sayOr } from '../../i18n/texts.ts'
import type { ParsedFinding, ParsedLimitation } from '../../model/parsed-law.ts'
import { isRecord } from '../../util/arguments.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { Input, InputFile } from '../source.ts'
import { compareText } from '../values.ts'
import { check, codeOf, finding, type LawRecord, lawRecord, manifestEntry, notImported } from './schema.ts'

/** Larger files are refused, unless they are lists: their text does not fit into a string. */
const MAXIMUM_JSON_BYTES = 500 * 1024 * 1024

const SHA256 = /^(?:sha256:)?([0-9a-f]{64})$/i

/** A file, parsed. */
export interface ReadFile {
  /** Name within the package. */
  name: string
  content: unknown
  /** `sha256:` and the hex digest. */
  hash: string
}

/** A list of records. */
export interface ReadList {
  length: number
  /** @throws LegalTextError `invalid_input` if the element is not JSON */
  at(index: number): unknown
  /** `sha256:` and the hex digest of the bytes of its file. */
  hash: string
}

export function elementsOf({ length, at }: ReadList): unknown[] {
  return Array.from({ length }, (_, index) => at(index))
}

export class PackageFiles {
  readonly #input: string
  readonly #files: ReadonlyMap<string, InputFile>
  /** True if `package.json` has an empty list of hashes. */
  hasNoHashes = false
  /** Hashes in `package.json` still to be compared. */
  readonly #expected = new Map<string, string>()

  /** @param folder prefix of the paths of the package's files */
  constructor(input: Input, folder: string) {
    this.#input = input.name
    this.#files = new Map(
      input.files
        .filter(({ path }) => path.startsWith(folder))
        .map((file): [string, InputFile] => [file.path.slice(folder.length), file]),
    )
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  /** Returns the names of the files below `laws/`, in order. */
  lawFiles(): string[] {
    return [...this.#files.keys()].filter((name) => /^laws\/.+\.json$/.test(name)).sort()
  }

  /** Sets the hashes of `package.json`: from now on every file read must match. */
  expect(hashes: unknown): void {
    if (hashes === undefined || hashes === null) return
    if (typeof hashes !== 'object' || Array.isArray(hashes)) {
      throw this.broken(say`content_hashes of package.json must be an object of file names and hashes`)
    }
    this.hasNoHashes = Object.keys(hashes).length === 0
    for (const [name, hash] of Object.entries(hashes)) {
      if (!this.has(name)) throw this.broken(say`package.json lists ${name}, which is missing`)
      const normalized = typeof hash === 'string' ? normalizedHash(hash) : undefined
      if (normalized === undefined) {
        throw this.broken(
          say`package.json gives ${JSON.stringify(hash)} as the hash of ${name}: expected sha256: and hex`,
        )
      }
      this.#expected.set(name, normalized)
    }
  }

  /** Compares the JSON files that were not read. */
  async checkOthers(): Promise<void> {
    for (const name of [...this.#expected.keys()]) if (name.endsWith('.json')) await this.#bytes(name)
  }

  /**
   * Reads a file.
   * @throws LegalTextError `invalid_input` if it is missing, has another hash than expected, or is not JSON
   */
  async read(name: string): Promise<ReadFile> {
    const { bytes, hash } = await this.#bytes(name)
    return { name, content: this.#parse(name, () => this.#json(name, bytes)), hash }
  }

  /** As {@link read}; `undefined` if the file is missing. */
  async readIfThere(name: string): Promise<ReadFile | undefined> {
    return this.has(name) ? this.read(name) : undefined
  }

  /**
   * Reads a file that is a list, or an object with a list.
   * @param keys possible keys of the list in the object
   */
  async readList(name: string, keys: readonly string[]): Promise<ReadList> {
    const { bytes, hash } = await this.#bytes(name)
    const list = this.#parse(name, () => JsonList.of(bytes))
    if (list !== undefined) {
      return { length: list.length, at: (index) => this.#parse(name, () => list.at(index)), hash }
    }
    const content = this.#parse(name, () => this.#json(name, bytes))
    const found = isRecord(content) ? keys.map((key) => content[key]).find((value) => value !== undefined) : undefined
    if (Array.isArray(found)) return { length: found.length, at: (index) => found[index], hash }
    throw this.broken(say`${name} must be a list, or an object with the list ${sayOr(keys)}`)
  }

  /** As {@link readList}, but all at once; empty if the file is missing. */
  async readAllIfThere(name: string, keys: readonly string[]): Promise<unknown[]> {
    return this.has(name) ? elementsOf(await this.readList(name, keys)) : []
  }

  /** Returns an error about the package as a whole. */
  broken(reason: string, cause?: unknown): LegalTextError {
    return new LegalTextError('invalid_input', say`cannot build from ${this.#input}: ${reason}`, {}, { cause })
  }

  #json(name: string, bytes: Uint8Array): unknown {
    if (bytes.length > MAXIMUM_JSON_BYTES) {
      throw this.broken(
        say`${name} has ${bytes.length} bytes and is not a list: at most ${MAXIMUM_JSON_BYTES} are read`,
      )
    }
    scan(bytes, 0)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  }

  #parse<Result>(name: string, parse: () => Result): Result {
    try {
      return parse()
    } catch (error) {
      if (error instanceof LegalTextError) throw error
      if (error instanceof NestedTooDeeply)
        throw this.broken(say`${name} is nested too deeply: ${error.message}`, error)
      throw this.broken(say`${name} is not JSON: ${(error as Error).message}`, error)
    }
  }

  async #bytes(name: string): Promise<{ bytes: Uint8Array; hash: string }> {
    const file = this.#files.get(name)
    if (file === undefined) throw this.broken(say`${name} is missing`)
    const bytes = await file.read().catch((error: Error) => {
      throw this.broken(say`${name} cannot be read: ${error.message}`, error)
    })
    const hash = contentHash(bytes)
    const expected = this.#expected.get(name)
    if (expected !== undefined && expected !== hash) {
      throw this.broken(say`${name} is not the file that package.json lists: expected ${expected}, found ${hash}`)
    }
    this.#expected.delete(name)
    return { bytes, hash }
  }
}

/** Returns `sha256:` and lower-case hex digits; `undefined` if it is not a SHA-256. */
export function normalizedHash(hash: string): string | undefined {
  const digits = SHA256.exec(hash)?.[1]
  return digits && `sha256:${digits.toLowerCase()}`
}

/** Returns the name in a field of a record, else its place: `norms.json[3]`. */
export function nameOf<Place extends string | undefined>(record: unknown, field: string, place: Place): string | Place {
  const name = isRecord(record) ? record[field] : undefined
  return typeof name === 'string' ? name : place
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Maximum nesting of lists and objects, limited by the stack. */
const MAXIMUM_DEPTH = 500

/** Thrown if the text is nested more deeply than {@link MAXIMUM_DEPTH}. */
class NestedTooDeeply extends Error {}

/**
 * Skips JSON within a list or an object.
 * @param onComma called with the offsets of its own commas, not those of nested ones
 * @returns the offset of its end, or the text length
 * @throws NestedTooDeeply
 */
function scan(bytes: Uint8Array, from: number, onComma?: (at: number) => void): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA && depth === 0) onComma?.(at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (depth++ >= MAXIMUM_DEPTH) throw new NestedTooDeeply(say`at most ${MAXIMUM_DEPTH} levels are read`)
    } else if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && depth-- === 0) return at
  }
  return bytes.length
}

/**
 * A JSON list whose elements are parsed one by one on demand: the norms of all federal law have more characters than a
 * string can hold, and all at once would take gigabytes.
 */
export class JsonList {
  readonly #bytes: Uint8Array
  /** Start of each element, then the end of the list. */
  readonly #starts: readonly number[]
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  private constructor(bytes: Uint8Array, starts: readonly number[]) {
    this.#bytes = bytes
    this.#starts = starts
  }

  /**
   * @returns `undefined` if the text is not a list
   * @throws NestedTooDeeply, or SyntaxError if the text does not end with the list; errors within an element are found
   *   when it is read
   */
  static of(bytes: Uint8Array): JsonList | undefined {
    const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)
    const begin = skipWhiteSpace(bytes, hasMark ? BYTE_ORDER_MARK.length : 0)
    if (bytes[begin] !== OPEN_LIST) return undefined
    const starts = [begin + 1]
    const at = scan(bytes, begin + 1, (comma) => starts.push(comma + 1))
    if (bytes[at] !== CLOSE_LIST) throw new SyntaxError(say`the list that begins at byte ${begin} does not end`)
    const rest = skipWhiteSpace(bytes, at + 1)
    if (rest < bytes.length) throw new SyntaxError(say`something follows the end of the list at byte ${rest}`)
    const isEmpty = starts.length === 1 && skipWhiteSpace(bytes, begin + 1) === at
    return new JsonList(bytes, isEmpty ? [at + 1] : [...starts, at + 1])
  }

  get length(): number {
    return this.#starts.length - 1
  }

  /** Reads an element. @throws SyntaxError or TypeError if it is not JSON in UTF-8 */
  at(index: number): unknown {
    const [start, next] = [this.#starts[index], this.#starts[index + 1]]
    if (start === undefined || next === undefined) return undefined
    return JSON.parse(this.#decoder.decode(this.#bytes.subarray(start, next - 1)))
  }
}

function skipWhiteSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (WHITE_SPACE.has(bytes[at] ?? 0)) at++
  return at
}

/** Returns the offset of the quote that ends the string at `start`, or the text length. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end > 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return bytes.length
}

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
  /** Sorted by code. */
  laws: { code: string; load(): Promise<PackageLaw> }[]
  /** Laws that cannot be read, one entry each. */
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
  // By index in the list: the norms themselves are read again with their law.
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

/** Returns the code in a field of a record, if any. */
function codeIn(record: unknown, field: string): string | undefined {
  const id = isRecord(record) ? record[field] : undefined
  return typeof id === 'string' ? codeOf(id) : undefined
}

/** Returns the reason for refusing a law whose id cannot be a code. */
export function noCode(canonicalId: string): string {
  return say`canonical_id ${JSON.stringify(canonicalId)} is not a code: it may hold letters, digits, "-", "_" and "."`
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
 * Opens a package with `manifest.json` (`schema_version` 2) and one file per law, `laws/<id>.json`. Every law is read twice,
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

/** Returns the entries by file name; `undefined` without a list in the manifest. */
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

/** Checks a hash of the manifest against the file or the law's source: some packages repeat the latter. */
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
