/** The relationships of a norm. */
import type { Relationship } from '../corpus/corpus.ts'
import { pageLine } from './page-line.ts'
import type { Screen } from './screen.ts'
import { table } from './table.ts'

interface RelationshipsAnswer {
  relationships: Relationship[]
  count: number
  total: number
  next: number | null
}

/** Draws the relationships of a norm. */
export async function relationshipsTable(answer: RelationshipsAnswer, screen: Screen): Promise<string> {
  if (answer.count === 0) return 'No relationships.'
  const cited = answer.relationships.some(({ citation }) => citation !== null)
  const drawn = await table(
    screen,
    [
      { title: 'Type' },
      { title: 'Norm', style: 'path', wraps: true },
      { title: 'Designation', wraps: true },
      { title: 'Heading', wraps: true },
      ...(cited ? [{ title: 'Cited as', wraps: true }] : []),
    ],
    answer.relationships.map(({ type, code, law, norm, subdivision, label, heading, citation, resolved }) => [
      type.replaceAll('_', ' '),
      [code ?? law, type === 'cites' && subdivision !== null ? `${norm}/${subdivision}` : norm]
        .filter(Boolean)
        .join(' '),
      label ?? '',
      resolved ? (heading ?? '') : '(not in this corpus)',
      citation?.replace(/\s+/g, ' ') ?? '-',
    ]),
  )
  return `${drawn}\n\n${pageLine(answer, 'relationship')}`
}
