import assert from 'node:assert/strict'
import { scheduler } from 'node:timers/promises'

/** Polling interval, in milliseconds. */
const INTERVAL = 10

/** Time limit, in milliseconds: only a missing event takes that long, however slow and busy the machine is. */
const PATIENCE = 60_000

/** Resolves once `isSo` holds; fails after the time limit. Waits in real time, even with mocked timers. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await scheduler.wait(INTERVAL)) {
    if (await isSo()) return
  }
  assert.fail(`in vain waited until ${what}`)
}
