/** Citations as evidence about the cited norms: their number, and the words around them. */
import type { DatabaseSync } from 'node:sqlite'
import { CITATION_WORDS, lowerBound } from '../../search/index.ts'
import { ExternalSort } from './external-sort.ts'
import { type ReadNorms, readWords } from './read-norms.ts'

export interface Citations {
  /** The words around citations, by the cited norm. */
  around: ExternalSort
  /** The number of norms that cite each norm, and of other laws that cite each law. */
  citations: Uint32Array
  citingLaws: Uint32Array
}

interface CitationRow {
  citing: number
  cited: number
  /** `null` if the source states the citation without its place in the text. */
  start: number | null
  end: number | null
}

// A range counts for its first norm. Promulgation formulas cite the norms that empower, which says nothing about them.
const CITATIONS = `
SELECT citing, min(citation.norm) AS cited, start, end
FROM citation JOIN norm ON norm.id = citing
WHERE citation.norm IS NOT NULL AND citation.norm <> citing AND kind <> 'formula'
GROUP BY citing, start, end, CASE WHEN start IS NULL THEN citation.norm END ORDER BY citing, start, end`

/**
 * Counts citations and collects the words around them.
 * @param database the bundle with all citations
 * @param folder for temporary files, which the caller removes
 */
export function countCitations(norms: ReadNorms, database: DatabaseSync, folder: string): Citations {
  const around = new ExternalSort(`${folder}/around`, norms.count, 1)
  const citations = new Uint32Array(norms.count)
  const lastCiting = new Uint32Array(norms.count)
  const citingOf = norms.lawWords.map(() => new Set<number>())
  // Keep a reference to the statement while its rows are read.
  const statement = database.prepare(CITATIONS)
  const rows = statement.iterate() as Iterator<unknown> as Iterator<CitationRow>
  let row = rows.next()
  let norm = 0
  for (const { text, starts } of readWords(norms.words)) {
    for (; !row.done && row.value.citing === norm; row = rows.next()) {
      const { cited, start, end } = row.value
      if (lastCiting[cited] !== norm + 1) {
        lastCiting[cited] = norm + 1
        citations[cited] = (citations[cited] as number) + 1
      }
      citingOf[norms.laws[cited] as number]?.add(norms.laws[norm] as number)
      if (start === null || end === null) continue
      const before = lowerBound(starts, start)
      const after = lowerBound(starts, end)
      const last = Math.min(text.length, after + CITATION_WORDS)
      for (let word = Math.max(0, before - CITATION_WORDS); word < before; word += 1)
        around.add(cited, text[word] as number)
      for (let word = after; word < last; word += 1) around.add(cited, text[word] as number)
    }
    norm += 1
  }
  const citingLaws = Uint32Array.from(citingOf, (citing, law) => citing.size - (citing.has(law) ? 1 : 0))
  return { around, citations, citingLaws }
}
