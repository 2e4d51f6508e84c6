/** Reads the files of a package, checks them against the package's hashes, and parses them. */

import { contentHash } from '../../files/content-hash.ts'
import { say, sayOr } from '../../i18n/texts.ts'
import { isRecord } from '../../util/arguments.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { Input, InputFile } from '../source.ts'

/** Larger files are refused, unless they are lists: their text does not fit into a string. */
const MAXIMUM_JSON_BYTES = 500 * 1024 * 1024

const SHA256 = /^(?:sha256:)?([0-9a-f]{64})$/i

/** A file, parsed. */
export interface ReadFile {
  /** Its name within the package. */
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
  /** True if `package.json` has a list of hashes, and nothing in it. */
  hasNoHashes = false
  /** Hashes in `package.json` that are still to be compared. */
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

  /** The names of the files below `laws/`, in their order. */
  lawFiles(): string[] {
    return [...this.#files.keys()].filter((name) => /^laws\/.+\.json$/.test(name)).sort()
  }

  /** Sets the hashes of `package.json`: from now on every file that is read must match. */
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

  /** As {@link read}; `undefined` if there is no such file. */
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

  /** As {@link readList}, but all at once; empty if there is no such file. */
  async readAllIfThere(name: string, keys: readonly string[]): Promise<unknown[]> {
    return this.has(name) ? elementsOf(await this.readList(name, keys)) : []
  }

  /** An error about the package as a whole. */
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

/** The name that a record gives itself in a field, else its place: `norms.json[3]`. */
export function nameOf<Place extends string | undefined>(record: unknown, field: string, place: Place): string | Place {
  const name = isRecord(record) ? record[field] : undefined
  return typeof name === 'string' ? name : place
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The deepest nesting of lists and objects, which the stack limits. */
const MAXIMUM_DEPTH = 500

/** The text is nested more deeply than {@link MAXIMUM_DEPTH}. */
class NestedTooDeeply extends Error {}

/**
 * Passes over JSON within a list or an object.
 * @param onComma called with the places of the commas in it that are not within further ones
 * @returns the place of its end, or the length of the text
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

/** Returns the offset of the quote that ends the string at `start`, or the length of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end > 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return bytes.length
}
