/** The notes of pages on the requested day. */

import { t } from '../../../i18n/texts.ts'
import { type AsOf, publishedNote } from '../../../layout/notes.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'

/** The day of a text, and the command that lists the others. */
export function publishedLines(published: string, command: string | null, screen: Screen): string[] {
  if (published === '') return []
  const hint = command === null ? '' : t` All versions: ${command}`
  return wrapText(styled(screen, 'unsure', published) + hint, screen.width)
}

/** The heading of a list for a day, with an empty line after it; empty if no day was named. */
export function publishedHead(answer: AsOf, screen: Screen): string {
  const lines = publishedLines(publishedNote(answer), null, screen)
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`
}
