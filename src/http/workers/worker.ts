/** The figures of all workers, as one of them gets them from the primary. */
import { LegalTextError } from '../../errors.ts'
import { type AnsweringServer, startAnswering } from '../answering-server.ts'
import { ignoreStderrErrors, limitHeapGrowth, logLine, retainTickObject } from '../process-setup.ts'
import { serializeError, type ToPrimary, type ToWorker } from './messages.ts'
import { WorkerCorpus } from './worker-corpus.ts'

export class ClusterMetrics {
  readonly #tell: (message: ToPrimary) => void
  readonly #waiting = new Map<number, (text: string) => void>()
  #count = 0

  constructor(tell: (message: ToPrimary) => void) {
    this.#tell = tell
  }

  /** Asks the primary. */
  text(): Promise<string> {
    const request = ++this.#count
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#waiting.set(request, resolve)
    this.#tell({ type: 'metrics_wanted', request })
    return promise
  }

  /** What the primary has answered. */
  receive(request: number, text: string): void {
    this.#waiting.get(request)?.(text)
    this.#waiting.delete(request)
  }
}

/*FILEDOC A process that answers requests. It is started by the primary, does as that says, and ends with it. */

let followed: WorkerCorpus | undefined
let answering: AnsweringServer | undefined
const metrics = new ClusterMetrics(tell)

limitHeapGrowth()
retainTickObject()
ignoreStderrErrors()
// A terminal and a service manager send them to all processes; what they mean is for the primary to say.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', async (message: ToWorker) => {
  if (message.type === 'start') await start(message)
  else if (message.type === 'corpus') followed?.follow(message.corpus)
  else if (message.type === 'snapshot_wanted') await tellFigures(message.round)
  else if (message.type === 'metrics') metrics.receive(message.request, message.text)
  else await stop()
})
tell({ type: 'hello' })

async function start({ settings, tokens, corpus }: Extract<ToWorker, { type: 'start' }>): Promise<void> {
  followed = new WorkerCorpus(corpus, tell, logLine)
  try {
    answering = await startAnswering(settings, followed.current, { figures: () => metrics.text(), tokens })
    tell({ type: 'listening', url: answering.url, port: answering.port })
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    tell({ type: 'failed', error: serializeError(error) }, () => process.exit())
  }
}

async function tellFigures(round: number): Promise<void> {
  const snapshot = await answering?.metrics?.snapshot()
  if (snapshot !== undefined) tell({ type: 'snapshot', round, snapshot })
}

async function stop(): Promise<void> {
  await answering?.close()
  await followed?.close()
  process.exit()
}

function tell(message: ToPrimary, done: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, done)
}
