/** The formats of answers. JSON is always available, and the default. */

import { say } from '../i18n/texts.ts'
import type { Operation } from '../operations/operation.ts'
import { isRecord, wrongArgument } from '../util/arguments.ts'

/**
 * Kinds of answers: a norm, a law norm by norm, norms that match, a list of records, one record, the differences of a norm
 * or of a law. A law with the list of its norms is a list, and an outline.
 */
export type AnswerKind = 'norm' | 'law' | 'matches' | 'list' | 'outline' | 'record' | 'difference' | 'differences'

interface Registration {
  /** Media types that request it; the first is that of its answers. */
  mediaTypes: readonly string[]
  /** For help texts. */
  meaning: string
  /** True if it consists of JSON, where control characters can be escaped. */
  isJson?: boolean
  /** True if browsers display it as a page. */
  isPage?: boolean
  /** The kinds of answers that it renders; `render.ts` has a renderer for each. */
  renders: readonly AnswerKind[]
}

/** A format of answers. */
export interface Format extends Registration {
  /** Value of the header `Content-Type`. */
  contentType: string
}

const REGISTERED = {
  json: {
    mediaTypes: ['application/json'],
    meaning: 'JSON',
    isJson: true,
    renders: ['norm', 'law', 'matches', 'list', 'record', 'difference', 'differences'],
  },
  ndjson: {
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    meaning: 'one item of the list a line, as JSON',
    isJson: true,
    renders: ['law', 'matches', 'list', 'differences'],
  },
  csv: {
    mediaTypes: ['text/csv'],
    meaning: 'a table with a line of titles, for spreadsheets',
    renders: ['matches', 'list'],
  },
  md: {
    mediaTypes: ['text/markdown'],
    meaning: 'Markdown',
    renders: ['norm', 'law', 'list', 'difference', 'differences'],
  },
  text: { mediaTypes: ['text/plain'], meaning: 'plain text', renders: ['norm', 'law', 'difference', 'differences'] },
  html: { mediaTypes: ['text/html'], meaning: 'a page', isPage: true, renders: ['norm', 'difference', 'differences'] },
  csl: {
    mediaTypes: ['application/vnd.citationstyles.csl+json'],
    meaning: 'a reference as CSL-JSON, for Zotero, citeproc and Pandoc',
    renders: ['norm', 'outline'],
  },
  bibtex: {
    mediaTypes: ['application/x-bibtex', 'text/x-bibtex'],
    meaning: 'a reference for BibLaTeX',
    renders: ['norm', 'outline'],
  },
  ris: {
    mediaTypes: ['application/x-research-info-systems'],
    meaning: 'a reference as RIS, for EndNote, Citavi and other reference managers',
    renders: ['norm', 'outline'],
  },
} as const satisfies Record<string, Registration>

/** The name of a format: a value of `--format`. */
export type FormatName = keyof typeof REGISTERED

/** The kinds of answers that a format renders. */
export type RenderedBy<Name extends FormatName> = (typeof REGISTERED)[Name]['renders'][number]

const entries = Object.entries<Registration>(REGISTERED).map(([name, format]): [string, Format] => {
  return [name, { ...format, contentType: `${format.mediaTypes[0]}; charset=utf-8` }]
})

/** All formats, by their names. */
export const FORMATS = Object.fromEntries(entries) as Readonly<Record<FormatName, Format>>

/** The names of the formats that a program has added. */
export const addedFormats = (): string[] => Object.keys(FORMATS).filter((name) => !Object.hasOwn(REGISTERED, name))

type AnswerOf = Pick<Operation, 'name' | 'list' | 'stream'>

/** The kind of an operation's answer. @throws LegalTextError `invalid_input` if it is not an operation */
export function answerKind(operation: AnswerOf): AnswerKind {
  if (!isRecord(operation) || typeof operation.name !== 'string') {
    throw wrongArgument('operation', say`an operation, such as \`norm\` or \`search\``, operation)
  }
  const { name, list, stream } = operation
  if (name === 'norm' || name === 'namedNorm') return 'norm'
  if (name === 'normDiff') return 'difference'
  if (name === 'lawDiff') return 'differences'
  if (name === 'grep') return 'matches'
  if (stream !== undefined) return 'law'
  return list === undefined ? 'record' : 'list'
}

/** The formats of an operation's answer, JSON first. @throws LegalTextError `invalid_input` if it is not an operation */
export function formatsOf(operation: AnswerOf): FormatName[] {
  return (Object.keys(FORMATS) as FormatName[]).filter((name) => kindFor(name, operation) !== undefined)
}

/** The kind as which a format renders an operation's answer; `undefined` if it cannot. */
export function kindFor(format: FormatName, operation: AnswerOf): AnswerKind | undefined {
  const kinds = [answerKind(operation), ...(operation.name === 'law' ? (['outline'] as const) : [])]
  return kinds.find((kind) => FORMATS[format]?.renders.includes(kind))
}
