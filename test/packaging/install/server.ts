import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Place } from './place.ts'

/** Starts a server, asks it, and ends it. */
export async function tryServer(place: Place, program: string, ...args: string[]): Promise<void> {
  const options = ['--host', '127.0.0.1', '--port', '0', '--dataset', 'starter', '--strict']
  const child = place.start(program, [...args, ...options])
  assert(child.stderr)
  try {
    const [said] = await once(child.stderr.setEncoding('utf8'), 'data')
    const url = /http:\S+/.exec(said)?.[0]
    assert(url, said)
    const answer = await fetch(`${url}/laws/msgb/norms/par%3A1`, { headers: { connection: 'close' } })
    const { heading } = (await answer.json()) as { heading: string }
    assert.equal(heading, 'Rücksicht und Redlichkeit')
  } finally {
    child.kill()
  }
  assert.deepEqual(await once(child, 'exit'), [0, null])
}
