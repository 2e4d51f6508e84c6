/** Worker thread: calls tools on a corpus, one after the other. */
import { parentPort } from 'node:worker_threads'
import { isDatabaseAddress } from '../dataset/dataset-name.ts'
import { openEngine } from '../dataset/open-engine.ts'
import type { Corpus } from '../model/corpus.ts'
import { computeUntil } from '../program/turns.ts'
import { corpusClosed, LegalTextError, sentError } from '../util/errors.ts'
import type { ToolCall, ToolMessage } from './tool-thread.ts'
import { tools } from './tools.ts'

/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 100

let opened: { location: string; corpus: Corpus } | undefined

parentPort?.on('message', async (call: ToolCall) => send(await answerTo(call)))

const send = (message: ToolMessage) => parentPort?.postMessage(message)

async function answerTo({ location, digest, tool: name, given }: ToolCall): Promise<ToolMessage> {
  try {
    const corpus = await corpusAt(location, digest)
    const tool = tools.find((each) => each.name === name)
    if (tool === undefined) throw new Error(`there is no tool ${name}`)
    let told = performance.now()
    const onProgress = (done: number, total: number) => {
      if (performance.now() - told < PROGRESS_INTERVAL) return
      told = performance.now()
      send({ done, total })
    }
    const answer = await computeUntil(new AbortController().signal, () => tool.call(corpus, given), onProgress)
    return { answer }
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    const { code } = (error.cause ?? {}) as { code?: string }
    return { ...sentError(error), cause: { code } }
  }
}

/** @throws LegalTextError `not_ready` if it cannot be opened, or is another one */
async function corpusAt(location: string, digest: string): Promise<Corpus> {
  if (opened?.location === location && opened.corpus.bundle.digest === digest) return opened.corpus
  await opened?.corpus.close()
  opened = undefined
  const corpus = await openEngine(location)
  if (corpus.bundle.digest === digest) {
    opened = { location, corpus }
    return corpus
  }
  await corpus.close()
  // Of a database, another corpus may have become the current one; the server follows soon.
  throw isDatabaseAddress(location) ? corpusClosed() : new Error(`${location} has been replaced`)
}
