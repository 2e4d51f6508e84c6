/** The versions of a norm or a law. */

import { nameOfNorm } from '../../../citation/designation.ts'
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted, wordsOf } from '../../../i18n/readable.ts'
import { localDate, t, translated } from '../../../i18n/texts.ts'
import type { LawVersion, NormVersion } from '../../../model/corpus.ts'
import { LAST_DAY } from '../../../model/law-history.ts'
import type { lawVersions } from '../../../operations/law-versions.ts'
import type { normVersions } from '../../../operations/norm-versions.ts'
import type { AnswerOf } from '../../../operations/operation.ts'
import { type Screen, styled } from '../screen.ts'
import { type Column, tableParts } from '../table.ts'
import { wrapText } from '../wrap.ts'
import { shellWord } from './paging.ts'

type NormVersionsAnswer = AnswerOf<typeof normVersions>
type LawVersionsAnswer = AnswerOf<typeof lawVersions>

const days = (): Column[] => [{ title: t`From` }, { title: t`To` }]

/** Draws the versions of a norm, newest first. */
export async function* normVersionsTable(answer: NormVersionsAnswer, screen: Screen): AsyncGenerator<string> {
  const { code, norm, versions, resolution } = answer
  const [newest] = versions
  const heading = [newest && nameOfNorm({ norm, label: newest.label }), nameOfLaw(answer), newest?.heading]
  yield* titleLines(heading.filter(Boolean).join(' '), screen)
  if (resolution !== null && resolution.by !== 'short_form')
    yield `${wrapText(translated(resolution.message), screen.width).join('\n')}\n`
  yield '\n'
  const isDated = versions.some(({ valid_from, valid_to }) => valid_from !== null || valid_to !== null)
  const columns: Column[] = [
    ...days(),
    ...(isDated ? [{ title: t`Valid` }] : []),
    { title: t`What changed; last amendment`, wraps: true },
  ]
  const isToCome = ({ observed_from }: NormVersion) => observed_from > answer.states.last
  const rows = versions.map((version, index) => [
    localDate(version.observed_from),
    localDate(version.observed_to ?? (isToCome(version) ? t`open` : t`newest`)),
    ...(isDated ? [[version.valid_from, version.valid_to].map((day) => localDate(day ?? '')).join('–')] : []),
    (isToCome(version) ? t`to come: ` : '') + changeOf(version, versions[index + 1]),
  ])
  yield* tableParts(screen, columns, rows)
  const [, previous] = versions
  const path = shellWord(norm)
  const former = versions.at(-1)?.moved_from
  const hints = [
    former && `legal-text history ${code} ${shellWord(former)}`,
    previous && `legal-text diff ${code} ${path}`,
    otherDay(answer, `legal-text norm ${code} ${path}`),
  ]
  yield* ending(answer, hints, screen)
}

/** The command for the future version, else for the one before the newest; `undefined` without either. */
function otherDay({ versions, states }: NormVersionsAnswer | LawVersionsAnswer, command: string): string | undefined {
  const [newest, previous] = versions
  if (newest !== undefined && newest.observed_from > states.last)
    return `${command} --in-force-on ${newest.observed_from}`
  const flag =
    previous !== undefined && 'valid_from' in previous && previous.valid_from !== null ? 'in-force-on' : 'as-of'
  return previous?.observed_to ? `${command} --${flag} ${previous.observed_to}` : undefined
}

/** The difference of a version from the one before, and the amendment in the source. */
function changeOf(version: NormVersion, before: NormVersion | undefined): string {
  const { status, status_note, moved_from, label, heading, text_hash } = version
  const fields = [
    moved_from === null ? '' : t`was ${nameOfNorm({ norm: moved_from, label: '' })} before`,
    status === 'in_force' || status === before?.status ? '' : wordsOf(status),
    before !== undefined && before.label !== label ? t`designation, ${before.label} before` : '',
    before !== undefined && before.heading !== heading ? t`heading, “${before.heading}” before` : '',
    before !== undefined && before.text_hash !== text_hash ? t`text` : '',
  ]
  const changes = fields.filter(Boolean)
  const isOther = before !== undefined && changes.length === 0
  return [isOther ? t`notes` : changes.join('; '), status_note].filter(Boolean).join('\n') || '-'
}

/** Draws the versions of a law, newest first. */
export async function* lawVersionsTable(answer: LawVersionsAnswer, screen: Screen): AsyncGenerator<string> {
  const { code, title, versions } = answer
  yield* titleLines(title, screen)
  yield '\n'
  const columns: Column[] = [...days(), { title: t`Norms`, wraps: true }, { title: t`Last amendment`, wraps: true }]
  const rows = versions.map((version) => [
    localDate(version.observed_from),
    localDate(version.observed_to ?? t`newest`),
    countsOf(version) || '-',
    version.status_note ?? '-',
  ])
  yield* tableParts(screen, columns, rows)
  const [, previous] = versions
  const hints = [previous && `legal-text diff ${code}`, otherDay(answer, `legal-text law ${code}`)]
  yield* ending(answer, hints, screen)
}

/** `3 changed, 1 removed` */
function countsOf(version: Pick<LawVersion, 'added' | 'changed' | 'moved' | 'removed'>): string {
  return (['added', 'changed', 'moved', 'removed'] as const)
    .flatMap((type) => (version[type] > 0 ? [`${version[type]} ${translated(type)}`] : []))
    .join(', ')
}

function* titleLines(title: string, screen: Screen): Generator<string> {
  for (const line of wrapText(title, screen.width)) yield `${styled(screen, 'heading', line)}\n`
}

function* ending(
  {
    versions,
    last_listing,
    states,
  }: Pick<LawVersionsAnswer | NormVersionsAnswer, 'versions' | 'last_listing' | 'states'>,
  commands: readonly (string | null | undefined)[],
  screen: Screen,
): Generator<string> {
  const isGone = (versions[0]?.observed_to ?? LAST_DAY) <= states.last
  yield `\n\n${counted(versions.length, 'version')}${isGone ? t`; no longer published` : ''}`
  const notes = [
    versions.at(-1)?.observed_from === states.first && t`What the first state has may have been published before.`,
    last_listing === 'cumulative' &&
      t`The states until then also have laws that are no longer published: the law may have ended earlier.`,
  ]
  for (const note of notes) if (note) yield `\n${wrapText(note, screen.width).join('\n')}`
  for (const command of commands) {
    if (command) yield `\n${wrapText(styled(screen, 'quiet', command), screen.width).join('\n')}`
  }
}
