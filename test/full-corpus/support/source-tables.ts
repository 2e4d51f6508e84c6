/** The tables of a document (OASIS CALS model), read independently of the importer: their merged cells. */

export interface SourceTable {
  /** `[start, end)` among the visible characters of the text. */
  start: number
  end: number
  columns: number
  /** Number of head rows with content. */
  headRows: number
  /** `row,column,rows,columns` of merged cells, counted in rows with content. */
  merged: string[]
}

interface Cell {
  row: number
  column: number
  rows: number
  columns: number
}

type Attributes = Record<string, string>

/** A table being read. */
class OpenTable {
  readonly start: number
  readonly #columns: string[] = []
  readonly #spans = new Map<string, [first: string, last: string]>()
  readonly #taken = new Set<string>()
  readonly #cells: Cell[] = []
  readonly #rows: { isHead: boolean; hasContent: boolean }[] = []
  #isHead = false
  #next = 0

  constructor(start: number) {
    this.start = start
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'colspec') this.#columns.push(attributes.colname ?? '')
    if (name === 'spanspec')
      this.#spans.set(attributes.spanname ?? '', [attributes.namest ?? '', attributes.nameend ?? ''])
    if (name === 'thead' || name === 'tbody') this.#isHead = name === 'thead'
    if (name === 'row') {
      this.#rows.push({ isHead: this.#isHead, hasContent: false })
      this.#next = 0
    }
    if (name === 'entry') this.#cell(attributes)
  }

  content(): void {
    const row = this.#rows.at(-1)
    if (row !== undefined) row.hasContent = true
  }

  /** @returns `undefined` for a table without content */
  close(end: number): SourceTable | undefined {
    const written = this.#rows.filter((row) => row.hasContent)
    if (written.length === 0) return undefined
    const place = (row: number) => this.#rows.slice(0, row).filter((each) => each.hasContent).length
    const merged = this.#cells.flatMap(({ row, column, rows, columns }) => {
      if (this.#rows[row]?.hasContent !== true) return []
      const below = place(Math.min(row + rows, this.#rows.length)) - place(row)
      return below > 1 || columns > 1 ? [[place(row), column, below, columns].join(',')] : []
    })
    return {
      start: this.start,
      end,
      columns: Math.max(1, this.#columns.length, ...this.#cells.map(({ column, columns }) => column + columns)),
      headRows: written.filter(({ isHead }) => isHead).length,
      merged: merged.sort(),
    }
  }

  #cell({ namest, nameend, colname, spanname, morerows }: Attributes): void {
    const row = this.#rows.length - 1
    const [first = namest, last = nameend] = this.#spans.get(spanname ?? '') ?? []
    const named = this.#columns.indexOf(first ?? colname ?? '\0')
    let column = Math.max(named, this.#next)
    if (first === undefined && colname === undefined) while (this.#taken.has(`${row},${column}`)) column++
    const end = Math.max(column, last === undefined ? column : this.#columns.indexOf(last))
    const rows = 1 + Math.max(0, Number.parseInt(morerows ?? '0', 10) || 0)
    const cell = { row, column, rows, columns: end - column + 1 }
    this.#cells.push(cell)
    for (let r = row; r < row + rows; r++) for (let c = column; c <= end; c++) this.#taken.add(`${r},${c}`)
    this.#next = end + 1
  }
}

/** The tables of a text; nested tables do not count. */
export class TableReader {
  readonly tables: SourceTable[] = []
  #open: OpenTable | undefined
  #depth = 0

  /** @param at number of visible characters before the element */
  open(name: string, attributes: Attributes, at: number): void {
    if (name === 'tgroup' && this.#depth++ === 0) this.#open = new OpenTable(at)
    else if (this.#depth === 1) this.#open?.open(name, attributes)
    if (/^(?:IMG|FILE|FnR|Footnote)$/.test(name) || (name === 'F' && attributes.Value)) this.content()
  }

  /** Marks the current place as having content. */
  content(): void {
    if (this.#depth > 0) this.#open?.content()
  }

  close(name: string, at: number): void {
    if (name !== 'tgroup' || --this.#depth > 0) return
    const table = this.#open?.close(at)
    if (table !== undefined) this.tables.push(table)
    this.#open = undefined
  }
}
