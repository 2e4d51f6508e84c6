/** The access log: every request is a line of JSON on stderr, once it is answered. */
import { pino } from 'pino'
import type { Settings } from '../settings.ts'
import { anonymous, createClientAddress } from './client-address.ts'
import { type Observer, requestId } from './observe.ts'

const STDERR = 2

/** What a pipe takes as a whole (PIPE_BUF of Linux), in bytes: lines that several processes write do not mix. */
const LARGEST_WRITE = 4096

/** How much may wait to be written, in bytes, where whoever reads the log does not keep up; further lines are dropped. */
const LARGEST_BACKLOG = 16 * 1024 * 1024

/** How long writing the rest may take once the log is closed, in milliseconds. */
const LONGEST_FLUSH = 2000

export interface AccessLog {
  readonly observer: Observer
  /**
   * Resolves once every request that has begun is logged, and every line is written, or it takes too long since nobody
   * reads them.
   */
  close(): Promise<void>
}

/** @param destination a path or a file descriptor; lines are written to it in the background */
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
    return ({ route, status, milliseconds, bytes, isComplete }) => {
      const { method, url } = request
      log.info({
        ...{ request_id, method, route, status, duration_ms: Math.round(milliseconds * 100) / 100, bytes },
        client: isFull ? address : anonymous(address),
        ...(isFull && { url }),
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

/** Where the lines go. That they cannot be written is no reason not to answer requests. */
class Output {
  readonly stream
  /** Told how many lines were dropped, once there is room for lines again. */
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

  /** Resolves once all is written, or cannot be in time. */
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
