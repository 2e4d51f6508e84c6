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

/** Time limit for writing the backlog on close, in milliseconds. */
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
  const out = openOutput(destination, (dropped) =>
    log.warn({ dropped }, 'the access log was not read fast enough, lines were dropped'),
  )
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    out.stream,
  )
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

/**
 * Opens the stream of the log. A failure to write never affects requests.
 * @param onRoom receives the number of dropped lines, once lines can be written again
 */
function openOutput(destination: string | number, onRoom: (dropped: number) => void) {
  let dropped = 0
  let isGone = false
  let isOverdue = false
  const stream = pino.destination({
    dest: destination,
    sync: false,
    maxWrite: LARGEST_WRITE,
    maxLength: LARGEST_BACKLOG,
    retryEAGAIN: () => !isOverdue,
  })
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    isGone ||= code === 'EPIPE'
  })
  stream.on('drop', () => dropped++)
  stream.on('drain', () => {
    const count = dropped
    dropped = 0
    if (count > 0) onRoom(count)
  })
  /** Resolves once the backlog is written, or after the timeout. */
  const close = async () => {
    if (isGone) return
    const ended = Promise.withResolvers<void>()
    const overdue = setTimeout(() => {
      isOverdue = true
      ended.resolve()
    }, LONGEST_FLUSH)
    stream.once('close', ended.resolve).once('error', () => ended.resolve())
    stream.end()
    await ended.promise
    clearTimeout(overdue)
    stream.destroy()
  }
  return { stream, close }
}
