/** The list of laws. */
import type { LawSummary } from '../corpus/corpus.ts'
import { formatNumber } from './fields.ts'
import { pageLine } from './page-line.ts'
import type { Screen } from './screen.ts'
import { table } from './table.ts'

interface LawsAnswer {
  laws: LawSummary[]
  count: number
  total: number
  next: number | null
}

/** Narrower screens have no column for the abbreviation, and none for the number of norms. */
const COMFORTABLE = 76

/** Draws a list of laws. */
export async function lawsTable(answer: LawsAnswer, screen: Screen): Promise<string> {
  if (answer.count === 0) return 'No laws.'
  const wide = screen.width >= COMFORTABLE
  const drawn = await table(
    screen,
    [
      { title: 'Code', style: 'path', wraps: true },
      ...(wide ? [{ title: 'Abbreviation', wraps: true }] : []),
      { title: 'Title', wraps: true },
      ...(wide ? [{ title: 'Norms', align: 'right' as const }] : []),
      { title: 'Amended' },
    ],
    answer.laws.map(({ code, abbreviation, title, norm_count, status_date }) => {
      const amended = status_date ?? '-'
      return wide
        ? [code, abbreviation, title, formatNumber(norm_count), amended]
        : [code, `${abbreviation}: ${title}`, amended]
    }),
  )
  return `${drawn}\n\n${pageLine(answer, 'law')}`
}
