/** Changes, by day and law. */
import { nameOfNorm } from '../../citation/designation.ts'
import type { Change } from '../../corpus/corpus.ts'
import type { changes } from '../../operations/changes.ts'
import type { AnswerOf } from '../../operations/operation.ts'
import { counted } from '../fields.ts'
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
    yield `${styled(screen, 'heading', `First published on ${day}`)}\n`
    for (const ofLaw of Map.groupBy(ofDay, ({ code }) => code).values()) yield `${lawLines(ofLaw, screen).join('\n')}\n`
    yield '\n'
  }
  yield pageLine(screen, answer, 'change', true)
}

function lawLines(all: readonly Change[], screen: Screen): string[] {
  const { code, abbreviation } = all[0] as Change
  const name = abbreviation.toLowerCase() === code ? abbreviation : `${abbreviation} (${code})`
  const whole = all.filter(({ norm }) => norm === null)
  const wholeTypes = new Set(whole.map(({ type }) => type))
  const norms = all.filter(({ norm, type }) => norm !== null && !wholeTypes.has(type))
  return [
    styled(screen, 'label', name),
    ...whole.flatMap(({ type, heading, norm_count }) =>
      wrapText(`law ${type}: ${heading} (${counted(norm_count ?? 0, 'norm')})`, screen.width, '  ', '    '),
    ),
    ...norms.flatMap((change) =>
      wrapText(nameOf(change), screen.width, `  ${change.type.padEnd(TYPE_WIDTH)}`, ' '.repeat(2 + TYPE_WIDTH)),
    ),
  ]
}

/** The norms are below each other. */
const TYPE_WIDTH = 'removed  '.length

function nameOf({ norm, label, heading, moved_to }: Change): string {
  const path = norm ?? ''
  if (moved_to === null) return [nameOfNorm({ norm: path, label }), heading].filter(Boolean).join(' ')
  const [before, after] = [path, moved_to].map((each) => nameOfNorm({ norm: each, label: '' }))
  return [before, '→', after, heading].filter(Boolean).join(' ')
}

function nothingFound({ since, until, codes, states, total }: ChangesAnswer): [message: string, hints: string[]] {
  if (total > 0) return [`No more: ${counted(total, 'change')}.`, ['a smaller --offset']]
  const span = [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(' ')
  const laws = codes.length > 0 ? ` of ${codes.join(', ')}` : ''
  return [
    `No changes${laws}${span && ` ${span}`}. The states are from ${states.first} to ${states.last}.`,
    [
      ...(since ? ['an earlier --since'] : []),
      ...(until ? ['a later --until'] : []),
      ...(codes.length > 0 ? ['all laws: leave out --codes'] : []),
    ],
  ]
}
