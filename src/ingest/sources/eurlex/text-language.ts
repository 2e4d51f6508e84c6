/** Tells in which language a text is, by its most frequent words. */

import type { XmlElement } from '../xml-tree.ts'

/** Words that are frequent in one of these languages and rare in the others. */
const FREQUENT: Record<string, string> = {
  de: 'der die und das von den für mit ist dem nicht eine auf werden sich oder',
  en: 'the of and to shall for that with which by this or are from be',
  fr: 'les des une dans est aux pour par sur que qui ne au ou sont cette',
  es: 'los las del para una por con el se que sobre o al su',
  it: 'della degli delle che per con nel alla dei una sono dal gli',
  nl: 'het een van voor en dat op te zijn bij niet wordt aan deze',
}
const LANGUAGE_OF = new Map<string, string[]>()
for (const [language, words] of Object.entries(FREQUENT)) {
  for (const word of words.split(' ')) LANGUAGE_OF.set(word, [...(LANGUAGE_OF.get(word) ?? []), language])
}

/** Texts with fewer of these words are not judged. */
const LEAST_WORDS = 30
/** So many times the words of the next language make it certain. */
const CLEAR_LEAD = 2

/** UTF-16 code units from which the language is told. */
const READ = 8000

/**
 * Returns the language of a document: the one that it declares, unless that is known here and the text is clearly in another
 * one. Languages that are not known here are close to some that are: Danish to German, Croatian to Spanish.
 * @param declared ISO 639-1, empty for none
 */
export function languageIn(root: XmlElement, declared: string): string {
  const isKnown = declared === '' || Object.hasOwn(FREQUENT, declared)
  return (isKnown ? languageOfText(root) : undefined) ?? declared
}

/** Returns the language of the text in an element, as {@link languageOf} does. */
function languageOfText(root: XmlElement): string | undefined {
  let text = ''
  const collect = (node: XmlElement | string): boolean => {
    if (typeof node === 'string') text += node
    else node.children.every(collect)
    return text.length < READ
  }
  collect(root)
  return languageOf(text)
}

/** Returns the language of a text (ISO 639-1), `undefined` if it is not clearly one of those that are known here. */
function languageOf(text: string): string | undefined {
  const counts = new Map<string, number>()
  for (const word of text
    .slice(0, READ)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []) {
    for (const language of LANGUAGE_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [[language, most] = ['', 0], [, next] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1])
  return most >= LEAST_WORDS && most >= CLEAR_LEAD * next ? language : undefined
}
