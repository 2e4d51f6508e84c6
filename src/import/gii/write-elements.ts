/** Writes laws of other formats as elements of the official XML (`norm`, `tgroup`), so that a single reader makes the norms. */
import type { NormKind } from '../../citation/norm-path.ts'
import { childElement, type XmlElement } from '../xml-tree.ts'

type Node = XmlElement | string

export const make = (name: string, children: Node[], attributes: Record<string, string> = {}): XmlElement => ({
  name,
  attributes,
  children,
})

/** A designation as an element of a path. */
export type Meaning = { kind: NormKind; value: string }

/** A heading or a norm before it is placed. */
export interface NamedElement {
  label: string
  title: Node[]
  /** Number of headings above it. */
  depth: number
  /** `textdaten`, if it has text. */
  texts: XmlElement[]
  /** Meaning of a label outside the official XML: `5.2`. A heading with a meaning is an item. */
  meaning?: Meaning | undefined
}

/** The elements of a law in document order, each with its index as `doknr`. */
export class ElementList {
  readonly elements: XmlElement[] = []
  /** Number of headings so far on each level, up to the last depth. */
  #counts: number[] = []
  #depth = 0

  /** Adds a heading of the structure. @param depth of the heading itself, from 1 */
  heading({ label, title, depth, texts, meaning }: NamedElement): void {
    this.#counts = this.#counts.slice(0, depth)
    this.#counts[depth - 1] = (this.#counts[depth - 1] ?? 0) + 1
    this.#depth = depth
    this.#add([unitOf(label, title, this.#code(depth, 2 * depth), meaning)], texts)
  }

  /** Adds a norm. @param isApart true outside of all parts */
  norm({ label, title, depth, texts, meaning }: NamedElement, isApart = false): void {
    const code = isApart ? this.#code(0, 1) : this.#code(depth, 2 * depth + 1)
    const ends = depth < this.#depth ? [unitOf('-', [], code)] : []
    this.#depth = Math.min(this.#depth, depth)
    this.#add([...ends, make('enbez', [label], meaning), make('titel', title)], texts)
  }

  /** Three digits per level; levels are doubled, so that a norm can end headings deeper than its position. */
  #code(depth: number, levels: number): string {
    const digits = Array.from({ length: levels }, (_, at) => this.#counts[at >> 1] ?? 0)
    return digits
      .slice(0, Math.max(levels, depth))
      .map((digit) => String(digit % 1000).padStart(3, '0'))
      .join('')
  }

  #add(metadata: Node[], texts: XmlElement[]): void {
    const doknr = String(this.elements.length)
    this.elements.push(make('norm', [make('metadaten', metadata), ...texts], { doknr }))
  }
}

const unitOf = (label: string, title: Node[], code: string, meaning?: Meaning) =>
  make(
    'gliederungseinheit',
    [make('gliederungskennzahl', [code]), make('gliederungsbez', [label]), make('gliederungstitel', title)],
    meaning,
  )

/**
 * Converts an HTML table into the form with named columns.
 * @param rows its `tr` elements
 * @param content translates the content of a cell
 */
export function tableOf(
  table: XmlElement,
  rows: readonly XmlElement[],
  content: (cell: XmlElement) => Node[],
): XmlElement {
  const occupied: number[] = []
  let columns = 0
  const written = rows.map((row) => {
    const cells = row.children.filter((each) => typeof each !== 'string' && /^t[dh]$/.test(each.name)) as XmlElement[]
    let column = 0
    const entries = cells.map((cell) => {
      while ((occupied[column] ?? 0) > 0) column++
      const [wide, deep] = [span(cell.attributes.colspan), span(cell.attributes.rowspan)]
      const place = { namest: `c${column}`, nameend: `c${column + wide - 1}`, morerows: String(deep - 1) }
      for (let at = column; at < column + wide; at++) occupied[at] = deep
      column += wide
      columns = Math.max(columns, column)
      return make('entry', content(cell), place)
    })
    for (const at of occupied.keys()) occupied[at] = Math.max((occupied[at] ?? 0) - 1, 0)
    return { row: make('row', entries), isHead: cells.length > 0 && cells.every(({ name }) => name === 'th') }
  })
  const head = written.findIndex(({ isHead }) => !isHead)
  const at = head < 0 ? 0 : head
  const rowsOf = (some: typeof written) => some.map(({ row }) => row)
  const specs = Array.from({ length: columns }, (_, index) => make('colspec', [], { colname: `c${index}` }))
  const thead = at === 0 ? [] : [make('thead', rowsOf(written.slice(0, at)))]
  const group = make('tgroup', [...specs, ...thead, make('tbody', rowsOf(written.slice(at)))])
  const caption = childElement(table, 'caption')
  const frame = (table.attributes.border ?? '0') === '0' ? 'none' : 'all'
  return make('table', [...(caption === undefined ? [] : [make('Title', content(caption))]), group], { frame })
}

const span = (text: string | undefined) => Math.min(Math.max(Number.parseInt(text ?? '1', 10) || 1, 1), 1000)
