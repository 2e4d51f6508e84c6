/** Turns of the thread: long computations pause where they call `turn`, so that others get theirs. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** A computation that shares the thread with others. */
export interface SharedComputing {
  /** Returns a promise that is resolved at its next turn, or `undefined` if this turn is not over. */
  pause(): Promise<void> | undefined
  /** Receives how much of a long computation is done. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

const computing = new AsyncLocalStorage<SharedComputing>()

/** Runs a function, and all that it awaits, as a computation that pauses when its turns are over. */
export function computeInTurns<Result>(shared: SharedComputing, compute: () => Result): Result {
  return computing.run(shared, compute)
}

/** True if `turn` pauses at times, so that the caller need not yield to the event loop in another way. */
export function takesTurns(): boolean {
  return computing.getStore() !== undefined
}

/**
 * Called in long loops: `const pause = turn(); if (pause !== undefined) await pause`.
 * @returns `undefined` if the caller may go on: always outside of a server. Otherwise a promise of its next turn.
 */
export function turn(): Promise<void> | undefined {
  return computing.getStore()?.pause()
}

/**
 * Runs a function as a part of the computation around it, until a signal is aborted: its next turn then rejects with the
 * reason.
 */
export function computeUntil<Result>(
  signal: AbortSignal,
  compute: () => Promise<Result>,
  onProgress?: SharedComputing['onProgress'],
): Promise<Result> {
  const around = computing.getStore()
  const pause = () => (signal.aborted ? Promise.reject(signal.reason) : around?.pause())
  return computing.run({ pause, onProgress }, compute)
}

/** Called in the loops of long computations, with the number of steps. */
export function progress(done: number, total: number): void {
  computing.getStore()?.onProgress?.(done, total)
}
