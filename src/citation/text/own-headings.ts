/** Headings of a document's own sections: `§ 5 Kündigung` on a line of its own. */
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import type { FoundDesignation } from './found-designation.ts'

/** The rest of a heading. */
const TITLE = /^[ \t]*[–—:-]?[ \t]*\(?\p{Lu}[^\n.;:§]{0,90}(?<![,:\s])[ \t]*(?:\n|$)/u
const LONGEST_TITLE = 100

export interface Headings {
  /** True if the document has sections of its own, and not only one line of that form. */
  some: boolean
  /** True for a heading, and for a reference to a section that has one. */
  has(designation: FoundDesignation): boolean
  /** True if a heading begins at the token. */
  startsAt(index: number): boolean
}

/** @param unnamed the designations without a law, in order */
export function headingsOf(tokens: Tokens, unnamed: readonly FoundDesignation[]): Headings {
  const { text } = tokens
  const headings = unnamed.filter(({ norms, start, end }) => {
    const [norm, ...others] = norms
    const first = tokens.at(start)
    const isOne = norm?.subdivision.length === 0 && others.length === 0 && norm.to === undefined && !norm.following
    const begins =
      tokens.gap(first) >= Gap.Line && tokens.value(first) === '§' && tokens.kind(first) === TokenKind.Section
    return isOne && begins && TITLE.test(text.slice(end, end + LONGEST_TITLE))
  })
  const places = new Set(headings.map(({ start }) => tokens.at(start)))
  const numbers = headings.map(numberOf)
  const some = numbers.some((number, place) => Number(numbers[place + 1]) === Number(number) + 1)
  const own = new Set(some ? numbers : [])
  return {
    some,
    has: (designation) => places.has(tokens.at(designation.start)) || own.has(numberOf(designation)),
    startsAt: (index) => places.has(index),
  }
}

const numberOf = ({ norms }: FoundDesignation) =>
  norms.length === 1 && norms[0]?.readings[0]?.[0]?.kind === 'par' ? norms[0].readings[0][0].value : undefined
