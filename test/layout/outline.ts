/** Norms and headings of a law, made for tests. */
import type { LawHeading, NormSummary } from '../../src/model/corpus.ts'

export const norm = (
  path: string,
  label: string,
  heading = '',
  status: NormSummary['status'] = 'in_force',
): NormSummary => ({ norm: path, label, heading, status })

export const heading = (level: number, label: string, title: string, start: number, end: number): LawHeading => ({
  kind: 'part',
  number: '',
  footnotes: '',
  level,
  label,
  title,
  start,
  end,
})
