/** The sources that are known of but not in the corpus. */
import type { SourceLimitation } from '../corpus/corpus.ts'
import { counted, fieldLines } from './fields.ts'
import { type Screen, styled } from './screen.ts'
import { wrapText } from './wrap.ts'

/** Draws source limitations, one block each. */
export function limitationsList(answer: { limitations: SourceLimitation[] }, screen: Screen): string {
  const { limitations } = answer
  if (limitations.length === 0) return 'No source limitations.'
  const blocks = limitations.map((limitation) =>
    [
      ...wrapText(limitation.title, screen.width).map((line) => styled(screen, 'label', line)),
      ...fieldLines(
        screen,
        [
          ['State', limitation.terminal_state],
          ['Reason', limitation.reason],
          ['Source', limitation.source_url],
          ['Source id', `${limitation.source_family} ${limitation.source_id}`],
          ['Law', limitation.law_id],
          ['Place', limitation.state_code],
          ['Retrieved', limitation.retrieved_at],
        ],
        'quiet',
        '  ',
      ),
    ].join('\n'),
  )
  return [...blocks, counted(limitations.length, 'source limitation')].join('\n\n')
}
