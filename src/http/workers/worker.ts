/** A worker process: answers requests for the primary, and ends with it. */
import type { Socket } from 'node:net'
import { legalTextError, sentError } from '../../util/errors.ts'
import { type AnsweringServer, createAnsweringServer } from '../http-server.ts'
import { logLine, setUpProcess } from '../process-setup.ts'
import type { ToPrimary, ToWorker } from './messages.ts'
import { WorkerCorpus } from './worker-corpus.ts'

let corpus: WorkerCorpus | undefined
let answering: AnsweringServer | undefined
let tokens: readonly string[] = []
/** Pending requests for the metrics of all workers. */
const metricsRequests = new Map<number, (text: string) => void>()
let lastRequest = 0

setUpProcess()
// Terminals and service managers signal all processes; the primary handles the signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', async (message: ToWorker, connection?: Socket) => {
  if (message.type === 'connection') take(connection)
  else if (message.type === 'start') await start(message)
  else if (message.type === 'corpus') corpus?.update(message.corpus)
  else if (message.type === 'tokens') tokens = message.tokens
  else if (message.type === 'snapshot_wanted') await sendSnapshot(message.round)
  else if (message.type === 'metrics') receiveMetrics(message.request, message.text)
  else await stop()
})
send({ type: 'hello' })

async function start({
  settings,
  tokens: read,
  corpus: published,
}: Extract<ToWorker, { type: 'start' }>): Promise<void> {
  tokens = read ?? []
  corpus = new WorkerCorpus(published, send, logLine)
  try {
    answering = await createAnsweringServer(settings, corpus.current, {
      metricsText: requestMetrics,
      tokens: () => tokens,
    })
    // The primary listens. From this event on, Node watches the time limits of connections.
    answering.server.emit('listening')
    send({ type: 'ready' })
  } catch (error) {
    send({ type: 'failed', error: sentError(legalTextError(error)) }, () => process.exit())
  }
}

/** Takes a connection; `undefined` if passing it on failed. */
function take(connection: Socket | undefined): void {
  // Before reading: the primary passes an untaken connection to another worker.
  send({ type: 'taken' })
  if (connection === undefined || answering === undefined) return
  connection.allowHalfOpen = true
  answering.server.emit('connection', connection)
}

/** Requests the metrics of all workers from the primary. */
function requestMetrics(): Promise<string> {
  const request = ++lastRequest
  const { promise, resolve } = Promise.withResolvers<string>()
  metricsRequests.set(request, resolve)
  send({ type: 'metrics_wanted', request })
  return promise
}

function receiveMetrics(request: number, text: string): void {
  metricsRequests.get(request)?.(text)
  metricsRequests.delete(request)
}

async function sendSnapshot(round: number): Promise<void> {
  const snapshot = await answering?.metrics?.snapshot()
  if (snapshot !== undefined) send({ type: 'snapshot', round, snapshot })
}

async function stop(): Promise<void> {
  await answering?.close()
  await corpus?.close()
  process.exit()
}

function send(message: ToPrimary, done: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, done)
}
