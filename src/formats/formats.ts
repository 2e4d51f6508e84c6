/** The formats of answers. JSON is always one, and the default. */
import type { Operation } from '../operations/operation.ts'

/** Kinds of answers: a norm, a law norm by norm, a list of records, one record. */
export type AnswerKind = 'norm' | 'law' | 'list' | 'record'

export interface Format {
  /** Value of the header `Content-Type`. */
  contentType: string
  /** Media types that ask for it. */
  mediaTypes: readonly string[]
  /** For help texts. */
  meaning: string
  /** True if it consists of JSON, in which control characters can be escaped. */
  isJson?: boolean
  /** True if browsers show it as a page. */
  isPage?: boolean
  /** The answers that it renders; `render.ts` has a renderer for each. */
  renders: readonly AnswerKind[]
}

const REGISTERED = {
  json: {
    contentType: 'application/json; charset=utf-8',
    mediaTypes: ['application/json'],
    meaning: 'JSON',
    isJson: true,
    renders: ['norm', 'law', 'list', 'record'],
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    meaning: 'one item of the list a line, as JSON',
    isJson: true,
    renders: ['law', 'list'],
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    mediaTypes: ['text/csv'],
    meaning: 'a table with a line of titles, for spreadsheets',
    renders: ['list'],
  },
  md: {
    contentType: 'text/markdown; charset=utf-8',
    mediaTypes: ['text/markdown'],
    meaning: 'Markdown',
    renders: ['norm', 'law', 'list'],
  },
  text: {
    contentType: 'text/plain; charset=utf-8',
    mediaTypes: ['text/plain'],
    meaning: 'plain text',
    renders: ['norm', 'law'],
  },
  html: {
    contentType: 'text/html; charset=utf-8',
    mediaTypes: ['text/html'],
    meaning: 'a page',
    isPage: true,
    renders: ['norm'],
  },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof REGISTERED

/** The kinds of answers that a format renders. */
export type RenderedBy<Name extends FormatName> = (typeof REGISTERED)[Name]['renders'][number]

export const FORMATS: Readonly<Record<FormatName, Format>> = REGISTERED

type AnswerOf = Pick<Operation, 'name' | 'list' | 'stream'>

/** The kind of an operation's answer. */
export function answerKind({ name, list, stream }: AnswerOf): AnswerKind {
  if (name === 'norm') return 'norm'
  if (stream !== undefined) return 'law'
  return list === undefined ? 'record' : 'list'
}

/** The formats of an operation's answer, JSON first. */
export function formatsOf(operation: AnswerOf): FormatName[] {
  const kind = answerKind(operation)
  return (Object.keys(REGISTERED) as FormatName[]).filter((name) => FORMATS[name].renders.includes(kind))
}
