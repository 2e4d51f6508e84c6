/** The lines of a Markdown text, and the blocks of code between fences. */

export interface Line {
  start: number
  /** Without the line feed. */
  end: number
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})(.*)$/

export function linesOf(source: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start <= source.length; ) {
    const found = source.indexOf('\n', start)
    const end = found < 0 ? source.length : found
    lines.push({ start, end })
    start = end + 1
  }
  return lines
}

interface Fence {
  line: number
  mark: string
  mayClose: boolean
}

/** The index of each line that opens a block of code which is closed, with that of the line that closes it. */
export function fencesOf(source: string, lines: readonly Line[]): Map<number, number> {
  const marks = lines.flatMap(({ start, end }, line): Fence[] => {
    const [, mark = '', rest = ''] = FENCE.exec(source.slice(start, end).trimEnd()) ?? []
    return mark === '' || (mark.startsWith('`') && rest.includes('`')) ? [] : [{ line, mark, mayClose: rest === '' }]
  })
  const blocks = new Map<number, number>()
  /** The shortest mark of each sort that is never closed: neither is a longer one behind it. */
  const unclosed = new Map<string, number>()
  for (let index = 0; index < marks.length; index++) {
    const { line, mark } = marks[index] as Fence
    const sort = mark.charAt(0)
    if (mark.length >= (unclosed.get(sort) ?? Number.POSITIVE_INFINITY)) continue
    const close = closingFence(marks, index)
    if (close === undefined) {
      unclosed.set(sort, mark.length)
    } else {
      blocks.set(line, (marks[close] as Fence).line)
      index = close
    }
  }
  return blocks
}

function closingFence(marks: readonly Fence[], open: number): number | undefined {
  const { mark } = marks[open] as Fence
  for (let index = open + 1; index < marks.length; index++) {
    const other = marks[index] as Fence
    if (other.mayClose && other.mark.startsWith(mark)) return index
  }
  return undefined
}
