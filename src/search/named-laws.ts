/** Laws that a query names, by an abbreviation or a full name. */

import { endsLikeLawName } from '../citation/laws/law-form.ts'
import { nominativeForms } from '../citation/laws/law-names.ts'

/** A law that is named, and how clearly. */
export interface NamedLaw {
  law: number
  by: 'abbreviation' | 'name'
  /** The words that name it. */
  name: string
}

/** Names of more words are not looked up, */
const LONGEST_NAME = 6
/** and a name that so many laws have names none of them. */
const MOST_LAWS = 3
/** Between the first and the last letter a German word has a vowel in front of its end; `stgb`, `vwgo`, `agg` have not. */
const UNLIKE_A_WORD = /^\p{L}+$/u
const BEFORE_LAST = /[aeiouyäöü]\p{L}$/iu

/** One of a series: `7. FooV`. */
const NUMBERED = /^(?:\d{1,3}|[IVX]+)\.\s\p{Lu}\S*\p{Lu}\S*$/u

/**
 * The laws that a text names, each once; of names within names the longest counts.
 * @param find the numbers of the laws with a name
 */
export function namedLaws(text: string, find: (name: string) => readonly number[]): NamedLaw[] {
  const words = text.split(/[\s\p{Cc}"„“”»«?!;]+/u).filter((word) => word !== '')
  const found = new Map<number, NamedLaw>()
  for (let start = 0; start < words.length; ) {
    let used = 1
    for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length -= 1) {
      const name = words
        .slice(start, start + length)
        .join(' ')
        .replace(/^[+(]+|[,.:)]+$/g, '')
      const by = kindOf(name, length)
      const laws = by === undefined ? [] : lawsNamed(name, find)
      if (by === undefined || laws.length === 0 || laws.length > MOST_LAWS) continue
      for (const law of laws) if (!found.has(law)) found.set(law, { law, by, name })
      used = length
      break
    }
    start += used
  }
  return [...found.values()]
}

function lawsNamed(name: string, find: (name: string) => readonly number[]): readonly number[] {
  for (const form of nominativeForms(name)) {
    const laws = find(form)
    if (laws.length > 0) return laws
  }
  return []
}

/** What a text of so many words would be as the name of a law; undefined where it is an ordinary word, or excluded. */
function kindOf(name: string, words: number): NamedLaw['by'] | undefined {
  if (name.startsWith('-') || !/\p{L}/u.test(name)) return undefined
  const isShort = !/\s/.test(name) || /^\S{1,8}\s\S{1,5}$/.test(name) || NUMBERED.test(name)
  if (words > 1) return isShort ? 'abbreviation' : 'name'
  if (
    /\p{Lu}.*\p{Lu}/u.test(name) ||
    (name.length > 1 && UNLIKE_A_WORD.test(name) && !BEFORE_LAST.test(name) && name.length < 8)
  ) {
    return 'abbreviation'
  }
  return endsLikeLawName(name) || (/^\p{Lu}/u.test(name) && name.length > 6) ? 'name' : undefined
}
