import assert from 'node:assert/strict'
import { scheduler } from 'node:timers/promises'

/** How often to look, in milliseconds. */
const INTERVAL = 10

/** How long to look, in milliseconds: only what never comes takes that long, however slow and busy the machine is. */
const PATIENCE = 60_000

/** Resolves once something is so; fails where it does not become so. It waits in a test with mocked timers, too. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await scheduler.wait(INTERVAL)) {
    if (await isSo()) return
  }
  assert.fail(`in vain waited until ${what}`)
}
