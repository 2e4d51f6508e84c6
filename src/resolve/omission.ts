/** Notes on parts of designations that no norm path expresses, in a corpus of one state or of several. */
import type { Designation } from '../citation/designation.ts'
import { editionOf, omissionNote, otherEditionNote } from '../citation/notes.ts'
import type { Corpus } from '../model/corpus.ts'

/** @param given number of norms or parts given */
export async function noteOnOmission(corpus: Corpus, designation: Designation, given = 1): Promise<string | undefined> {
  const hasStates = editionOf(designation) !== undefined && (await corpus.states()).length > 0
  return omissionNote(designation, given, hasStates ? otherEditionNote : undefined)
}
