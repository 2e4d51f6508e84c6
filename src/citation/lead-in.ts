/** Lists whose law stands in front of them: `aus dem Strafgesetzbuch:`, and below it sections without a law. */

export interface LeadIn {
  /** The law as the text calls it. */
  name: string
  /** The stretch of the text that it holds for: `[start, end)` in UTF-16 code units. */
  start: number
  end: number
}

/** At the end of a line; the names of laws that are cited in full are not longer. */
const LEAD_IN = /(?<!\p{L})aus (?:dem|der) (\p{Lu}[^:\n]{2,160}):[ \t]*$/gmu
/** The next Absatz, where no list goes on. */
const END = /^\(\d/gm

/** The lead-ins of a text, in its order. Each holds up to the next one, or to the end of its Absatz. */
export function findLeadIns(text: string): LeadIn[] {
  const found = [...text.matchAll(LEAD_IN)]
  return found.map((match, place) => {
    const start = match.index + match[0].length
    END.lastIndex = start
    const end = Math.min(found[place + 1]?.index ?? text.length, END.exec(text)?.index ?? text.length)
    return { name: match[1] as string, start, end }
  })
}
