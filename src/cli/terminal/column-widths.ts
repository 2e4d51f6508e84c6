/** Widths of the columns of a table. */
import { displayWidth } from './width.ts'

/** Space needed by the texts of a column, in terminal columns. */
export interface ColumnNeeds {
  /** Width of the widest line. */
  widest: number
  longestWord: number
  /** Width of all texts together. */
  amount: number
}

/** Longest unbroken word. */
export const LONGEST_WORD = 24

export function needsOf(cells: string[]): ColumnNeeds {
  const amount = cells.reduce((total, cell) => total + displayWidth(cell.replaceAll('\n', ' ')), 0)
  return { widest: widest(cells, '\n'), longestWord: widest(cells, /[ \t\n]/), amount }
}

/** Width of the widest part of any of the texts. */
function widest(texts: string[], separator: string | RegExp): number {
  let width = 0
  for (const text of texts) for (const part of text.split(separator)) width = Math.max(width, displayWidth(part))
  return width
}

/**
 * Widths that keep the rows of a table low: a column with four times the text of another becomes twice as wide, but no wider than
 * its widest line, and no narrower than its longest word.
 * @param room width of the screen without the gaps between the columns
 * @param narrowest minimum room of a column for its longest word
 * @returns `undefined` if the room does not suffice
 */
export function shareByContent(needs: readonly ColumnNeeds[], room: number, narrowest: number): number[] | undefined {
  for (let longest = LONGEST_WORD; longest >= narrowest; longest--) {
    const floors = needs.map(({ longestWord }) => Math.min(longestWord, longest))
    if (sum(floors) <= room) return fill(needs, floors, room)
  }
  return undefined
}

function fill(needs: readonly ColumnNeeds[], floors: readonly number[], room: number): number[] {
  const weights = needs.map(({ amount }) => Math.sqrt(amount + 1))
  const widths = [...floors]
  let free = needs.map((_, index) => index)
  let left = room
  for (;;) {
    const share = left / sum(free.map((index) => weights[index] ?? 0))
    const shares = free.map((index) => ({ index, width: Math.floor(share * (weights[index] ?? 0)) }))
    const least = shares.filter(({ index, width }) => width < (floors[index] ?? 0))
    const most = shares.filter(({ index, width }) => width > (needs[index]?.widest ?? 0))
    const set = least.length > 0 ? least : most.length > 0 ? most : shares
    for (const { index, width } of set) {
      widths[index] = Math.min(Math.max(width, floors[index] ?? 0), needs[index]?.widest ?? 0)
      left -= widths[index]
    }
    free = free.filter((index) => !set.some((each) => each.index === index))
    if (free.length === 0) break
  }
  // Distributes columns left over or lost by rounding.
  for (const index of needs.keys()) {
    const more = Math.min(left, (needs[index]?.widest ?? 0) - (widths[index] ?? 0))
    widths[index] = (widths[index] ?? 0) + more
    left -= more
  }
  return widths
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
