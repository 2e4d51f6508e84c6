/** The protocol on standard input and output, for clients that start the program. stdout carries nothing else. */
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { ServedCorpus } from '../dataset/served-corpus.ts'
import type { Corpus } from '../model/corpus.ts'
import { LongWork } from '../program/long-work.ts'
import type { Settings } from '../program/settings.ts'
import { threadTurns } from '../program/turn-scheduler.ts'
import { errorBody, LegalTextError } from '../util/errors.ts'
import { MessageLines } from './message-lines.ts'
import { StdioServerTransport, serveStdio } from './sdk.ts'
import { createProtocolServer, type Service } from './server.ts'

/** How long a request waits for a corpus that is being opened, in milliseconds. */
const LONGEST_OPENING = 20_000

/**
 * Serves until the client closes standard input, and has all answers to what it asked before.
 * @param log receives messages for the user, a line each
 */
export async function serveOnStdio(settings: Settings, log: (text: string) => void): Promise<void> {
  const pending = new Set<Promise<unknown>>()
  const tracked = <Result>(work: Promise<Result>): Promise<Result> => {
    pending.add(work)
    const done = () => pending.delete(work)
    work.then(done, done)
    return work
  }
  // Both are loaded after the first message is read, which only says hello.
  const offered = async () => (await import('./surface.ts')).surface
  const serving = setImmediate().then(async () => {
    const { ServedCorpus } = await import('../dataset/served-corpus.ts')
    return new ServedCorpus(settings, log)
  })
  // While the client reads the answer to its first message.
  serving.then(offered).catch(() => undefined)
  let asked = 0
  const turns = new LongWork(threadTurns)
  const service: Service = {
    corpus: () => tracked(serving.then(openedCorpus)),
    reasonOf: async (error) => {
      const present = (await serving).current(true)
      return present instanceof LegalTextError ? present : error
    },
    // Each request as a client of its own: of one client, what has begun goes on before the next begins.
    inTurns: (compute, length) => tracked(turns.run(`request ${++asked}`, length, compute)),
    log: (error) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    isPrivate: false,
  }
  const input = new MessageLines((rejection) => process.stdout.write(`${JSON.stringify(rejection)}\n`), whenRead)
  const transport = new StdioServerTransport(input, process.stdout)
  const onerror = ({ message }: Error) => log(`A message of the client cannot be read: ${message}`)
  const connection = serveStdio(() => createProtocolServer(offered, service), { transport, onerror })
  // Each answer that waits has a listener.
  process.stdout.setMaxListeners(0)
  process.stdin.pipe(input, { end: false })
  await new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  // Ends a last line without an end.
  input.write('\n')
  await idle(pending)
  await connection.close()
  await (await serving).close()
}

/** While the client does not read what it got, nothing more is read of it. */
function whenRead(): Promise<unknown> | undefined {
  return process.stdout.writableNeedDrain ? once(process.stdout, 'drain') : undefined
}

/** Resolves once what arrived before is parsed, and everything is answered. */
async function idle(pending: ReadonlySet<Promise<unknown>>): Promise<void> {
  for (let calm = 0; calm < 3; calm++) {
    await setImmediate()
    if (pending.size === 0) continue
    calm = 0
    await Promise.allSettled(pending)
  }
}

/** The corpus; while it is being opened, it is waited for. */
async function openedCorpus(served: ServedCorpus): Promise<Corpus | LegalTextError> {
  const present = served.current()
  if (!(present instanceof LegalTextError) || errorBody(present).stage !== 'opening') return present
  const timeout = new AbortController()
  const opened = served.opened.catch(() => undefined)
  const late = new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_OPENING)
    timeout.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  await Promise.race([opened, late])
  timeout.abort()
  return served.current()
}
