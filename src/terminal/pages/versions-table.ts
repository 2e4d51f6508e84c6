/** The versions of a norm, and of a law. */

import { nameOfNorm } from '../../citation/designation.ts'
import type { LawVersion, NormVersion } from '../../corpus/corpus.ts'
import type { lawVersions } from '../../operations/law-versions.ts'
import type { normVersions } from '../../operations/norm-versions.ts'
import type { AnswerOf } from '../../operations/operation.ts'
import { counted } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { type Column, tableParts } from '../table.ts'
import { wrapText } from '../wrap.ts'
import { shellWord } from './paging.ts'

type NormVersionsAnswer = AnswerOf<typeof normVersions>
type LawVersionsAnswer = AnswerOf<typeof lawVersions>

const DAYS: Column[] = [{ title: 'From' }, { title: 'To' }]
const NEWEST = 'newest'

/** Draws the versions of a norm, newest first. */
export async function* normVersionsTable(answer: NormVersionsAnswer, screen: Screen): AsyncGenerator<string> {
  const { code, abbreviation, norm, versions, resolution } = answer
  const [newest] = versions
  const heading = [newest && nameOfNorm({ norm, label: newest.label }), abbreviation, newest?.heading]
  yield* titleLines(heading.filter(Boolean).join(' '), screen)
  if (resolution !== null && resolution.by !== 'short_form')
    yield `${wrapText(resolution.message, screen.width).join('\n')}\n`
  yield '\n'
  const isDated = versions.some(({ valid_from, valid_to }) => valid_from !== null || valid_to !== null)
  const columns: Column[] = [
    ...DAYS,
    ...(isDated ? [{ title: 'Valid' }] : []),
    { title: 'What changed; last amendment', wraps: true },
  ]
  const rows = versions.map((version, index) => [
    version.observed_from,
    version.observed_to ?? NEWEST,
    ...(isDated ? [[version.valid_from, version.valid_to].map((day) => day ?? '').join('–')] : []),
    changeOf(version, versions[index + 1]),
  ])
  yield* tableParts(screen, columns, rows)
  const [, previous] = versions
  const path = shellWord(norm)
  const former = versions.at(-1)?.moved_from
  const hints = [
    former && `legal-text history ${code} ${shellWord(former)}`,
    previous && `legal-text diff ${code} ${path}`,
    previous?.observed_to && `legal-text norm ${code} ${path} --as-of ${previous.observed_to}`,
  ]
  yield* ending(answer, hints, screen)
}

/** What made a version another one, and the amendment that the source names. */
function changeOf(version: NormVersion, before: NormVersion | undefined): string {
  const { status, status_note, moved_from, label, heading, text_hash } = version
  const fields = [
    moved_from === null ? '' : `was ${nameOfNorm({ norm: moved_from, label: '' })} before`,
    status === 'in_force' || status === before?.status ? '' : status.replaceAll('_', ' '),
    before !== undefined && before.label !== label ? `designation, ${before.label} before` : '',
    before !== undefined && before.heading !== heading ? `heading, “${before.heading}” before` : '',
    before !== undefined && before.text_hash !== text_hash ? 'text' : '',
  ]
  const changes = fields.filter(Boolean)
  const isOther = before !== undefined && changes.length === 0
  return [isOther ? 'notes' : changes.join('; '), status_note].filter(Boolean).join('\n') || '-'
}

/** Draws the versions of a law, newest first. */
export async function* lawVersionsTable(answer: LawVersionsAnswer, screen: Screen): AsyncGenerator<string> {
  const { code, title, versions } = answer
  yield* titleLines(title, screen)
  yield '\n'
  const columns: Column[] = [...DAYS, { title: 'Norms', wraps: true }, { title: 'Last amendment', wraps: true }]
  const rows = versions.map((version) => [
    version.observed_from,
    version.observed_to ?? NEWEST,
    countsOf(version) || '-',
    version.status_note ?? '-',
  ])
  yield* tableParts(screen, columns, rows)
  const [, previous] = versions
  const hints = [
    previous && `legal-text diff ${code}`,
    previous?.observed_to && `legal-text law ${code} --as-of ${previous.observed_to}`,
  ]
  yield* ending(answer, hints, screen)
}

/** `3 changed, 1 removed` */
function countsOf(version: Pick<LawVersion, 'added' | 'changed' | 'moved' | 'removed'>): string {
  return (['added', 'changed', 'moved', 'removed'] as const)
    .flatMap((type) => (version[type] > 0 ? [`${version[type]} ${type}`] : []))
    .join(', ')
}

const FIRST = 'What the first state has may have been published before.'
const CUMULATIVE = 'The states until then also have laws that are no longer published: the law may have ended earlier.'

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
  const isGone = versions[0] !== undefined && versions[0].observed_to !== null
  yield `\n\n${counted(versions.length, 'version')}${isGone ? '; no longer published' : ''}`
  if (versions.at(-1)?.observed_from === states.first) yield `\n${wrapText(FIRST, screen.width).join('\n')}`
  if (last_listing === 'cumulative') yield `\n${wrapText(CUMULATIVE, screen.width).join('\n')}`
  for (const command of commands) {
    if (command) yield `\n${wrapText(styled(screen, 'quiet', command), screen.width).join('\n')}`
  }
}
