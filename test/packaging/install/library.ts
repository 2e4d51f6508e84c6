import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import type { Place } from './place.ts'

const PROGRAM = `
  import { openCorpus, norm } from 'legal-text'
  import { startServer } from 'legal-text/server'
  const corpus = await openCorpus({ dataset: 'starter' })
  const { heading } = await norm.run(corpus, { code: 'msgb', norm: '§ 1' })
  await corpus.close()
  console.log(heading, typeof startServer)`

/** Imports the package from a module of the project that it is installed in. */
export function tryLibrary(project: Place): void {
  writeFileSync(project.path('library.js'), PROGRAM)
  assert.equal(project.run(project.node, ['library.js']), 'Rücksicht und Redlichkeit function\n')
}
