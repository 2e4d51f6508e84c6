/** Long computations among short ones: they never take all places, so that short ones begin at once. */
import type { TaskOptions, TurnScheduler } from './turn-scheduler.ts'

/** Inputs from this length on are long work, in characters. */
export const LONG_INPUT = 8 * 1024
/** Long computations that are begun at a time: half of the places of the scheduler. */
const MOST_BEGUN = 4

export class LongWork {
  readonly #turns: TurnScheduler
  readonly #most: number
  #begun = 0

  /** @param most long computations that are begun at a time */
  constructor(turns: TurnScheduler, most = MOST_BEGUN) {
    this.#turns = turns
    this.#most = most
  }

  /** Runs a computation in turns. The long ones of a client take turns with its short ones. @param length of the input */
  run<Result>(
    client: string,
    length: number,
    compute: () => Promise<Result>,
    { mayBegin, ...options }: TaskOptions = {},
  ): Promise<Result> {
    if (length < LONG_INPUT) return this.#turns.run(client, compute, { ...options, ...(mayBegin && { mayBegin }) })
    const counted = async () => {
      this.#begun++
      try {
        return await compute()
      } finally {
        this.#begun--
        this.#turns.wake()
      }
    }
    return this.#turns.run(`${client} (long)`, counted, {
      ...options,
      mayBegin: () => this.#begun < this.#most && mayBegin?.() !== false,
    })
  }
}
