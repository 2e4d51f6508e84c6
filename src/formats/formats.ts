/** The forms that an answer can be had in. JSON is always one, and what is meant where none is asked for. */
import type { Operation } from '../operations/operation.ts'

export interface Format {
  /** Value of the header `Content-Type`. */
  contentType: string
  /** Media types that ask for it. */
  mediaTypes: readonly string[]
  meaning: string
}

export const FORMATS = {
  json: { contentType: 'application/json; charset=utf-8', mediaTypes: ['application/json'], meaning: 'JSON' },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    meaning: 'one item of the list a line, as JSON',
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    mediaTypes: ['text/csv'],
    meaning: 'a table with a line of titles, for spreadsheets',
  },
  md: { contentType: 'text/markdown; charset=utf-8', mediaTypes: ['text/markdown'], meaning: 'Markdown' },
  text: { contentType: 'text/plain; charset=utf-8', mediaTypes: ['text/plain'], meaning: 'plain text' },
  html: { contentType: 'text/html; charset=utf-8', mediaTypes: ['text/html'], meaning: 'a page' },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

/** The formats of an operation's answer, JSON first. */
export function formatsOf({ name, list, stream }: Pick<Operation, 'name' | 'list' | 'stream'>): FormatName[] {
  if (name === 'norm') return ['json', 'md', 'text', 'html']
  if (stream !== undefined) return ['json', 'ndjson', 'md', 'text']
  return list === undefined ? ['json'] : ['json', 'ndjson', 'csv', 'md']
}
