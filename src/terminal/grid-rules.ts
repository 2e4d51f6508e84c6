/** The lines between the rows of a table: they meet the lines between the cells, and leave out cells over both rows. */
import type { Layer } from './grid-table.ts'

/** Lines of the head are double. */
export type RuleKind = 'single' | 'double'

const LINES = { single: '─', double: '═' }

/** By what meets at a joint: `u`p, `d`own, `l`eft, `r`ight. */
const JOINTS: Record<RuleKind, Record<string, string>> = {
  single: { udlr: '┼', ulr: '┴', dlr: '┬', lr: '─', udl: '┤', udr: '├', ud: '│', ul: '┘', dl: '┐', ur: '└', dr: '┌' },
  double: { udlr: '╪', ulr: '╧', dlr: '╤', lr: '═' },
}

/** @param above the cells over the line, `undefined` at the edge of the table */
export function rule(
  widths: readonly number[],
  above: Layer | undefined,
  below: Layer | undefined,
  kind: RuleKind,
): string {
  const [up, down] = [edgesOf(above), edgesOf(below)]
  const through = columnsThrough(above, below)
  let line = ''
  for (const [column, width] of widths.entries()) {
    const isLine = !through.has(column)
    if (column > 0) {
      const wasLine = !through.has(column - 1)
      const meets = `${up.has(column) ? 'u' : ''}${down.has(column) ? 'd' : ''}${wasLine ? 'l' : ''}${isLine ? 'r' : ''}`
      line += (wasLine ? LINES[kind] : ' ') + (JOINTS[kind][meets] ?? ' ') + (isLine ? LINES[kind] : ' ')
    }
    line += (isLine ? LINES[kind] : ' ').repeat(width)
  }
  return line.trimEnd()
}

const edgesOf = (layer: Layer | undefined) => new Set(layer?.map(({ cell }) => cell.column))

/** The columns of cells that are above the line and below it. */
function columnsThrough(above: Layer | undefined, below: Layer | undefined): Set<number> {
  if (above === undefined || below === undefined) return new Set()
  const going = below.filter(({ begins }) => !begins)
  return new Set(going.flatMap(({ cell }) => Array.from({ length: cell.columns }, (_, index) => cell.column + index)))
}
