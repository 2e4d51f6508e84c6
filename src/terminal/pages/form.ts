/** Forms, such as notices of withdrawal: paragraphs in a frame, some of them centred. */
import type { Table } from '../../layout/table.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd } from '../wrap.ts'
import { wrapCell } from '../wrap-cell.ts'

export interface FormRow {
  text: string
  centred: boolean
}

/** Draws a form no wider than the screen, with the lines around it that it has. */
export function form(screen: Screen, rows: readonly FormRow[], frame: Table['frame']): string[] {
  const hasSides = frame === 'all' || frame === 'sides'
  const room = screen.width - (hasSides ? 4 : 0)
  const wrapped = rows.map(({ text }) => wrapCell(text, room))
  const width = Math.max(...wrapped.flat().map(displayWidth))
  const lines = wrapped.flatMap((row, index) => {
    const isApart = row.length > 1 || (wrapped[index - 1]?.length ?? 1) > 1
    const shown = rows[index]?.centred ? row.map((line) => centred(line, width)) : row
    return index > 0 && isApart ? ['', ...shown] : shown
  })
  const quiet = (text: string) => styled(screen, 'quiet', text)
  const edge = (left: string, right: string) =>
    quiet(hasSides ? `${left}${'─'.repeat(width + 2)}${right}` : '─'.repeat(width))
  const side = quiet('│')
  return [
    ...(frame === 'all' || frame === 'top' || frame === 'topbot' ? [edge('┌', '┐')] : []),
    ...lines.map((line) => (hasSides ? `${side} ${padEnd(line, width)} ${side}` : line)),
    ...(frame === 'all' || frame === 'bottom' || frame === 'topbot' ? [edge('└', '┘')] : []),
  ]
}

const centred = (line: string, width: number) => ' '.repeat(Math.floor((width - displayWidth(line)) / 2)) + line
