import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { moduleUrl } from '../package.ts'

/**
 * Starts a worker thread and gives what it posts, until the caller has enough; then the thread is ended.
 * @param name of the module below `src`, without extension
 * @throws Error where the thread ends before
 */
export async function* messagesOf<Message>(name: string, workerData: unknown): AsyncGenerator<Message> {
  const worker = new Worker(moduleUrl(name), { execArgv: [], workerData })
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[Message]>) yield message
    throw new Error(`${name} was not finished`)
  } finally {
    await worker.terminate()
  }
}
