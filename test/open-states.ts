/** Corpora with invented states, for tests of time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../src/dataset/open-engine.ts'
import type { Corpus } from '../src/model/corpus.ts'
import { buildStates, type InventedState } from './invented-states.ts'

export interface OpenStates {
  corpus: Corpus
  /** Also removes the bundle. */
  close(): Promise<void>
}

/** Takes states and acts as {@link buildStates} does; each state lists all its laws. */
export async function openStates(
  states: Record<string, InventedState>,
  acts?: Record<string, string>,
): Promise<OpenStates> {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-states-'))
  const corpus = await openEngine(await buildStates(folder, states, true, acts))
  return {
    corpus,
    async close() {
      await corpus.close()
      rmSync(folder, { recursive: true })
    },
  }
}
