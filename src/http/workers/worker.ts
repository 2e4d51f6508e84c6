/** A process that answers requests. It is started by the primary, does as that says, and ends with it. */
import { LegalTextError } from '../../errors.ts'
import { type AnsweringServer, startAnswering } from '../answering-server.ts'
import { saveMemory } from '../memory.ts'
import { say, surviveWithoutReader } from '../say.ts'
import { keepTickShape } from '../tick-shape.ts'
import { FollowedCorpus } from './followed-corpus.ts'
import { type ToPrimary, type ToWorker, toldError } from './messages.ts'
import { MetricsOfAll } from './metrics-of-all.ts'

let followed: FollowedCorpus | undefined
let answering: AnsweringServer | undefined
const metrics = new MetricsOfAll(tell)

saveMemory()
keepTickShape()
surviveWithoutReader()
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
  followed = new FollowedCorpus(corpus, tell, say)
  try {
    answering = await startAnswering(settings, followed.current, { figures: () => metrics.text(), tokens })
    tell({ type: 'listening', url: answering.url, port: answering.port })
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    tell({ type: 'failed', error: toldError(error) }, () => process.exit())
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
