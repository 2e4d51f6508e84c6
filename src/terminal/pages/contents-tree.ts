/** The table of contents of a law as a tree: headings, and the norms under them. */
import type { Law, NormSummary } from '../../corpus/corpus.ts'
import { effectMark } from '../../layout/notes.ts'
import { buildToc, isHeading, type TocEntry, type TocHeading } from '../../layout/table-of-contents.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd } from '../width.ts'
import { wrapText } from '../wrap.ts'

interface Drawing {
  screen: Screen
  /** Paths of the norms that their designations lead to; the others are listed with their paths. */
  typed: ReadonlySet<string>
}

/** What stands in front of an entry, one column a character: on its first line, and on all others that belong to it. */
interface Guides {
  first: string
  rest: string
}

/** One entry of the tree. Norms next to each other that have nothing but a short designation are one. */
type Item = TocHeading | NormSummary | NormSummary[]

const GUIDE = 3
const GAP = '  '
/** Longer designations do not move the headings of the norms beside them to the right. */
const WIDEST_DESIGNATION = 14
/** Norms with longer designations have a line each. */
const WIDEST_IN_ROW = 16

/** Draws the contents. What is outermost stands at the left edge, and guides lead to all that is below it. */
export function contentsTree(law: Pick<Law, 'norms' | 'structure'>, screen: Screen): string[] {
  return listLines({ screen, typed: uniqueDesignations(law.norms) }, buildToc(law).entries, undefined)
}

/** @param base what every line of the list begins with; `undefined` for the outermost, which has no guides. */
function listLines(drawing: Drawing, entries: readonly TocEntry[], base: string | undefined): string[] {
  const items = itemsOf(drawing, entries)
  const columns = columnsOf(drawing, items)
  return items.flatMap((item, index) => {
    const guides = guidesOf(base, index === items.length - 1)
    if (isNorm(item)) return normLines(drawing, item, guides, columns[index] ?? 0)
    if (Array.isArray(item)) return rowLines(drawing, item, guides)
    const inner = listLines(drawing, contentsOf(drawing, item), innerBase(drawing, guides, base))
    return [...headingLines(drawing, item, guides), ...inner]
  })
}

/** How wide the designation of each item is drawn: alike in norms that no heading parts. */
function columnsOf(drawing: Drawing, items: readonly Item[]): number[] {
  const columns: number[] = []
  let column = 0
  let start = 0
  for (const [index, item] of [...items, undefined].entries()) {
    if (item === undefined || (!isNorm(item) && !Array.isArray(item))) {
      columns.fill(column, start)
      start = index + 1
      column = 0
    } else if (isNorm(item)) {
      const width = displayWidth(designationOf(drawing, item))
      if (width <= WIDEST_DESIGNATION) column = Math.max(column, width)
    }
    columns.push(0)
  }
  return columns
}

const isNorm = (item: Item): item is NormSummary => 'status' in item

function itemsOf({ typed }: Drawing, entries: readonly TocEntry[]): Item[] {
  const isShort = ({ norm, label, heading, status }: NormSummary) =>
    heading === '' && status === 'in_force' && typed.has(norm) && displayWidth(label) <= WIDEST_IN_ROW
  const items: Item[] = []
  for (const entry of entries) {
    const row = items.at(-1)
    if (isHeading(entry) || !isShort(entry)) items.push(entry)
    else if (Array.isArray(row)) row.push(entry)
    else items.push([entry])
  }
  return items
}

/** What is under a heading; first its own text, where that has a path that the heading does not tell. */
function contentsOf({ typed }: Drawing, { norm, entries }: TocHeading): TocEntry[] {
  if (norm === null || typed.has(norm.norm)) return entries
  return [{ ...norm, label: '', heading: '(the text of this heading itself)' }, ...entries]
}

function guidesOf(base: string | undefined, isLast: boolean): Guides {
  if (base === undefined) return { first: '', rest: '' }
  return isLast ? { first: `${base}└─ `, rest: `${base}   ` } : { first: `${base}├─ `, rest: `${base}│  ` }
}

/** Guides take at most half of the screen: what is deeper stands no further to the right. */
function innerBase({ screen }: Drawing, { rest }: Guides, base = ''): string {
  return rest.length + GUIDE <= screen.width / 2 ? rest : base
}

function headingLines({ screen }: Drawing, { heading, norm, range, entries }: TocHeading, guides: Guides): string[] {
  const words = [heading.label, heading.title].filter(Boolean).join(' ') || '-'
  const place = range && `(${unbroken(range)})`
  const text = [words, place, norm === null ? '' : statusNote(norm, words)].filter(Boolean).join(' ')
  const hanging = entries.length > 0 ? '│  ' : ' '.repeat(GUIDE)
  const lines = wrapText(text, screen.width - guides.rest.length - GUIDE).map((line) => {
    const isPlace = place !== '' && line.endsWith(place)
    const title = isPlace ? line.slice(0, -place.length) : line
    return styled(screen, 'heading', broken(title)) + (isPlace ? styled(screen, 'quiet', broken(place)) : '')
  })
  return behindGuides(screen, lines, { ...guides, rest: guides.rest + hanging })
}

function normLines(drawing: Drawing, norm: NormSummary, guides: Guides, column: number): string[] {
  const { screen, typed } = drawing
  const room = screen.width - guides.rest.length
  const designation = designationOf(drawing, norm)
  const heading = norm.heading || (norm.label === '' ? '(text without designation)' : '')
  const words = [heading, statusNote(norm, heading)].filter(Boolean).join(' ')
  const lead = padEnd(designation, column) + GAP
  const isBeside = displayWidth(lead) <= room / 2
  const lines = isBeside
    ? wrapText(words, room, lead, ' '.repeat(displayWidth(lead)))
    : [...wrapText(designation, room), ...(words === '' ? [] : wrapText(words, room, GAP))]
  if (norm.status === 'repealed') {
    return behindGuides(
      screen,
      lines.map((line) => styled(screen, 'repealed', line)),
      guides,
    )
  }
  const [first = '', ...rest] = lines
  const path = typed.has(norm.norm) || !first.startsWith(norm.norm) ? '' : norm.norm
  return behindGuides(screen, [styled(screen, 'path', path) + first.slice(path.length), ...rest], guides)
}

function rowLines({ screen }: Drawing, norms: NormSummary[], guides: Guides): string[] {
  const labels = norms.map(({ label }) => unbroken(label)).join(', ')
  const lines = wrapText(labels, screen.width - guides.rest.length)
  return behindGuides(screen, lines.map(broken), guides)
}

/** The designation, in front of it the path where that is needed. */
const designationOf = ({ typed }: Drawing, { norm, label }: NormSummary) =>
  typed.has(norm) ? label : [norm, label].filter(Boolean).join(' ')

/** Said of a norm that is not in force; that it is repealed only if its heading does not say so. */
function statusNote(norm: NormSummary, heading: string): string {
  if (norm.status !== 'repealed') return effectMark(norm) && `(${effectMark(norm)})`
  return /weggefallen|aufgehoben|gegenstandslos/i.test(heading) ? '' : '(repealed)'
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')
const broken = (text: string) => text.replaceAll('\u00a0', ' ')

const behindGuides = (screen: Screen, lines: string[], { first, rest }: Guides) =>
  lines.map((line, index) => styled(screen, 'quiet', index === 0 ? first : rest) + line)

/*FILEDOC Which norms of a law can be asked for by what they are called in a list. */

/** Paths of one element, which is not that of a text without designation, and the sections of articles. */
const SIMPLE = /^(?!text:)[^/]+(?:\/seq:\d+)?$/
const SECTION_OF_ARTICLE = /^Art \S+ § \S+$/

/**
 * The paths of the norms whose designation, typed for the norm, leads to them: no other norm of the law is called so,
 * and it is one that is read as the path that it has. All others need their path.
 */
export function uniqueDesignations(norms: readonly NormSummary[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { label } of norms) counts.set(folded(label), (counts.get(folded(label)) ?? 0) + 1)
  const typed = norms.filter(({ norm, label }) => {
    const isRead = SIMPLE.test(norm) || SECTION_OF_ARTICLE.test(label)
    return label !== '' && isRead && counts.get(folded(label)) === 1
  })
  return new Set(typed.map(({ norm }) => norm))
}

const folded = (label: string) => label.toLowerCase().replace(/[\s.]+/g, '')
