/** The list of an answer as a table, in CSV and Markdown, with the fields of its items as columns. */
import * as z from 'zod'
import type { Operation } from '../operations/operation.ts'
import { escapedMarkdown } from './markdown-text.ts'

type Items = readonly Readonly<Record<string, unknown>>[]

/**
 * The fields of the items of an operation's list.
 * @param only `scalars` omits fields that are lists
 * @throws Error if the operation has no list of objects
 */
export function columnsOf(
  { name, output, list = '' }: Pick<Operation, 'name' | 'output' | 'list'>,
  only: 'all' | 'scalars',
): string[] {
  const answer = output()
  const items = answer instanceof z.ZodObject ? answer.shape[list] : undefined
  const item = items instanceof z.ZodArray ? items.element : undefined
  if (!(item instanceof z.ZodObject)) throw new Error(`${name} has no list of objects`)
  const fields = Object.entries<z.core.$ZodType>(item.shape)
  return fields.flatMap(([field, schema]) => (only === 'all' || !isList(schema) ? [field] : []))
}

function isList(schema: z.core.$ZodType): boolean {
  const isOptional = schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional
  return (isOptional ? schema.unwrap() : schema) instanceof z.ZodArray
}

/** Columns of the answer's law and norm in CSV. */
const PLACE = ['code', 'norm'] as const

/** The law and the norm of an answer, for items that lack them; else nothing. A line of CSV is read without the rest of the answer. */
export function placeOfItems({ output }: Pick<Operation, 'output'>, columns: readonly string[], answer: unknown) {
  const fields = output()
  const place = PLACE.filter((name) => fields instanceof z.ZodObject && name in fields.shape && !columns.includes(name))
  return Object.fromEntries(place.map((name) => [name, (answer as Record<string, string>)[name]]))
}

/** A table in pieces: its head, and a function that renders some items. */
export interface Table {
  head: string
  lines: (items: Items) => string
}

/** CSV (RFC 4180, with line feeds): a line of titles, then one per item. Objects and lists are JSON. */
export function csv(columns: readonly string[]): Table {
  const line = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\n`
  return { head: line(columns), lines: (items) => rowsOf(columns, items).map(line).join('') }
}

/** A table in GitHub's Markdown. */
export function markdownTable(columns: readonly string[]): Table {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const row = (cells: readonly string[]) => line(cells.map((cell) => escapedMarkdown(cell.replace(/\s+/g, ' '))))
  return {
    head: line(columns) + line(columns.map(() => '---')),
    lines: (items) => rowsOf(columns, items).map(row).join(''),
  }
}

function rowsOf(columns: readonly string[], items: Items): string[][] {
  return items.map((item) => columns.map((column) => cellOf(item[column])))
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
