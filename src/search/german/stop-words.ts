/**
 * German stop words: articles, pronouns, prepositions, conjunctions, auxiliaries and question words. They are indexed like
 * other words, but a query with other words is ranked by those alone. Words with a meaning in law (`ohne`, `gegen`,
 * `nicht`, `kein`) are not among them, nor are those that are also nouns (`waren`, `würde`).
 */
import { wordsOf } from '../tokenizer.ts'
import table from './stop-words.json' with { type: 'json' }

const STOP_WORDS = new Set(table.german.flatMap(wordsOf))

/** English and French function words that are spelled like German stems: `must` of `Muster`. */
const FOREIGN_STOP_WORDS = new Set(table.foreign.flatMap(wordsOf))

/** True if a word is spelled like an English or French function word. */
export const isForeignStopWord = (word: string): boolean => FOREIGN_STOP_WORDS.has(word)

/** True if a word, as `scanWords` spells it, is a stop word. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)
