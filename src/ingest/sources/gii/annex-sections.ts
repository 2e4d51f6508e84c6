/** The sections of an annex, where several of them number their items anew. */
import { compareValues } from '../../../citation/norm-path.ts'
import type { Content, ItemMark, ListItem } from './content.ts'
import { itemMark } from './item-mark.ts'

/** Words of headings, the wider ones first. Capitals with a full stop rank below them, then Roman numerals. */
const WORDS = ['teil', 'hauptabschnitt', 'abschnitt', 'kapitel', 'unterabschnitt', 'liste', 'tabelle']
const HEADING =
  /^(Teil|Hauptabschnitt|Abschnitt|Kapitel|Unterabschnitt|Liste|Tabelle)\s+(\d+[a-z]?|[IVX]+|[A-Z])(?![\p{L}\d])/u
const MARKED = /^([A-Z]|[IVX]+)\.(?=[\s\u2028]|$)/
const REMARK = /^Vorbemerkung(?:en)?:?$/

interface Heading {
  start: number
  rank: number
  label: string
  value: string
}

/** Items that follow each other in one section, with increasing numbers. */
interface Run {
  items: ListItem[]
  /** The headings above them, outermost first. */
  above: Heading[]
  isTable: boolean
  place: number
}

/**
 * Puts the items of sections that number anew below their headings: `nr:abschnitt.2/nr:1`. Rows of tables keep their numbers if
 * only lists below a heading have the same ones. A table without a heading is counted: `nr:tabelle.2/nr:1`.
 * @param items the outer items of the annex in the order of the text
 */
export function withSections(content: Content, items: readonly ListItem[]): ListItem[] {
  const headings = headingsOf(content, items)
  const runs = runsOf(items, headings)
  const owners = new Map<string, Set<Run>>()
  for (const run of runs)
    for (const item of run.items) owners.set(keyOf(item), (owners.get(keyOf(item)) ?? new Set()).add(run))
  const all = headings.map(({ value }) => value)
  const isCommon = new Set(all.filter((value, index) => all.indexOf(value) < index))
  const level: ListItem[] = []
  for (const run of runs) {
    let into = level
    for (const { label, value, start } of isMoved(run, owners) ? headingsFor(run, runs, isCommon) : []) {
      let section = into.findLast(({ mark }) => mark?.value === value)
      section ??= { label, mark: { kind: 'nr', value }, start, end: start, items: [] }
      if (section.end === start) into.push(section)
      section.end = run.items.at(-1)?.end ?? start
      into = section.items
    }
    into.push(...run.items)
  }
  return level.sort((a, b) => a.start - b.start)
}

/** True if the numbers of a run are told from those of others by its heading only. */
function isMoved(run: Run, owners: ReadonlyMap<string, ReadonlySet<Run>>): boolean {
  const isHeaded = run.above.length > 0
  const isRival = (other: Run) => {
    if (other === run || (isHeaded && other.above.at(-1) === run.above.at(-1))) return false
    const isBefore = other.place < run.place
    if (isHeaded && (!run.isTable || other.isTable)) return true
    return run.isTable && isBefore && (other.above.length === 0 || other.isTable)
  }
  return run.items.some((item) => [...(owners.get(keyOf(item)) ?? [])].some(isRival))
}

/** Returns the headings that tell a run from others, outermost first; a table without any is counted. */
function headingsFor(run: Run, runs: readonly Run[], isCommon: ReadonlySet<string>): Heading[] {
  if (run.above.length > 0)
    return run.above.slice(
      Math.max(
        run.above.findLastIndex(({ value }) => !isCommon.has(value)),
        0,
      ),
    )
  const number = runs.filter(({ isTable }) => isTable).indexOf(run) + 1
  return [{ start: run.items[0]?.start ?? 0, rank: 0, label: `Tabelle ${number}`, value: `tabelle.${number}` }]
}

const markOf = (item: ListItem): ItemMark | undefined => item.mark ?? itemMark(item.label)
const keyOf = (item: ListItem) => `${markOf(item)?.kind}:${markOf(item)?.value}`

/** Returns the headings outside of items, in the order of the text. */
function headingsOf({ text, bodyEnd }: Content, items: readonly ListItem[]): Heading[] {
  const headings: Heading[] = []
  let item = 0
  for (let start = 0; start < bodyEnd; start = text.indexOf('\n', start) + 1 || bodyEnd) {
    while ((items[item]?.end ?? bodyEnd) <= start) item++
    if ((items[item]?.start ?? bodyEnd) <= start) continue
    const heading = headingAt(
      text
        .slice(start, start + 60)
        .split('\n', 1)[0]
        ?.trim() ?? '',
      headings.at(-1),
    )
    if (heading !== undefined) headings.push({ ...heading, start })
  }
  return headings
}

function headingAt(line: string, before: Heading | undefined): Omit<Heading, 'start'> | undefined {
  const [label = '', word = '', number = ''] = HEADING.exec(line) ?? []
  const name = word.toLowerCase()
  if (word !== '') return { rank: WORDS.indexOf(name), label, value: `${name}.${number.toLowerCase()}` }
  if (REMARK.test(line)) return { rank: WORDS.length + 2, label: line, value: 'vorbem' }
  const mark = MARKED.exec(line)?.[1]
  if (mark === undefined) return undefined
  const isLetter =
    mark.length === 1 && (!/[IVX]/.test(mark) || before?.label.codePointAt(0) === (mark.codePointAt(0) ?? 0) - 1)
  const value = `abschnitt.${mark.toLowerCase()}`
  return { rank: WORDS.length + (isLetter ? 0 : 1), label: `${mark}.`, value }
}

function runsOf(items: readonly ListItem[], headings: readonly Heading[]): Run[] {
  const runs: Run[] = []
  let above: Heading[] = []
  let next = 0
  for (const item of items) {
    let run = runs.at(-1)
    const isTable = item.mark !== undefined
    for (
      let heading = headings[next];
      heading !== undefined && heading.start <= item.start;
      heading = headings[++next]
    ) {
      const { rank } = heading
      above = [...above.filter((open) => open.rank < rank), heading]
    }
    const isRemark = above.at(-1)?.value === 'vorbem'
    if (isRemark && (isTable || (run?.above === above && !follows(run, item)))) above = above.slice(0, -1)
    if (run === undefined || run.above !== above || run.isTable !== isTable || !follows(run, item)) {
      run = { items: [], above, isTable, place: runs.length }
      runs.push(run)
    }
    run.items.push(item)
  }
  return runs
}

/** True if the number of an item is higher than the last one of a run. */
function follows({ items }: Run, item: ListItem): boolean {
  const last = items.findLast((each) => markOf(each)?.kind === markOf(item)?.kind)
  const [before = '', after = ''] = [last, item].map((each) => each && markOf(each)?.value.replaceAll('.', ' '))
  return last === undefined || compareValues(before, after) < 0
}
