/** The relationships of a norm, grouped by type. */
import { formatDesignation, formatSubdivision, nameOfNorm } from '../../../citation/designation.ts'
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted } from '../../../i18n/readable.ts'
import { t } from '../../../i18n/texts.ts'
import type { AsOf } from '../../../layout/notes.ts'
import type { Relationship, RelationshipType } from '../../../model/corpus.ts'
import { type Screen, styled } from '../screen.ts'
import { type Column, tableParts } from '../table.ts'
import { emptyPage, type PageOfList, pageLine, shellWord } from './paging.ts'
import { publishedHead } from './published.ts'

interface RelationshipsAnswer extends PageOfList, AsOf {
  code: string
  norm: string
  relationships: Relationship[]
}

const titles = (): Record<RelationshipType, string> => ({
  cites: t`Cites`,
  cited_by: t`Cited by`,
  contains: t`Contains`,
  contained_in: t`Contained in`,
  amends: t`Amends`,
  amended_by: t`Amended by`,
})

/** Draws the relationships of a norm: a table for each type, a row for each norm, with all of its citations. */
export async function* relationshipsTable(answer: RelationshipsAnswer, screen: Screen): AsyncGenerator<string> {
  yield publishedHead(answer, screen)
  if (answer.count === 0) {
    yield emptyPage(screen, ...nothingFound(answer))
    return
  }
  for (const [type, relationships] of Map.groupBy(answer.relationships, (each) => each.type)) {
    yield `${styled(screen, 'label', titles()[type])}\n`
    yield* typeTable(relationships, answer, screen)
    yield '\n\n'
  }
  yield pageLine(screen, answer, 'relationship', true)
}

function typeTable(relationships: Relationship[], own: RelationshipsAnswer, screen: Screen): AsyncIterable<string> {
  const cited = relationships.some(({ citation }) => citation !== null)
  const isDated = relationships.some(({ effective_from }) => effective_from !== undefined)
  const columns: Column[] = [
    { title: t`Norm`, style: 'path', wraps: true },
    { title: t`Heading`, wraps: true },
    ...(cited ? [{ title: t`Cited as`, wraps: true }] : []),
    ...(isDated ? [{ title: t`With effect from` }] : []),
  ]
  // Parts of the norm itself come last.
  const isOwn = ([each]: Relationship[]) => Number(each?.code === own.code && each.norm === own.norm)
  const norms = [...Map.groupBy(relationships, nameOf)].sort(
    ([, a], [, b]) => isOwn(a) - isOwn(b) || b.length - a.length,
  )
  const rows = norms.map(([name, same]) => {
    const { code, law, norm, heading, resolved } = same[0] as Relationship
    const missing = (code ?? law ?? norm) === null ? t`(part of a norm that is not named)` : t`(not in this corpus)`
    const days = [...new Set(same.map(({ effective_from }) => effective_from ?? '-'))].join(', ')
    const shown = resolved ? (heading ?? '') : missing
    return [name, shown, ...(cited ? [citations(same)] : []), ...(isDated ? [days] : [])]
  })
  return tableParts(screen, columns, rows)
}

/** `§ 15a Abs. 1 InsO` */
function nameOf({ type, code, abbreviation, law, norm, label, subdivision }: Relationship): string {
  const part = type === 'cites' ? (subdivision ?? '') : ''
  const words = norm === null ? formatSubdivision(part) : nameOfNorm({ norm, label: label ?? '' }, part)
  return [words, code === null ? law : nameOfLaw({ code, abbreviation })].filter(Boolean).join(' ')
}

/** The wordings without duplicates, one a line. */
function citations(relationships: Relationship[]): string {
  const wordings = relationships.map(({ citation }) => citation?.replace(/\s+/g, ' ') ?? '-')
  return [...Map.groupBy(wordings, (wording) => wording)]
    .map(([wording, { length }]) => (length > 1 ? `${wording} (${length}×)` : wording))
    .join('\n')
}

function nothingFound({ code, norm, total }: RelationshipsAnswer): [message: string, hints: string[]] {
  if (total > 0) return [t`No more: ${counted(total, 'relationship')}.`, [t`a smaller --offset`]]
  return [
    t`No relationships of ${formatDesignation(norm)} (${code}).`,
    [
      t`without --type, relationships of all types`,
      t`legal-text norm ${code} ${shellWord(norm)}, for its wording`,
      t`legal-text search, for norms on the same subject`,
    ],
  ]
}
