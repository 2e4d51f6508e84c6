/**
 * The transport form of a bundle: its rows without the search index as lines of JSON, from which the same bundle is rebuilt.
 * References are encoded so that inserting rows before them leaves them unchanged: a week changes few of the lines.
 */
import { createReadStream } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'
import {
  APPLICATION_ID,
  CITATION_INDEX,
  DIGEST_PLACEHOLDER,
  FIRST_PAST,
  IMAGE_TABLE,
  SCHEMA,
  SCHEMA_VERSION,
} from '../bundle-schema.ts'

/**
 * Encoding of a column: `step` as the difference to the row before, `own` to the id of its row, `back` to the largest value so far;
 * `law` as the code of the law, and `norm` as that and the index of the norm in it.
 */
type Coding = 'step' | 'own' | 'back' | 'law' | 'norm'

const CODINGS: Readonly<Record<string, Readonly<Record<string, Coding>>>> = {
  law: { id: 'step', line: 'own', first_norm: 'step', answer: 'step' },
  law_answer: { id: 'step' },
  alias: { law: 'law' },
  norm: { id: 'step', law: 'step', structure: 'back', content: 'own' },
  structure: { id: 'step' },
  content: { id: 'step' },
  citation: { citing: 'step', norm: 'norm', law: 'law' },
  amendment: { amending: 'step', amended: 'norm' },
  limitation: { id: 'step' },
  finding: { id: 'step' },
  text_citations: { content: 'step' },
  cited_path: { law: 'law', citing: 'step' },
  change: { id: 'step', law: 'law' },
}

/** Tables of the search index, which is rebuilt. */
const INDEX_TABLES = new Set([
  ...['term_block', 'word_block', 'question_block', 'question', 'paraphrase', 'search_numbers'],
])
const META_OF_INDEX = new Set(['search', 'digest'])

/** Chunk size of the output, in characters (approximate). */
const PIECE = 256 * 1024

type Value = null | number | string | Uint8Array
/** Bytes are base64 in an array. */
type Written = null | number | string | [string]

/** Today's laws by their ids, with their first norms. */
class Laws {
  readonly #codes: string[] = []
  readonly #firstNorms: number[] = []
  readonly #ids = new Map<string, number>()

  add(id: number, code: string, firstNorm: number): void {
    this.#codes[id] = code
    this.#firstNorms[id] = firstNorm
    this.#ids.set(code, id)
  }

  /** `bgb`; laws of other states stay numbers. */
  writeLaw = (id: number): number | string => this.#codes[id] ?? id

  readLaw = (written: number | string): number => {
    const id = typeof written === 'string' ? this.#ids.get(written) : written
    return id ?? damaged()
  }

  /** `bgb 433`, counted from 0. */
  writeNorm(id: number): number | string {
    if (id >= FIRST_PAST) return id
    let [from, to] = [0, this.#firstNorms.length]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if ((this.#firstNorms[middle] as number) <= id) from = middle
      else to = middle
    }
    return `${this.#codes[from]} ${id - (this.#firstNorms[from] as number)}`
  }

  readNorm(written: number | string): number {
    if (typeof written === 'number') return written
    const [code = '', place] = written.split(' ')
    return (this.#firstNorms[this.readLaw(code)] ?? damaged()) + Number(place)
  }
}

/** @throws LegalTextError `not_ready` */
export function damaged(cause?: unknown): never {
  throw new LegalTextError('not_ready', say`the rows of the bundle are damaged`, {}, { cause })
}

/** Encodes and decodes the rows of a table in order. */
class RowCoder {
  readonly #codings: (Coding | undefined)[]
  readonly #id: number
  readonly #laws: Laws
  readonly #collects: [id: number, code: number, firstNorm: number] | undefined
  readonly #last: number[]

  constructor(table: string, columns: readonly string[], laws: Laws) {
    const codings = CODINGS[table] ?? {}
    this.#codings = columns.map((column) => codings[column])
    this.#id = columns.indexOf('id')
    this.#laws = laws
    this.#last = columns.map(() => 0)
    if (table === 'law') this.#collects = [this.#id, columns.indexOf('code'), columns.indexOf('first_norm')]
  }

  write(row: Value[]): Written[] {
    this.#collect(row)
    return row.map((value, column) => {
      if (value instanceof Uint8Array) return [Buffer.from(value).toString('base64')]
      const coding = this.#codings[column]
      if (coding === undefined || typeof value !== 'number') return value
      if (coding === 'law') return this.#laws.writeLaw(value)
      if (coding === 'norm') return this.#laws.writeNorm(value)
      return value - this.#base(coding, column, row, value)
    })
  }

  read(row: Written[]): Value[] {
    const read: Value[] = []
    for (const [column, written] of row.entries()) {
      const coding = this.#codings[column]
      if (written === null) read.push(null)
      else if (Array.isArray(written)) read.push(Buffer.from(written[0], 'base64'))
      else if (coding === 'law') read.push(this.#laws.readLaw(written))
      else if (coding === 'norm') read.push(this.#laws.readNorm(written))
      else if (coding === undefined || typeof written === 'string') read.push(written)
      else read.push(written + this.#base(coding, column, read, undefined, written))
    }
    this.#collect(read)
    return read
  }

  /** The base of a relative number. @param value if it is known, else its difference to the base is */
  #base(coding: Coding, column: number, row: readonly Value[], value?: number, difference = 0): number {
    if (coding === 'own') return row[this.#id] as number
    const base = this.#last[column] as number
    const known = value ?? base + difference
    this.#last[column] = coding === 'back' ? Math.max(base, known) : known
    return base
  }

  #collect(row: readonly Value[]): void {
    if (this.#collects === undefined) return
    const [id, code, firstNorm] = this.#collects.map((column) => row[column])
    if (firstNorm !== null) this.#laws.add(id as number, code as string, firstNorm as number)
  }
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`

/** The lines of a bundle, several per chunk. */
export function* writeRows(file: string): Generator<string> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const laws = new Laws()
    let piece = lineOf({ bundle: SCHEMA_VERSION })
    const tables = database.prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid`,
    )
    for (const { name } of tables.all() as { name: string }[]) {
      if (INDEX_TABLES.has(name)) continue
      const statement = database.prepare(`SELECT * FROM ${name} NOT INDEXED`)
      const columns = statement.columns().map((column) => String(column.name))
      const coder = new RowCoder(name, columns, laws)
      piece += lineOf({ table: name, columns })
      for (const row of statement.iterate() as Iterable<Record<string, Value>>) {
        const values = Object.values(row)
        if (name === 'meta' && META_OF_INDEX.has(String(row.key))) continue
        piece += lineOf(coder.write(values))
        if (piece.length < PIECE) continue
        yield piece
        piece = ''
      }
    }
    yield piece
  } finally {
    database.close()
  }
}

/** Maximum length of a line in characters: images of 4 MiB are the longest values. */
const LONGEST_LINE = 32 * 1024 * 1024

/** The lines of a file. */
async function* linesOf(file: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: PIECE, signal })) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() as string
    yield* lines
    if (rest.length > LONGEST_LINE) damaged()
  }
  if (rest !== '') damaged()
}

/**
 * Makes a bundle from its lines, without search index and digest.
 * @param lines file with them
 * @param file that does not exist yet
 * @throws LegalTextError `not_ready` if they are damaged, or of another schema version; the system error if writing fails
 */
export async function readRows(lines: string, file: string, signal?: AbortSignal): Promise<void> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    database.exec(
      `PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; ${SCHEMA} BEGIN;`,
    )
    const laws = new Laws()
    let insert: (row: Written[]) => void = damaged
    for await (const line of linesOf(lines, signal)) {
      const read = JSON.parse(line) as Written[] | { bundle: number } | { table: string; columns: string[] }
      if (Array.isArray(read)) insert(read)
      else if ('bundle' in read) {
        if (read.bundle !== SCHEMA_VERSION) damaged()
      } else insert = inserter(database, read.table, read.columns, laws)
    }
    database.prepare(`INSERT INTO meta VALUES ('digest', ?)`).run(DIGEST_PLACEHOLDER)
    database.exec(`COMMIT; ${CITATION_INDEX};`)
  } finally {
    database.close()
  }
}

function inserter(database: DatabaseSync, table: string, columns: string[], laws: Laws): (row: Written[]) => void {
  if (![table, ...columns].every((name) => /^[a-z_0-9]+$/.test(name)) || INDEX_TABLES.has(table)) damaged()
  if (table === 'image') database.exec(IMAGE_TABLE)
  const places = columns.map(() => '?').join(', ')
  const statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  const coder = new RowCoder(table, columns, laws)
  return (row) => statement.run(...(coder.read(row) as SQLInputValue[]))
}
