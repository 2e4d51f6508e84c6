/**
 * Finds the terms that a German text defines, and marks them: in brackets after their description, and in sentences and lists "im Sinne dieses
 * Gesetzes" (Bundesministerium der Justiz, Handbuch der Rechtsförmlichkeit, on definitions).
 */
import { MARK, termOf } from '../analyzer.ts'
import { wordsOf } from '../tokenizer.ts'
import { isStopWord } from './stop-words.ts'

/** `(Verbraucher)`, `(elektronische Form)`, `(unverzüglich)`; a bracket with figures defines nothing. */
const IN_BRACKETS =
  /\(((?:\p{Ll}[\p{Ll}-]{2,40} ){0,2}\p{Lu}[\p{Ll}-]{3,60}|\p{Ll}{3,40}(?:lich|los|ig|är|bar|sam))\)/gu

/** `Im Sinne dieses Gesetzes ist`, in the middle of a sentence or at its start. */
const IN_THE_SENSE =
  /[Ii]m Sinne (?:dieses|dieser|des|der) (?:[^.,;:()\n]{0,60} )?(?:\p{Lu}[\p{L}-]*|\d+[a-z]?) (?:ist|sind|bedeute[nt]|bezeichne[nt]|gilt|gelten)(?!\p{L})/gu

/** Before it: `Beförderer`, `Unternehmer` */
const BEFORE = /(?<!\p{L})((?:\p{Ll}[\p{Ll}-]{2,40}e[rns]? )?\p{Lu}[\p{Ll}-]{2,60}),? $/u
const LONGEST_BEFORE = 104

/** The term of an item of a list that follows: `1. Beförderer`, `2. „Netz“` */
const ITEM = /^\s*\d{1,3}[a-z]?\.\s+[„"]?((?:\p{Ll}[\p{Ll}-]{2,40} ){0,2}\p{Lu}[\p{Ll}-]{2,60})(?=["“:,\s])/gmu

/** Kinds of norms that define terms: brackets in annexes and preambles hold examples, places and abbreviations. */
const DEFINING = new Set(['par', 'art'])

/**
 * Returns the terms that the text of a norm defines, each once. Takes time linear in the length of the text.
 * @param kind the first one of its path
 */
export function definedTerms(kind: string, text: string): string[] {
  if (!DEFINING.has(kind)) return []
  const found = new Set<string>()
  const add = ([, term = '']: RegExpExecArray) => found.add(term)
  for (const match of text.matchAll(IN_BRACKETS)) add(match)
  let list: number | undefined
  for (const { 0: words, index } of text.matchAll(IN_THE_SENSE)) {
    const before = words.startsWith('i') && BEFORE.exec(text.slice(Math.max(0, index - LONGEST_BEFORE), index))
    if (before) add(before)
    else if (words.startsWith('I')) list ??= index
  }
  if (list !== undefined) for (const match of text.slice(list).matchAll(ITEM)) add(match)
  return [...found]
}

/** A norm, as far as its marks come from it. */
interface MarkedNorm {
  /** The first kind of its path. */
  kind: string
  /** Its path. */
  norm: string
  heading: string
  text: string
}

/** Returns the words of the terms that a norm defines, and marks for each term, its heading and its designation. */
export function definedWords({ kind, norm, heading, text }: MarkedNorm): string[] {
  const terms = definedTerms(kind, text).map(wordsOf)
  const marks = new Set([...terms, wordsOf(heading)].map(markOfTerm))
  // Of a norm without a heading: it would be the section sign, which is a word of texts.
  marks.delete(MARK)
  if (!norm.includes('/')) marks.add(MARK + norm)
  return [...terms.flat(), ...marks]
}

/** Returns the mark of norms that define a term, or have it as their heading, whatever its inflection and stop words. */
export const markOfTerm = (words: readonly string[]): string =>
  MARK + words.flatMap((word) => (isStopWord(word) ? [] : [termOf(word)])).join(' ')

const KINDS = { '§': 'par', paragraph: 'par', art: 'art', artikel: 'art', anlage: 'annex', anhang: 'annex' } as const
const DESIGNATION =
  /^(§|Paragraph|Art(?=[.\s\d])|Artikel|Anlage|Anhang)\.?\s*(\d+)\s?([a-z]?)(?:\s+(?:Abs(?:atz|\.)?|S(?:atz|\.)|Nr\.?|Nummer)\s*\d+[a-z]?)*$/i

/** Returns the mark of norms with a designation: `§ 823 Abs. 1`; undefined if a query is not one. */
export function markOfDesignation(query: string): string | undefined {
  const [, sign = '', number = '', letter = ''] = DESIGNATION.exec(query.trim()) ?? []
  const kind = KINDS[sign.toLowerCase() as keyof typeof KINDS]
  return kind && `${MARK}${kind}:${number}${letter.toLowerCase()}`
}
