/** Work that takes long: it shows how far it is on stderr, and ends at Ctrl-C with nothing half done. */
import type { WorkOptions } from '../../dataset/progress.ts'
import { INTERRUPTED } from '../../errors.ts'

/**
 * Does the work.
 * @param interruptedNote what is told of the state in which an interruption leaves things
 * @returns its result, `undefined` where it was interrupted; the exit code is set then
 */
export async function longWork<Result>(
  work: (options: WorkOptions) => Promise<Result>,
  interruptedNote = 'nothing was written',
): Promise<Result | undefined> {
  const { progressReporter } = await import('../../terminal/progress.ts')
  const interruption = new Error('interrupted')
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(interruption)
  process.once('SIGINT', interrupt)
  const progress = progressReporter(process.stderr)
  try {
    return await work({
      signal: interrupted.signal,
      onProgress: progress.show,
      onNotice(text) {
        progress.end()
        process.stderr.write(`Note: ${text}\n`)
      },
    })
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    progress.end()
    process.stderr.write(`Interrupted; ${interruptedNote}.\n`)
    process.exitCode = INTERRUPTED.exitCode
    return undefined
  } finally {
    progress.end()
    process.removeListener('SIGINT', interrupt)
  }
}
