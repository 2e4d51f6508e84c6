/** Obtains a bundle in a child process: a build takes gigabytes and a whole processor, and a server must keep answering. */

import { fork } from 'node:child_process'
import { say } from '../i18n/texts.ts'
import { processModule } from '../program/package.ts'
import { LegalTextError, receivedError, type SentError } from '../util/errors.ts'
import type { ObtainOptions, Progress } from './options.ts'

/** Message to the child process. */
export interface ObtainRequest extends Pick<ObtainOptions, 'cache' | 'settings' | 'download'> {
  dataset: string | undefined
  refresh: boolean
}

/** Message from the child process. */
export type ObtainMessage =
  | { progress: Progress }
  | { notice: string }
  | { file: string }
  | { error: SentError }
  | { failure: string }

/** Grace period before the child is killed, in milliseconds. */
const KILL_DELAY = 3000

/**
 * As `obtainBundle`, in a child process that ends with this one.
 * @throws LegalTextError as `obtainBundle`; Error if the child process fails otherwise
 */
export function obtainInProcess(dataset: string | undefined, options: ObtainOptions): Promise<string> {
  const { cache, settings, download, refresh = false, onProgress, onNotice, signal } = options
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = fork(...processModule('dataset/obtain-child'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('message', (message: ObtainMessage) => {
    if ('progress' in message) onProgress?.(message.progress)
    else if ('notice' in message) onNotice?.(message.notice)
    else if ('file' in message) resolve(message.file)
    else if ('failure' in message) reject(new Error(message.failure))
    else reject(receivedError(message.error))
  })
  child.on('error', reject)
  child.on('exit', (code, killedBy) => {
    reject(new LegalTextError('not_ready', say`the process that makes the corpus ended early (${killedBy ?? code})`))
  })
  const abort = () => {
    child.kill('SIGTERM')
    // A long computation does not handle signals.
    setTimeout(() => child.kill('SIGKILL'), KILL_DELAY).unref()
    child.unref()
    child.channel?.unref()
    reject(signal?.reason)
  }
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  child.send({ dataset, cache, settings, download, refresh } satisfies ObtainRequest)
  return promise.finally(() => signal?.removeEventListener('abort', abort))
}
