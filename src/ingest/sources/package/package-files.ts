/** Reads the files of a package, checks them against the package's hashes, and parses them. */

import { LegalTextError } from '../../../errors.ts'
import { contentHash } from '../../../files/content-hash.ts'
import type { Input, InputFile } from '../../source.ts'
import { checkDepth, JsonList, NestedTooDeeply } from './json-list.ts'

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
      throw this.broken('content_hashes of package.json must be an object of file names and hashes')
    }
    this.hasNoHashes = Object.keys(hashes).length === 0
    for (const [name, hash] of Object.entries(hashes)) {
      if (!this.has(name)) throw this.broken(`package.json lists ${name}, which is missing`)
      const normalized = typeof hash === 'string' ? normalizedHash(hash) : undefined
      if (normalized === undefined) {
        throw this.broken(`package.json gives ${JSON.stringify(hash)} as the hash of ${name}: expected sha256: and hex`)
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
    const found = isObject(content) ? keys.map((key) => content[key]).find((value) => value !== undefined) : undefined
    if (Array.isArray(found)) return { length: found.length, at: (index) => found[index], hash }
    throw this.broken(`${name} must be a list, or an object with the list ${keys.join(' or ')}`)
  }

  /** As {@link readList}, but all at once; empty if there is no such file. */
  async readAllIfThere(name: string, keys: readonly string[]): Promise<unknown[]> {
    return this.has(name) ? elementsOf(await this.readList(name, keys)) : []
  }

  /** An error about the package as a whole. */
  broken(reason: string, cause?: unknown): LegalTextError {
    return new LegalTextError('invalid_input', `cannot build from ${this.#input}: ${reason}`, {}, { cause })
  }

  #json(name: string, bytes: Uint8Array): unknown {
    if (bytes.length > MAXIMUM_JSON_BYTES) {
      throw this.broken(`${name} has ${bytes.length} bytes and is not a list: at most ${MAXIMUM_JSON_BYTES} are read`)
    }
    checkDepth(bytes)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  }

  #parse<Result>(name: string, parse: () => Result): Result {
    try {
      return parse()
    } catch (error) {
      if (error instanceof LegalTextError) throw error
      if (error instanceof NestedTooDeeply) throw this.broken(`${name} is nested too deeply: ${error.message}`, error)
      throw this.broken(`${name} is not JSON: ${(error as Error).message}`, error)
    }
  }

  async #bytes(name: string): Promise<{ bytes: Uint8Array; hash: string }> {
    const file = this.#files.get(name)
    if (file === undefined) throw this.broken(`${name} is missing`)
    const bytes = await file.read().catch((error: Error) => {
      throw this.broken(`${name} cannot be read: ${error.message}`, error)
    })
    const hash = contentHash(bytes)
    const expected = this.#expected.get(name)
    if (expected !== undefined && expected !== hash) {
      throw this.broken(`${name} is not the file that package.json lists: expected ${expected}, found ${hash}`)
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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
