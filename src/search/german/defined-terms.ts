/**
 * Finds the terms that a German text defines: in brackets after their description, and in sentences and lists "im Sinne dieses
 * Gesetzes" (Bundesministerium der Justiz, Handbuch der Rechtsförmlichkeit, on definitions).
 */

/** `(Verbraucher)`, `(elektronische Form)`; a bracket with figures defines nothing. */
const IN_BRACKETS = /\(((?:\p{Ll}[\p{Ll}-]{2,40} ){0,2}\p{Lu}[\p{Ll}-]{3,60})\)/gu

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
