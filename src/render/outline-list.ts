/** The outline of the upper levels of a law as a list: headings and norms in their order. */
import * as z from 'zod'
import type { LawHeading, NormSummary, PartialOutline } from '../model/corpus.ts'
import type { Operation } from '../operations/operation.ts'

const row = z.object({
  code: z.string(),
  /** Number of headings above it. */
  level: z.int(),
  label: z.string(),
  heading: z.string(),
  /** Path and status of a norm; `null` for a heading. */
  norm: z.string().nullable(),
  status: z.string().nullable(),
  /** Number and ends of all norms under a heading; `null` for a norm. */
  norm_count: z.int().nullable(),
  first: z.string().nullable(),
  last: z.string().nullable(),
})

type Row = z.output<typeof row>

const LIST = {
  name: 'outline',
  list: 'outline',
  output: () => z.object({ outline: z.array(row) }),
} satisfies Pick<Operation, 'name' | 'list' | 'output'>

/**
 * The list for table formats, which would otherwise show norms only.
 * @param answer of any operation
 * @returns `undefined` unless the answer is a partial outline
 */
export function outlineList(answer: unknown): (typeof LIST & { answer: { outline: Row[] } }) | undefined {
  const law = answer as Partial<PartialOutline>
  if (law.depth === undefined || law.structure === undefined) return undefined
  return { ...LIST, answer: { outline: outlineRows(law as PartialOutline) } }
}

/** The headings and norms of a partial outline. */
export function outlineRows({ code, norms, structure }: PartialOutline): Row[] {
  const rows: Row[] = []
  const open: LawHeading[] = []
  let next = 0
  const openHeadings = (index: number) => {
    for (let heading = structure[next]; heading?.start === index; heading = structure[++next]) {
      open.splice(heading.level, open.length, heading)
      rows.push(headingRow(code, heading))
    }
  }
  for (const [index, norm] of norms.entries()) {
    openHeadings(index)
    while ((open.at(-1)?.end ?? Number.MAX_SAFE_INTEGER) <= index) open.pop()
    rows.push(normRow(code, open.length, norm))
  }
  openHeadings(norms.length)
  return rows
}

function headingRow(code: string, { level, label, title, extent }: LawHeading): Row {
  const [first, last] = [extent?.first?.norm ?? null, extent?.last?.norm ?? null]
  return {
    code,
    level,
    label,
    heading: title,
    norm: null,
    status: null,
    norm_count: extent?.norm_count ?? 0,
    first,
    last,
  }
}

function normRow(code: string, level: number, { label, heading, norm, status }: NormSummary): Row {
  return { code, level, label, heading, norm, status, norm_count: null, first: null, last: null }
}
