/** Reads objects of a git repository through `git cat-file --batch`. */
import { execa, type ResultPromise } from 'execa'
import { GIT_OPTIONS, gitArguments } from './git-command.ts'

/** What git answers for an object: a line with its type and size, its bytes, a line break. */
interface Answer {
  object: string
  resolve(bytes: Uint8Array): void
  reject(error: Error): void
}

const LINE_BREAK = 10

const OPTIONS = { ...GIT_OPTIONS, buffer: false, stdin: 'pipe' } as const

export class BlobReader {
  readonly #process: ResultPromise<typeof OPTIONS>
  /** In the order of the requests. */
  readonly #waiting: Answer[] = []
  #chunks: Buffer[] = []
  #length = 0
  /** Bytes of the current object with the line break after it; `undefined` before its first line. */
  #wanted: number | undefined
  #ended = false

  /** @param gitDirectory absolute path */
  constructor(gitDirectory: string) {
    const command = gitArguments(gitDirectory, 'cat-file', '--batch')
    this.#process = execa('git', command, OPTIONS)
    this.#process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#process.stdin.on('error', () => {})
    this.#process.catch(() => {}).then(() => this.#fail(new Error('git ended before it had sent all objects')))
  }

  /** Reads an object. @throws Error if the repository does not have it, or it cannot be read */
  read(object: string): Promise<Uint8Array> {
    if (this.#ended) return Promise.reject(unreadable(object))
    const { promise, ...answer } = Promise.withResolvers<Uint8Array>()
    this.#waiting.push({ object, ...answer })
    this.#process.stdin.write(`${object}\n`)
    return promise
  }

  async close(): Promise<void> {
    this.#ended = true
    this.#process.kill()
    await this.#process.catch(() => {})
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#next());
  }

  /** Takes the next line or object off the received bytes. @returns false if it is not complete */
  #next(): boolean {
    if (this.#wanted === undefined) {
      const end = this.#chunks.at(-1)?.indexOf(LINE_BREAK) ?? -1
      if (end < 0 && this.#chunks.length <= 1) return false
      const bytes = this.#joined()
      const line = bytes.indexOf(LINE_BREAK)
      if (line < 0) return false
      const [, type, size] = bytes.toString('latin1', 0, line).split(' ')
      this.#keep(bytes.subarray(line + 1))
      if (type === 'missing' || size === undefined) this.#refuse(this.#waiting.shift())
      else this.#wanted = Number(size) + 1
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

  #refuse(answer: Answer | undefined): void {
    answer?.reject(unreadable(answer.object))
  }

  #joined(): Buffer {
    const [first] = this.#chunks
    return this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#length = rest.length
  }

  #fail(error: Error): void {
    this.#ended = true
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}

const unreadable = (object: string) => new Error(`the repository has no readable object ${object}`)
