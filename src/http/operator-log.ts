/**
 * The log of failures: lines of JSON on stderr, whatever the access log is. A repeated event has a line at its begin and at its
 * end, and is counted in between, so that neither clients nor an outage can flood the log.
 */
import type { LogLevel } from '../program/settings.ts'

const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']

/** Quiet time after which an event without a probe is over, in milliseconds. */
const QUIET = 10_000

/** Interval of the check for ended events, in milliseconds. */
const INTERVAL = 1000

/** Interval of further lines of a continuing event, in milliseconds. */
const WRITTEN_AGAIN = 60_000

/** Maximum number of lines about single requests within {@link QUIET}; further ones are counted. */
const MOST_SINGLE = 50

type Fields = Record<string, unknown>

/** A repeated event. */
export interface Repeated {
  level: LogLevel
  /** The message at its begin. */
  msg: string
  /** The message at its end, with the count. */
  ended: string
  fields: Fields
  /** Resolves if it is over, and rejects otherwise. */
  isOver?: (() => Promise<void>) | undefined
}

interface Episode extends Repeated {
  begin: number
  last: number
  written: number
  count: number
}

export class OperatorLog {
  level: LogLevel = 'info'
  readonly #output: (line: string) => unknown
  readonly #now: () => number
  readonly #episodes = new Map<string, Episode>()
  #timer: NodeJS.Timeout | undefined
  #single = { since: 0, count: 0 }

  constructor(output: (line: string) => unknown = (line) => process.stderr.write(line), now = () => performance.now()) {
    this.#output = output
    this.#now = now
  }

  isWritten = (level: LogLevel) => LEVELS.indexOf(level) <= LEVELS.indexOf(this.level)

  /** Writes a line. */
  write(level: LogLevel, fields: Fields): void {
    if (!this.isWritten(level)) return
    this.#output(`${JSON.stringify({ level, time: new Date().toISOString(), ...fields })}\n`)
  }

  /** Writes a line about a single request, unless there are too many of them. */
  writeSingle(level: LogLevel, fields: Fields): void {
    const now = this.#now()
    const omitted = this.#single.count - MOST_SINGLE
    if (now - this.#single.since > QUIET) this.#single = { since: now, count: 0 }
    if (++this.#single.count > MOST_SINGLE) return
    this.write(level, { ...fields, ...(this.#single.count === 1 && omitted > 0 && { omitted }) })
  }

  /** Records an event. @param key identifies the event; of few values */
  note(key: string, event: Repeated): void {
    const now = this.#now()
    const episode = this.#episodes.get(key)
    if (episode !== undefined) {
      episode.last = now
      episode.count++
      return
    }
    this.#episodes.set(key, { ...event, begin: now, last: now, written: now, count: 1 })
    this.write(event.level, { msg: event.msg, ...event.fields })
    this.#timer ??= setInterval(() => this.look(), INTERVAL).unref()
  }

  /** Ends the events that are over. */
  async look(): Promise<void> {
    await Promise.all([...this.#episodes].map(([key, episode]) => this.#lookAt(key, episode)))
    if (this.#episodes.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #lookAt(key: string, episode: Episode): Promise<void> {
    const { isOver, last } = episode
    const hasEnded = isOver
      ? await isOver().then(
          () => true,
          () => false,
        )
      : this.#now() - last >= QUIET
    if (this.#episodes.get(key) !== episode) return
    const { msg, ended, level, fields, begin, written, count } = episode
    const lasting = { ...fields, count, seconds: Math.round((this.#now() - begin) / 100) / 10 }
    if (hasEnded) {
      this.#episodes.delete(key)
      if (isOver || count > 1) this.write(level === 'error' ? 'warn' : level, { msg: ended, ...lasting })
    } else if (this.#now() - written >= WRITTEN_AGAIN) {
      episode.written = this.#now()
      this.write(level, { msg, ...lasting })
    }
  }
}

/** The log of this process. */
export const operatorLog = new OperatorLog()
