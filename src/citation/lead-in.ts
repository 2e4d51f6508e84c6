/** Lists whose law stands in front of them: `aus dem Strafgesetzbuch:`, and below it sections without a law. */
import { namesAfter } from './law-mentions.ts'
import type { Tokens } from './tokens.ts'

export interface LeadIn {
  /** What may be the law as the text calls it, longest first. */
  names: string[]
  /** Whether the words say that a law is named, so that an unknown name is that of an unknown law. */
  certain: boolean
  /** Whether the list amends that law: `Das Hafengesetz wird wie folgt geändert:`. */
  amended: boolean
  /** The stretch of the text that it holds for: `[start, end)` in UTF-16 code units. */
  start: number
  end: number
}

/** At the end of a line; the names of laws that are cited in full are not longer. */
const FROM = /(?<!\p{L})aus (?:dem|der) (\p{Lu}[^:\n]{2,160}):[ \t]*$/gmu
/**
 * `Folgende Vorschriften des Hafengesetzes gelten entsprechend:`, `Die Vorschriften des Hafengesetzes finden wie folgt
 * Anwendung:`. Below `mit folgenden Maßgaben:` the law itself speaks.
 */
const RULES =
  /(?<!\p{L})(?:([Ff]olgende[nr]?)\s)?(?:Vorschriften|Bestimmungen|Regelungen|Paragra(?:ph|f)en) (?=(?:des|der) \p{Lu})([^:\n]{3,300}):[ \t]*$/gmu
const AS_FOLLOWS =
  /(?<!\p{L})wie folgt (?:Anwendung|anzuwenden|anwendbar)(?!\p{L})|(?<!\p{L})(?:gelten|gilt) wie folgt$/u
/** `Das Hafengesetz vom 2. Mai 2020 (BGBl. I S. 7) wird wie folgt geändert:` */
const AMENDED =
  /^(?:(?:\(\d+\)|\d+\.|[a-z]\)) )?([^\n]{3,300}) (?:wird|werden)(?: [^:\n]{1,60}?)? wie folgt geändert:[ \t]*$/gmu
/** The next Absatz, where no list goes on. */
const END = /^\(\d/gm

/** Finds the lead-ins of a text, in its order. Each holds up to the next one, or to the end of its Absatz. */
export function findLeadIns(tokens: Tokens): LeadIn[] {
  const { text } = tokens
  const found: (Omit<LeadIn, 'end'> & { index: number })[] = []
  for (const match of text.matchAll(FROM)) {
    found.push({
      names: [match[1] as string],
      certain: true,
      amended: false,
      index: match.index,
      start: match.index + match[0].length,
    })
  }
  for (const match of text.matchAll(RULES)) {
    const [all, following, rest = ''] = match
    if (following === undefined && !AS_FOLLOWS.test(rest)) continue
    const start = match.index + all.length
    const place = start - all.length + all.indexOf(rest)
    const names = namesAfter(tokens, tokens.at(place)).map((name) => name.text)
    if (names.length > 0) found.push({ names, certain: false, amended: false, index: match.index, start })
  }
  for (const match of text.matchAll(AMENDED)) {
    const place = match.index + match[0].indexOf(match[1] as string)
    const names = namesAfter(tokens, tokens.at(place)).map((name) => name.text)
    found.push({ names, certain: true, amended: true, index: match.index, start: match.index + match[0].length })
  }
  found.sort((a, b) => a.index - b.index)
  return found.map(({ names, certain, amended, start }, place) => {
    END.lastIndex = start
    const end = Math.min(found[place + 1]?.index ?? text.length, END.exec(text)?.index ?? text.length)
    return { names, certain, amended, start, end }
  })
}
