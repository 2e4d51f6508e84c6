/** Progress of long computations, for whoever waits for the answer. */
import { AsyncLocalStorage } from 'node:async_hooks'

type OnProgress = (done: number, total: number) => void

const listening = new AsyncLocalStorage<OnProgress>()

/** Runs a function. What it calls, and awaits, reports its progress to the listener, which ends the work by throwing. */
export function withProgress<Result>(onProgress: OnProgress, compute: () => Result): Result {
  return listening.run(onProgress, compute)
}

/** Called in the loops of long computations, with the number of steps. */
export function progress(done: number, total: number): void {
  listening.getStore()?.(done, total)
}
