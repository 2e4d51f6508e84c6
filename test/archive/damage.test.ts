/** Archives damaged in hundreds of ways: reading delivers the right content or fails. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { packageRoot } from '../../src/program/package.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { membersOf, tarOf } from './archives.ts'
import { readBytes, readInput, scratchFolder } from './opening.ts'
import { zip } from './zip.ts'

const starter = join(packageRoot, 'src', 'starter')
const folder = scratchFolder()

/** Pseudorandom numbers, the same in each run (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Time limit in milliseconds; a round takes a few. */
const LONG = 30_000

function damage(bytes: Buffer, next: () => number): Buffer {
  const place = Math.floor(next() * bytes.length)
  if (next() < 0.4) return bytes.subarray(0, place)
  const damaged = Buffer.from(bytes)
  damaged[place] = (damaged[place] as number) ^ (1 << Math.floor(next() * 8))
  return damaged
}

/** With a checksum, as the zstd program writes it; without one, damage to the content goes unnoticed. */
const packZstd = (bytes: Buffer) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })

describe('a damaged archive', () => {
  const members = membersOf(starter)
  for (const [name, make] of [
    ['laws.tar.zst', async () => packZstd(await tarOf(members))],
    ['laws.tar.gz', async () => gzipSync(await tarOf(members))],
    ['laws.zip', async () => zip(members)],
  ] as const) {
    it(`gives right contents or an error: ${name}`, async () => {
      const whole = await make()
      const next = random(5)
      const { contents: expected } = await readInput(starter)
      const outcomes = { whole: 0, some: 0, error: 0 }
      for (let round = 0; round < 300; round++) {
        const started = performance.now()
        try {
          const { contents, skipped } = await readBytes(folder, name, damage(whole, next))
          const wrong = Object.entries(contents).filter(
            ([path, content]) => /\.xml$/.test(path) && expected[path] !== content,
          )
          for (const [path, content] of wrong) assert.match(content, /^error: /, `${path} in round ${round}`)
          const lost = Object.keys(expected).length - Object.keys(contents).length - Object.keys(skipped).length
          assert.equal(lost, 0, `lost in round ${round}`)
          outcomes[wrong.length === 0 ? 'whole' : 'some']++
        } catch (error) {
          if (!(error instanceof LegalTextError)) throw error
          assert.equal(error.kind, 'invalid_input')
          outcomes.error++
        }
        assert.ok(performance.now() - started < LONG, `round ${round} took ${performance.now() - started} ms`)
      }
      assert.ok(outcomes.error > 100, JSON.stringify(outcomes))
    })
  }
})
