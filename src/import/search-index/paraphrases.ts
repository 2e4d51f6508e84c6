/**
 * Tables of paraphrases: everyday and professional German with the equivalent words of statutes. The second table is by field of
 * life. They are our own work and general: they refer to no norms and to no queries.
 */
import { germanAnalyzer, rowOf, wordsOf } from '../../search/index.ts'
import everydayLanguage from './everyday-language.json' with { type: 'json' }
import paraphrases from './paraphrases.json' with { type: 'json' }

export interface ParaphraseRow {
  /** Terms of a wording from `rowOf`, separated by blanks; in order with stop words if it has one other word. */
  key: string
  /** Equivalent wordings, as words. */
  wordings: string[][]
}

const TABLE = [...Object.entries(paraphrases), ...Object.entries(everydayLanguage)]

/** Returns the words with rows of their own, as spelled by `wordsOf`. */
export function paraphrasedWords(): string[] {
  return TABLE.flatMap(([wording]) => {
    const words = wordsOf(wording)
    return words.length === 1 ? words : []
  })
}

/** Returns the rows of both tables by key, one for each sequence of terms. */
export function paraphraseRows(): ParaphraseRow[] {
  const { term, isStopWord } = germanAnalyzer({ documents: 0, frequency: () => 0 })
  const contentWords = (text: string) => wordsOf(text).filter((word) => !isStopWord(word) && /\p{L}/u.test(word))
  const rows = new Map<string, string[][]>()
  for (const [wording, others] of TABLE) {
    const words = contentWords(wording)
    // `zu spät` is narrower than `spät`.
    const key = (words.length > 1 ? rowOf(words.map(term)) : wordsOf(wording).map(term)).join(' ')
    const known = rows.get(key) ?? []
    const added = others.map(contentWords).filter((words) => words.length > 0)
    rows.set(key, [...known, ...added.filter((words) => !known.some((other) => other.join() === words.join()))])
  }
  return Array.from(rows, ([key, wordings]) => ({ key, wordings })).sort((a, b) => (a.key < b.key ? -1 : 1))
}
