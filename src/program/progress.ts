/** Progress of long computations, for callers that wait for the result. */
import { AsyncLocalStorage } from 'node:async_hooks'

type OnProgress = (done: number, total: number) => void

const listening = new AsyncLocalStorage<OnProgress>()

/** Runs a function. Everything that it calls or awaits reports its progress to the listener, which aborts the work by throwing. */
export function withProgress<Result>(onProgress: OnProgress, compute: () => Result): Result {
  return listening.run(onProgress, compute)
}

/** Reports progress, from the loops of long computations, in steps. */
export function progress(done: number, total: number): void {
  listening.getStore()?.(done, total)
}
