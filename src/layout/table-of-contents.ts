/** The table of contents of a law as a tree. */
import type { HeadingExtent, Law, LawHeading, NormSummary } from '../model/corpus.ts'

/** A heading with the entries under it. `norm` is its own text, if any (an article over sections). */
export interface TocHeading {
  heading: LawHeading
  norm: NormSummary | null
  /** The designations of the first and the last norm under it. */
  range: string
  entries: TocEntry[]
}

export type TocEntry = TocHeading | NormSummary

export interface Toc {
  entries: TocEntry[]
  /** The headings above a norm, outermost first. */
  above(path: string): TocHeading[]
}

export const isHeading = (entry: TocEntry): entry is TocHeading => 'entries' in entry

export function buildToc({ norms, structure }: Pick<Law, 'norms' | 'structure'>): Toc {
  const root: TocEntry[] = []
  const parents = new Map<string, TocHeading[]>()
  let open: TocHeading[] = []
  let next = 0
  const openHeadings = (index: number) => {
    for (let heading = structure[next]; heading?.start === index; heading = structure[++next]) {
      open = open.slice(0, heading.level)
      const entries = open.at(-1)?.entries ?? root
      const own = takeOwnNorm(entries, heading)
      const opened = { heading, norm: own, range: rangeOf(norms, heading), entries: [] }
      entries.push(opened)
      open = [...open, opened]
      if (own !== null) parents.set(own.norm, open)
    }
    // Headings without norms end where they begin, maybe below one that also ends there.
    open = open.filter(({ heading }) => heading.end > index)
  }
  for (const [index, norm] of norms.entries()) {
    openHeadings(index)
    const entries = open.at(-1)?.entries ?? root
    entries.push(norm)
    parents.set(norm.norm, open)
  }
  openHeadings(norms.length)
  return { entries: root, above: (path) => parents.get(path) ?? [] }
}

/** A heading with its own text is also a norm, before those under it. */
function takeOwnNorm(entries: TocEntry[], { label, title }: LawHeading): NormSummary | null {
  const last = entries.at(-1)
  if (last === undefined || isHeading(last) || last.label !== label || last.heading !== title) return null
  entries.pop()
  return last
}

function rangeOf(norms: readonly NormSummary[], { start, end, extent }: LawHeading): string {
  if (extent !== undefined) return rangeOfExtent(extent)
  const numbered = norms.slice(start, end).filter((norm) => numbersOf(norm) !== undefined)
  return rangeBetween(numbered[0], numbered.at(-1))
}

/** The designations of the first and the last norm of a part: `§§ 433–480`, if numbered alike. */
export const rangeOfExtent = ({ first, last }: HeadingExtent): string => rangeBetween(first, last)

type Designated = Pick<NormSummary, 'label'> | null | undefined

function rangeBetween(one: Designated, other: Designated): string {
  const [first, last] = [numbersOf(one), numbersOf(other)]
  if (first === undefined || last === undefined || first.sign !== last.sign) return ''
  const [from, to] = [first.numbers[0], last.numbers.at(-1)]
  if (from === to) return `${first.sign} ${from}`
  return `${first.sign === '§' ? '§§' : first.sign} ${from}–${to}`
}

/** The sign and the numbers of a designation: `§§ 3 bis 6` has 3 and 6. */
function numbersOf(norm: Designated): { sign: string; numbers: string[] } | undefined {
  const [, sign = '', rest = ''] = /^(§|Art)[§.]? (\d[^§]*)$/.exec(norm?.label ?? '') ?? []
  const numbers = rest.match(/\d+[a-z]*/g)
  return numbers === null ? undefined : { sign, numbers: [...numbers] }
}
