/** Norms with marked runs and tables, made for tests. */

import type { Norm, TextSpan, TextSpanKind, TextTable } from '../../src/model/corpus.ts'
import { UNTOLD } from '../../src/model/law-state.ts'

/** An answer of the operation `norm`, for an invented law. */
export type Answer = Norm & { resolution: null }

export function normWith(change: Partial<Norm>): Answer {
  return {
    code: 'msgb',
    abbreviation: 'MSGB',
    title: 'Stadtgesetzbuch',
    status_date: '2025-12-31',
    in_force_from: null,
    in_force_to: null,
    ...UNTOLD,
    language: 'de',
    norm: 'par:1',
    label: '§ 1',
    heading: 'Freigrenzen',
    status: 'in_force',
    text: '',
    structure: [],
    subdivisions: [],
    footnotes: '',
    attachments: [],
    marks: [],
    spans: [],
    tables: [],
    provenance: {
      source_url: 'https://recht.example/msgb/xml.zip',
      html_url: 'https://recht.example/msgb/__1.html',
      fetch_timestamp: '2026-01-01T00:00:00Z',
      content_hash: 'sha256:00',
      parser: 'gii-xml@1',
      document_id: 'BJNR1',
      source_version: null,
    },
    previous: null,
    next: null,
    selection: null,
    resolution: null,
    ...change,
  }
}

/** The span of some words, which occur once in the text. */
export function run(kind: TextSpanKind, words: string, text: string): TextSpan {
  const start = text.indexOf(words)
  if (start < 0 || text.includes(words, start + 1)) throw new Error(`${words} does not stand once in the text`)
  return { kind, start, end: start + words.length }
}

/** A table of consecutive lines of a text. */
export function tableOf(lines: string, text: string, change: Partial<TextTable> = {}): TextTable {
  const start = text.indexOf(lines)
  if (start < 0) throw new Error('the text has no such lines')
  const columns = Math.max(...lines.split('\n').map((line) => line.split('\t').length))
  const plain = { columns, head_rows: 0, merged: [], frame: 'none' as const, centred_rows: [] }
  return { start, end: start + lines.length, ...plain, ...change }
}
