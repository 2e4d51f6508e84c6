/** Changes, by day and law. */

import { nameOfNorm } from '../../../citation/designation.ts'
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted } from '../../../i18n/readable.ts'
import { t, translated } from '../../../i18n/texts.ts'
import type { Change } from '../../../model/corpus.ts'
import type { changes } from '../../../operations/changes.ts'
import type { AnswerOf } from '../../../operations/operation.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { emptyPage, pageLine } from './paging.ts'

type ChangesAnswer = AnswerOf<typeof changes>

/** Draws changes, newest first. A law that was added or removed as a whole is one line. */
export async function* changesPage(answer: ChangesAnswer, screen: Screen): AsyncGenerator<string> {
  if (answer.count === 0) {
    yield emptyPage(screen, ...nothingFound(answer))
    return
  }
  for (const [day, ofDay] of Map.groupBy(answer.changes, ({ observed_on }) => observed_on)) {
    yield `${styled(screen, 'heading', answer.by === 'effect' ? t`With effect from ${day}` : t`In the state of ${day}`)}\n`
    for (const ofLaw of Map.groupBy(ofDay, ({ code }) => code).values()) yield `${lawLines(ofLaw, screen).join('\n')}\n`
    yield '\n'
  }
  yield pageLine(screen, answer, 'change', true)
}

function lawLines(all: readonly Change[], screen: Screen): string[] {
  const law = nameOfLaw(all[0] as Change)
  const { code } = all[0] as Change
  const name = law.toLowerCase() === code ? law : `${law} (${code})`
  const whole = all.filter(({ norm }) => norm === null)
  const wholeTypes = new Set(whole.map(({ type }) => type))
  const norms = all.filter(({ norm, type }) => norm !== null && !wholeTypes.has(type))
  const width = typeWidth()
  return [
    styled(screen, 'label', name),
    ...whole.flatMap(({ type, heading, norm_count }) =>
      wrapText(
        t`law ${translated(type)}: ${heading} (${counted(norm_count ?? 0, 'norm')})`,
        screen.width,
        '  ',
        '    ',
      ),
    ),
    ...norms.flatMap((change) =>
      wrapText(
        nameOf(change) + (change.typographic ? t` (marks alone)` : ''),
        screen.width,
        `  ${translated(change.type).padEnd(width)}`,
        ' '.repeat(2 + width),
      ),
    ),
  ]
}

/** The norms are below each other. */
const typeWidth = () =>
  Math.max(...(['added', 'changed', 'moved', 'removed'] as const).map((type) => translated(type).length)) + 2

function nameOf({ norm, label, heading, moved_to }: Change): string {
  const path = norm ?? ''
  if (moved_to === null) return [nameOfNorm({ norm: path, label }), heading].filter(Boolean).join(' ')
  const [before, after] = [path, moved_to].map((each) => nameOfNorm({ norm: each, label: '' }))
  return [before, '→', after, heading].filter(Boolean).join(' ')
}

function nothingFound({ since, until, codes, states, total }: ChangesAnswer): [message: string, hints: string[]] {
  if (total > 0) return [t`No more: ${counted(total, 'change')}.`, [t`a smaller --offset`]]
  const span = [since && t`since ${since}`, until && t`until ${until}`].filter(Boolean).join(' ')
  const laws = codes.length > 0 ? t` of ${codes.join(', ')}` : ''
  return [
    t`No changes${laws}${span && ` ${span}`}. The states are from ${states.first} to ${states.last}.`,
    [
      ...(since ? [t`an earlier --since`] : []),
      ...(until ? [t`a later --until`] : []),
      ...(codes.length > 0 ? [t`all laws: leave out --codes`] : []),
    ],
  ]
}
