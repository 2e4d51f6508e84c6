/** Reads objects of a git repository through `git cat-file --batch`. */
import { execa, type ResultPromise } from 'execa'
import { gitArguments, gitOptions } from './git-command.ts'

/** A requested object. */
interface Request {
  object: string
  resolve(bytes: Uint8Array): void
  reject(error: Error): void
}

/** Larger objects are skipped, in bytes: documents of laws are never that large. */
const LARGEST = 64 * 1024 * 1024

const LINE_BREAK = 10

const batchOptions = () => ({ ...gitOptions(), buffer: false, stdin: 'pipe' }) as const

type BatchProcess = ResultPromise<ReturnType<typeof batchOptions>>

/** Git sends each object as a line with its type and size, its bytes, and a line break. */
export class BlobReader {
  readonly #gitDirectory: string
  #process: BatchProcess | undefined
  /** In request order. */
  #waiting: Request[] = []
  #chunks: Buffer[] = []
  #length = 0
  /** Bytes of the current object including the line break after it; `undefined` before its first line. */
  #wanted: number | undefined
  /** Remaining bytes of an object that is too large. */
  #passed = 0
  #isClosed = false

  /** @param gitDirectory absolute path */
  constructor(gitDirectory: string) {
    this.#gitDirectory = gitDirectory
  }

  /** Reads an object. @throws Error if the repository lacks it, or it cannot be read */
  read(object: string): Promise<Uint8Array> {
    const { promise, ...answer } = Promise.withResolvers<Uint8Array>()
    const request = { object, ...answer }
    if (this.#isClosed) request.reject(unreadable(object))
    else this.#ask(request)
    return promise
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#process?.kill()
    await this.#process?.catch(() => {})
  }

  #ask(request: Request): void {
    this.#waiting.push(request)
    this.#process ??= this.#start()
    this.#process.stdin.write(`${request.object}\n`)
  }

  #start(): BatchProcess {
    const started = execa('git', gitArguments(this.#gitDirectory, 'cat-file', '--batch'), batchOptions())
    started.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    started.stdin.on('error', () => {})
    started.catch(() => {}).then(() => this.#ended())
    return started
  }

  /** Git ends at a damaged object: skips it, and requests the others again. */
  #ended(): void {
    const [damaged, ...others] = this.#waiting
    this.#process = undefined
    this.#waiting = []
    this.#keep(Buffer.alloc(0))
    this.#wanted = undefined
    this.#passed = 0
    damaged?.reject(unreadable(damaged.object))
    for (const request of others) {
      if (this.#isClosed) request.reject(unreadable(request.object))
      else this.#ask(request)
    }
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#next());
  }

  /** Consumes the next line or object of the received bytes. @returns false if it is incomplete */
  #next(): boolean {
    if (this.#passed > 0) {
      const length = Math.min(this.#passed, this.#length)
      this.#passed -= length
      this.#keep(this.#joined().subarray(length))
      return this.#length > 0
    }
    if (this.#wanted === undefined) {
      const end = this.#chunks.at(-1)?.indexOf(LINE_BREAK) ?? -1
      if (end < 0 && this.#chunks.length <= 1) return false
      const bytes = this.#joined()
      const line = bytes.indexOf(LINE_BREAK)
      if (line < 0) return false
      const [object = '', type, size] = bytes.toString('latin1', 0, line).split(' ')
      this.#keep(bytes.subarray(line + 1))
      const bytesOfObject = Number(size) + 1
      if (type === 'missing' || size === undefined) this.#waiting.shift()?.reject(unreadable(object))
      else if (bytesOfObject <= LARGEST) this.#wanted = bytesOfObject
      else {
        this.#passed = bytesOfObject
        this.#waiting.shift()?.reject(new Error(`it has ${size} bytes, at most ${LARGEST} are read`))
      }
      return this.#length > 0
    }
    if (this.#length < this.#wanted) return false
    const bytes = this.#joined()
    const object = bytes.subarray(0, this.#wanted - 1)
    this.#keep(bytes.subarray(this.#wanted))
    this.#wanted = undefined
    this.#waiting.shift()?.resolve(object)
    return this.#length > 0
  }

  #joined(): Buffer {
    const [first] = this.#chunks
    return this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#length = rest.length
  }
}

const unreadable = (object: string) => new Error(`the repository has no readable object ${object}`)
