/** Lets what takes long be done piece by piece, so that a server answers others in between. */
import { setImmediate } from 'node:timers/promises'

/**
 * A queue: whoever waits for it goes on in a turn of the event loop of his own, in the order of asking. Without it the searches
 * of all connections that have asked are done in one turn, in which no connection is accepted and no liveness told: of 32
 * that came at once and searched on and on, the last was accepted after 2.4 seconds.
 */
export function oneATurn(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
