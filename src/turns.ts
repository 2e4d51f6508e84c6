/** Turns: long work lets other work of the process go on in between. */

/**
 * Called within a long loop, once per unit of work that is well below a millisecond.
 * @returns a promise to await before the work goes on; undefined if it may go on at once
 */
export function turn(): Promise<void> | undefined {
  return undefined
}
