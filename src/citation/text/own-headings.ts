/** Headings of a document's own sections: `§ 5 Kündigung` on a line of its own. */
import { Gap, type Tokens } from '../grammar/tokens.ts'
import type { FoundDesignation } from './found-designation.ts'

/** The rest of a heading, which is not an abbreviation alone (`§ 31 SG`). */
const TITLE = /^[ \t]*[–—:-]?[ \t]*(?!\p{Lu}{2,3}[ \t]*(?:\n|$))\(?\p{Lu}[^\n.;:§]{0,90}(?<![,:\s])[ \t]*(?:\n|$)/u
const LONGEST_TITLE = 100

export type Headings = ReturnType<typeof headingsOf>

/**
 * Finds the headings.
 * @param unnamed the designations without a law, in order
 */
export function headingsOf(tokens: Tokens, unnamed: readonly FoundDesignation[]) {
  const headings = unnamed.filter((each) => {
    const first = tokens.at(each.start)
    const begins = tokens.gap(first) >= Gap.Line && tokens.value(first) === '§' && numberOf(each) !== undefined
    return begins && TITLE.test(tokens.text.slice(each.end, each.end + LONGEST_TITLE))
  })
  const places = new Set(headings.map(({ start }) => tokens.at(start)))
  const numbers = headings.map((each) => numberOf(each))
  /** True if the document has sections of its own, and not only one line of that form. */
  const some = numbers.some((number, place) => Number(numbers[place + 1]) === Number(number) + 1)
  const own = new Set(numbers)
  return {
    some,
    /** True for a heading, and for a reference to a section that has one. */
    has: (each: FoundDesignation) => places.has(tokens.at(each.start)) || (some && own.has(numberOf(each, true))),
    /** True if a heading begins at the token. */
    startsAt: (index: number) => places.has(index),
  }
}

/** The number of the only section of a designation. */
function numberOf({ norms: [norm, ...others] }: FoundDesignation, withParts = false): string | undefined {
  const isWhole = others.length === 0 && norm?.to === undefined && !norm?.following
  const isOne = isWhole && (withParts || norm?.subdivision.length === 0)
  const [element] = norm?.readings[0] ?? []
  return isOne && element?.kind === 'par' ? element.value : undefined
}
