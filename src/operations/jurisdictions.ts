/** The places whose laws a corpus has. */
import type { Corpus } from '../corpus/corpus.ts'
import { invalidInput } from './operation.ts'

/** @throws LegalTextError `invalid_input` if the corpus has no law of a place */
export async function assertJurisdiction(corpus: Corpus, jurisdiction: string | undefined): Promise<void> {
  if (jurisdiction === undefined) return
  const { laws_by_jurisdiction } = await corpus.coverage()
  const known = Object.keys(laws_by_jurisdiction).map((place) => place.toLowerCase())
  if (known.includes(jurisdiction.toLowerCase())) return
  const message = `the corpus has no law of ${JSON.stringify(jurisdiction)}, only of ${known.sort().join(', ')}`
  throw invalidInput(new Map([['jurisdiction', message]]), {})
}
