/**
 * The table of paraphrases: words of everyday and of professional German, each with the words that statutes have for the
 * same thing. It is our own work, and general: it names no norms and knows no queries.
 */
import { germanAnalyzer, wordsOf } from '../../search/index.ts'
import table from './paraphrases.json' with { type: 'json' }

export interface ParaphraseRow {
  /** The terms of the wording that is replaced, parted by blanks; function words only where one other word would be left. */
  key: string
  /** The words of each wording that may stand for it. */
  wordings: string[][]
}

/** The rows of the table, those of the same terms in one. */
export function paraphraseRows(): ParaphraseRow[] {
  const { term, isStopWord } = germanAnalyzer({ documents: 0, frequency: () => 0 })
  const telling = (text: string) => wordsOf(text).filter((word) => !isStopWord(word) && /\p{L}/u.test(word))
  const rows = new Map<string, string[][]>()
  for (const [wording, others] of Object.entries(table)) {
    const words = telling(wording)
    // `zu spät` is not all that is `spät`.
    const key = (words.length > 1 ? words : wordsOf(wording)).map(term).join(' ')
    const known = rows.get(key) ?? []
    const added = others.map(telling).filter((words) => words.length > 0)
    rows.set(key, [...known, ...added.filter((words) => !known.some((other) => other.join() === words.join()))])
  }
  return Array.from(rows, ([key, wordings]) => ({ key, wordings })).sort((a, b) => (a.key < b.key ? -1 : 1))
}
