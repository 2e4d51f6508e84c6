/** The list of laws. */
import type { LawSummary } from '../corpus/corpus.ts'
import { pageLine } from './page-line.ts'
import type { Screen } from './screen.ts'
import { table } from './table.ts'

interface LawsAnswer {
  laws: LawSummary[]
  count: number
  total: number
  next: number | null
}

/** Draws a list of laws. */
export async function lawsTable(answer: LawsAnswer, screen: Screen): Promise<string> {
  if (answer.count === 0) return 'No laws.'
  const drawn = await table(
    screen,
    [
      { title: 'Code', style: 'path' },
      { title: 'Abbreviation', wraps: true },
      { title: 'Title', wraps: true },
      { title: 'Norms', align: 'right' },
      { title: 'Amended' },
    ],
    answer.laws.map((law) => [law.code, law.abbreviation, law.title, String(law.norm_count), law.status_date ?? '-']),
  )
  return `${drawn}\n\n${pageLine(answer, 'law')}`
}
