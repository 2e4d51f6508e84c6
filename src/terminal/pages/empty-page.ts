/** What stands in place of a list that is empty: what was looked for, and what to try next. */
import type { Screen } from '../screen.ts'
import { wrapText } from '../wrap.ts'

/** Draws a message, and below it the hints, one a line. */
export function emptyPage(screen: Screen, message: string, hints: readonly string[]): string {
  const lines = wrapText(message, screen.width)
  if (hints.length > 0) lines.push('', 'What may help:')
  return [...lines, ...hints.flatMap((hint) => wrapText(hint, screen.width, '- ', '  '))].join('\n')
}

/** A text as one word of a command line. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}._:/-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
