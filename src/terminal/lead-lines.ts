/** The first lines of an entry that is no row of a table. */
import { type Screen, type Style, styled } from './screen.ts'
import { displayWidth, wrapText } from './wrap.ts'

const GAP = '  '

/** What is typed to go on, and beside it what that is, wrapped under itself; below it where the first is long. */
export function leadLines(screen: Screen, path: string, text: string, style?: Style): string[] {
  const column = ' '.repeat(displayWidth(path + GAP))
  const isBeside = text !== '' && column.length <= screen.width / 2
  const indent = isBeside ? column : GAP
  const lines = (text === '' ? [] : wrapText(text, screen.width - indent.length)).map(
    (line, index) =>
      (isBeside && index === 0 ? '' : indent) + (style === undefined ? line : styled(screen, style, line)),
  )
  const paths = wrapText(path, screen.width).map((line) => styled(screen, 'path', line))
  return isBeside ? [paths[0] + GAP + lines[0], ...lines.slice(1)] : [...paths, ...lines]
}
