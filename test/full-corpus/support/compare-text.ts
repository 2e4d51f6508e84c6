/** Compares the text of a norm with the importer's result. */
import { type MarkedText, type Run, visible } from './source-law.ts'

/** A text as the importer or the bundle has it. Offsets count UTF-16 code units of the text. */
export interface HeldText {
  text: string
  spans: readonly Run[]
  tables: readonly {
    start: number
    end: number
    columns: number
    head_rows: number
    merged: readonly { row: number; column: number; rows: number; columns: number }[]
  }[]
  attachments: readonly { kind: string; name: string; offset: number }[]
}

/**
 * Characters normalized for comparison: superscripts and subscripts as plain characters, all dashes alike, without white space.
 */
export function fold(text: string): string {
  return visible(visible(text).normalize('NFKC')).replace(/[\u2010-\u2015\u2212]/g, '-')
}

/** Difference of two texts: first in characters and, if these are equal, in formatting. */
export function textDifferences(source: MarkedText, held: HeldText): string[] {
  const lost = differenceOf(source, held)
  if (lost !== undefined) return [`text: ${lost}`]
  return [...runDifferences(source, held), ...fileDifferences(source, held), ...tableDifferences(source, held)]
}

/**
 * The first difference of two texts. Characters must be identical, except in superscript and subscript runs, where substitutes
 * are allowed.
 */
function differenceOf({ characters, runs }: MarkedText, held: HeldText): string | undefined {
  const found = visible(held.text)
  if (found === characters) return undefined
  if (found.length !== characters.length || fold(found) !== fold(characters))
    return firstDifference(fold(characters), fold(found))
  const set = new Uint8Array(characters.length)
  for (const { kind, start, end } of runs) if (/^(?:raised|lowered|sentence)$/.test(kind)) set.fill(1, start, end)
  const other = [...found.split('').keys()].find((place) => found[place] !== characters[place] && set[place] === 0)
  return other === undefined ? undefined : `${quote(around(characters, other))} is ${quote(around(found, other))}`
}

/** Per kind of run, the characters formatted so in the source and not in the text, or vice versa. */
function runDifferences(source: MarkedText, held: HeldText): string[] {
  const before = visibleBefore(held.text)
  const spans = held.spans.map(({ kind, start, end }) => ({ kind, start: before[start] ?? 0, end: before[end] ?? 0 }))
  const length = source.characters.length
  const differences: string[] = []
  for (const kind of new Set([...source.runs, ...spans].map((run) => run.kind))) {
    const [expected, found] = [covered(source.runs, kind, length), covered(spans, kind, length)]
    const other = expected.findIndex((value, place) => value !== found[place])
    if (other >= 0) {
      const what = expected[other] === 1 ? `is ${kind} in the source only` : `is ${kind} only in the text`
      differences.push(`${quote(around(source.characters, other))} ${what}`)
    }
  }
  const text = visible(held.text)
  for (const { kind, start, end } of source.runs) {
    const written = text.slice(start, end)
    const digits = /^[-\u2010-\u2015\u2212]?\d+$/.test(source.characters.slice(start, end))
    if (digits && /^(?:raised|lowered|sentence)$/.test(kind) && /[\d-]/.test(written))
      differences.push(`${kind} ${quote(written)} has Unicode forms and is not written with them`)
  }
  return differences
}

function covered(runs: readonly Run[], kind: string, length: number): Uint8Array {
  const set = new Uint8Array(length)
  for (const run of runs) if (run.kind === kind) set.fill(1, run.start, run.end)
  return set
}

function fileDifferences({ files }: MarkedText, held: HeldText): string[] {
  const before = visibleBefore(held.text)
  const written = (list: readonly { kind: string; name: string; at: number }[]) =>
    list.map(({ kind, name, at }) => `${kind} ${name} at ${at}`).join(', ')
  const found = written(held.attachments.map(({ kind, name, offset }) => ({ kind, name, at: before[offset] ?? 0 })))
  const expected = written(files)
  return expected === found ? [] : [`files: ${firstDifference(expected, found)}`]
}

/**
 * Tables must enclose the same characters and have the same merged cells. A table of images encloses no characters.
 */
function tableDifferences({ tables }: MarkedText, held: HeldText): string[] {
  const before = visibleBefore(held.text)
  const expected = tables.filter(({ start, end }) => start < end).map((table) => JSON.stringify(table))
  const found = held.tables
    .map(({ start, end, columns, head_rows, merged }) => ({
      start: before[start] as number,
      end: before[end] as number,
      columns,
      headRows: head_rows,
      merged: merged.map((cell) => [cell.row, cell.column, cell.rows, cell.columns].join(',')).sort(),
    }))
    .filter(({ start, end }) => start < end)
    .map((table) => JSON.stringify(table))
  const other = expected.findIndex((table, place) => table !== found[place])
  if (other >= 0) return [`table ${other + 1}: ${firstDifference(expected[other] as string, found[other] ?? '')}`]
  return found.length > expected.length ? [`${found.length} tables, the source has ${expected.length}`] : []
}

/** For each offset of a text, the number of visible characters before it. */
function visibleBefore(text: string): Uint32Array {
  const before = new Uint32Array(text.length + 1)
  for (let place = 0; place < text.length; place++)
    before[place + 1] = (before[place] as number) + (/\s/.test(text[place] as string) ? 0 : 1)
  return before
}

export function firstDifference(expected: string, found: string): string {
  let at = 0
  while (at < expected.length && expected[at] === found[at]) at++
  const lengths = expected.length === found.length ? '' : ` (${expected.length} and ${found.length} characters)`
  return `the source has ${quote(around(expected, at))}, the text ${quote(around(found, at))}${lengths}`
}

const around = (text: string, at: number) => text.slice(Math.max(0, at - 15), at + 25)
export const quote = (text: string) => JSON.stringify(text)
