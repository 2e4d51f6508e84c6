/** What governs a row of a schedule: the headings and preliminary remarks above it, the rows around it, the names of columns. */
import type { Norm } from '../model/corpus.ts'

const WORDS = ['Teil', 'Hauptabschnitt', 'Abschnitt', 'Unterabschnitt']
const HEADING = /^(Teil|Hauptabschnitt|Abschnitt|Unterabschnitt|[A-Z]\.|[IVX]+\.)(?=\s|$)/
const REMARK = /^(Vorbemerkung(?:en)?\s*[\d.]*)\s*(?::|$|\s)/
/** The columns of a table without a head of its own: `Nr. Gebührentatbestand …` */
const COLUMNS = /^(?:lfd\.?\s*)?(?:Nr|Nummer)\.?\t/i

interface Governing {
  rank: number
  words: string
}

/**
 * Returns the lines that govern a row, outermost first, then the columns, parted by ` | `; none for other parts.
 * @param path of the subdivision
 */
export function rowContext({ norm, text, subdivisions, tables }: Norm, path: string): string[] {
  const row = subdivisions.find(
    (part) => path === part.path || path.startsWith(`${part.path}/nr:`) || path.startsWith(`${part.path}/abs:`),
  )
  const start = row === undefined ? -1 : text.indexOf(row.text)
  const table = tables.find((each) => each.start <= start && start < each.end)
  if (row === undefined || table === undefined || !/(?:^|\/)annex:/.test(norm)) return []
  const lines = text.slice(0, start).split('\n')
  let open: Governing[] = []
  let columns = ''
  for (const [index, line] of lines.entries()) {
    const words = line.trim().replace(/\s+/g, ' ')
    const heading = HEADING.exec(words)?.[1]
    const remark = REMARK.exec(words)?.[1]
    if (heading !== undefined) {
      const rank = WORDS.indexOf(heading) + 1 || (heading.length > 2 || /[IVX]/.test(heading) ? 6 : 5)
      // The title of `Teil 3` is on the line after it.
      const title = words === heading || /^\S+ [\dIVX]+[a-z]?$/.test(words) ? lines[index + 1]?.trim() : ''
      open = [...open.filter((each) => each.rank < rank), { rank, words: [words, title].filter(Boolean).join(' ') }]
    } else if (remark !== undefined) {
      open.push({ rank: (open.at(-1)?.rank ?? 0) + 0.5, words: remark.trim() })
    } else if (COLUMNS.test(line)) columns = words === '' ? columns : cellsOf(line)
  }
  const head = text.slice(table.start, start).split('\n').slice(0, table.head_rows).map(cellsOf)
  const above = subdivisions
    .filter((part) => path.startsWith(`${part.path}.`))
    .map((part) => part.text.replace(/\s+/g, ' '))
  return [...open.map(({ words }) => words), ...above, head.join(' / ') || columns].filter(Boolean)
}

const cellsOf = (line: string) =>
  line
    .split('\t')
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' | ')
