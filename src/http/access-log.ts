/** The access log: a line of JSON on stderr for every request, written when it ends. */
import { pino } from 'pino'
import type { Settings } from '../program/settings.ts'
import { anonymous, createClientAddress } from './client-address.ts'
import { type Observer, requestId } from './observe.ts'

const STDERR = 2

/** Largest atomic write to a pipe (PIPE_BUF of Linux), in bytes: lines of several processes do not mix. */
const LARGEST_WRITE = 4096

/** Largest backlog when the reader of the log is too slow, in bytes; further lines are dropped. */
const LARGEST_BACKLOG = 16 * 1024 * 1024

/** How long closing the log may take to write the backlog, in milliseconds. */
const LONGEST_FLUSH = 2000

export interface AccessLog {
  readonly observer: Observer
  /**
   * Resolves once every request under way is logged and every line is written, or after a timeout if the reader is stuck.
   */
  close(): Promise<void>
}

/** @param destination path or file descriptor; written to asynchronously */
export function createAccessLog(
  { accessLog, trustedProxies }: Pick<Settings, 'accessLog' | 'trustedProxies'>,
  destination: string | number = STDERR,
): AccessLog {
  const out = new Output(destination)
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    out.stream,
  )
  out.onRoom = (dropped) => log.warn({ dropped }, 'the access log was not read fast enough, lines were dropped')
  const isFull = accessLog === 'full'
  const addressOf = createClientAddress(trustedProxies)
  let underWay = 0
  let onIdle: () => void = () => undefined

  const observer: Observer = (request, response) => {
    const request_id = requestId(request)
    response.setHeader('X-Request-Id', request_id)
    const address = addressOf(request)
    underWay++
    return ({ route, status, milliseconds, bytes, isComplete, failure }) => {
      const { method, url } = request
      log.info({
        ...{ request_id, method, route, status, duration_ms: Math.round(milliseconds * 100) / 100, bytes },
        client: isFull ? address : anonymous(address),
        ...(isFull && { url }),
        ...(failure !== undefined && { failure }),
        ...(!isComplete && { complete: false }),
      })
      underWay--
      if (underWay === 0) onIdle()
    }
  }
  return {
    observer,
    async close() {
      if (underWay > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve
        })
      }
      await out.close()
    },
  }
}

/** The stream of the log. A failure to write never affects requests. */
class Output {
  readonly stream
  /** Receives the number of dropped lines, once lines can be written again. */
  onRoom: (dropped: number) => void = () => undefined
  #dropped = 0
  #isGone = false
  #isOverdue = false

  constructor(destination: string | number) {
    this.stream = pino.destination({
      dest: destination,
      sync: false,
      maxWrite: LARGEST_WRITE,
      maxLength: LARGEST_BACKLOG,
      retryEAGAIN: () => !this.#isOverdue,
    })
    this.stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      this.#isGone ||= code === 'EPIPE'
    })
    this.stream.on('drop', () => this.#dropped++)
    this.stream.on('drain', () => {
      const dropped = this.#dropped
      this.#dropped = 0
      if (dropped > 0) this.onRoom(dropped)
    })
  }

  /** Resolves once the backlog is written, or after the timeout. */
  async close(): Promise<void> {
    if (this.#isGone) return
    await new Promise<void>((resolve) => {
      const overdue = setTimeout(() => {
        this.#isOverdue = true
        resolve()
      }, LONGEST_FLUSH)
      const end = () => {
        clearTimeout(overdue)
        resolve()
      }
      this.stream.once('close', end)
      this.stream.once('error', end)
      this.stream.end()
    })
    this.stream.destroy()
  }
}
