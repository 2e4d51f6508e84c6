/** Finds the links of a Markdown text: which brackets belong to them, and what of them is not for reading. */
import { nextPlace } from './next-place.ts'

/** What is left out, by where it begins: the offset behind it. */
export type LeftOut = ReadonlyMap<number, number>

/** A reference is a name: `[text][name]`. */
const LONGEST_REFERENCE = 60

interface Open {
  at: number
  /** Where the first white space behind it is, once one is met. */
  space?: number
}

/**
 * Finds `[text](target "title")`, `[text][reference]` and `[^footnote]`, over line breaks, but not over empty lines.
 * Of them all but the text is left out. One pass.
 */
export function findLinks(source: string): LeftOut {
  const leftOut = new Map<number, number>()
  /** Where the brackets were opened that close at an offset. */
  const openedAt = new Map<number, number>()
  let squares: number[] = []
  let rounds: Open[] = []
  let marked = 0
  const emptyLine = nextPlace(source, /\n[ \t\r]*\n/g)
  const special = /[\\[\]()\s]/g
  for (let match = special.exec(source); match !== null; match = special.exec(source)) {
    const at = match.index
    const [character] = match
    if (character === '\\') {
      special.lastIndex = at + 2
    } else if (character === '[') {
      squares.push(at)
    } else if (character === ']') {
      const open = squares.pop()
      if (open === undefined) continue
      openedAt.set(at, open)
      const text = openedAt.get(open - 1)
      if (source[open + 1] === '^') leftOut.set(open, at + 1)
      else if (text !== undefined && isReference(source, open, at)) leftOut.set(text, text + 1).set(open - 1, at + 1)
    } else if (character === '(') {
      rounds.push({ at })
    } else if (character === ')') {
      const open = rounds.pop()
      marked = Math.min(marked, rounds.length)
      const text = open && openedAt.get(open.at - 1)
      if (text !== undefined && isTarget(source, open as Open)) {
        leftOut.set(text, text + 1).set((open as Open).at - 1, at + 1)
      }
    } else {
      for (; marked < rounds.length; marked++) (rounds[marked] as Open).space = at
      if (character === '\n' && emptyLine(at) === at) {
        squares = []
        rounds = []
        marked = 0
      }
    }
  }
  return leftOut
}

function isReference(source: string, open: number, close: number): boolean {
  return close - open <= LONGEST_REFERENCE && !source.slice(open, close).includes('§')
}

/** A target has no white space in it, unless in `<…>`; behind it may be a title. */
function isTarget(source: string, { at, space }: Open): boolean {
  if (space === undefined || source[at + 1] === '<') return true
  const rest = /\s*(\S?)/y
  rest.lastIndex = space
  return /^["'()]$/.test(rest.exec(source)?.[1] ?? '')
}
