import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildHostile } from './build-hostile.ts'
import { HOSTILE_SOURCES } from './sources.ts'

/**
 * The most that a build with one hostile source may take, in MB and in seconds of the processors: one and a half times what
 * the slowest takes here, since machines differ.
 */
const MEMORY = 400
const PROCESSOR = 8

describe('a hostile source costs little, and the law next to it is imported', () => {
  for (const source of HOSTILE_SOURCES) {
    it(source.name, { timeout: 120_000 }, async () => {
      const { laws, reasons, memory, processor } = await buildHostile(source)
      assert(laws.includes('gut'))
      if (source.reason === undefined) assert.deepEqual([laws.length, reasons], [2, []])
      else assert.match(reasons.join('\n'), source.reason)
      assert(memory <= MEMORY, `${memory} MB`)
      assert(processor <= PROCESSOR, `${processor} s`)
    })
  }
})
