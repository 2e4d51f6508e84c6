/** The relationships of a norm, grouped by type. */
import { formatDesignation } from '../../citation/designation.ts'
import type { Relationship, RelationshipType } from '../../corpus/corpus.ts'
import type { AsOf } from '../../layout/notes.ts'
import { counted } from '../../texts/readable.ts'
import { t } from '../../texts/texts.ts'
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
})

/** Least width for separate columns of designation and heading. */
const COMFORTABLE = 100

/** Draws the relationships of a norm: a table for each type, a row for each norm, with all of its citations. */
export async function* relationshipsTable(answer: RelationshipsAnswer, screen: Screen): AsyncGenerator<string> {
  yield publishedHead(answer, screen)
  if (answer.count === 0) {
    yield emptyPage(screen, ...nothingFound(answer))
    return
  }
  for (const [type, relationships] of Map.groupBy(answer.relationships, (each) => each.type)) {
    yield `${styled(screen, 'label', titles()[type])}\n`
    yield* typeTable(relationships, screen)
    yield '\n\n'
  }
  yield pageLine(screen, answer, 'relationship', true)
}

function typeTable(relationships: Relationship[], screen: Screen): AsyncIterable<string> {
  const wide = screen.width >= COMFORTABLE
  const cited = relationships.some(({ citation }) => citation !== null)
  const columns: Column[] = [
    { title: t`Norm`, style: 'path', wraps: true },
    ...(wide ? [{ title: t`Designation`, wraps: true }] : []),
    { title: t`Heading`, wraps: true },
    ...(cited ? [{ title: t`Cited as`, wraps: true }] : []),
  ]
  const norms = Map.groupBy(relationships, pathOf)
  const rows = [...norms].map(([path, same]) => {
    const { label, heading, resolved } = same[0] as Relationship
    const title = resolved ? (heading ?? '') : t`(not in this corpus)`
    const cells = wide ? [label ?? '', title] : [[label, title].filter(Boolean).join(' ')]
    return [path, ...cells, ...(cited ? [citations(same)] : [])]
  })
  return tableParts(screen, columns, rows)
}

function pathOf({ type, code, law, norm, subdivision }: Relationship): string {
  const path = type === 'cites' && subdivision !== null ? `${norm}/${subdivision}` : norm
  return [code ?? law, path].filter(Boolean).join(' ')
}

/** Each wording once, one a line. */
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
