import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/** How often to look, in milliseconds. */
const INTERVAL = 10

/** Resolves once something is so; fails where it is not within `patience` milliseconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, patience = 10_000): Promise<void> {
  for (let waited = 0; waited < patience; waited += INTERVAL) {
    if (await isSo()) return
    await setTimeout(INTERVAL)
  }
  assert.fail(`in vain waited until ${what}`)
}
