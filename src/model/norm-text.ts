/** Annotations of the text of a norm: subdivisions, images, marks, runs and tables, each with its place. */
import type { NormStatus } from './versions.ts'

/** A part of a norm with its own text, by its path within the norm (`abs:1/satz:2`). */
export interface Subdivision {
  path: string
  label: string
  text: string
  /** `repealed`: its days of effect have ended, or its text is only `(weggefallen)` or the like. */
  status: NormStatus
  /** Days of effect (ISO dates) if they differ from those of the norm, `null` where the source names none. */
  in_force_from?: string | null
  in_force_to?: string | null
}

/** A requested subdivision, with the words that carry it: those of the sentence and the items around it. */
export interface Selection extends Omit<Subdivision, 'label'> {
  lead_in: string | null
  tail: string | null
  /** Of a row of a schedule: the headings, remarks and rows that govern it, then the names of the columns. */
  context?: string[] | undefined
}

/** An image or file in a text. */
export interface Attachment {
  kind: 'image' | 'file'
  /** File name as in the source. */
  name: string
  /** Offset in `text` before which it stands, in UTF-16 code units. */
  offset: number
  /** The source's description, empty without one. */
  description: string
  /** Absent if the corpus lacks the image itself. */
  image?: AttachedImage
}

/** An image of the corpus, by the hash of its bytes. */
export interface AttachedImage {
  /** SHA-256 in hex digits. */
  sha256: string
  media_type: 'image/jpeg' | 'image/png' | 'image/gif'
  /** Size in pixels. */
  width: number
  height: number
}

/**
 * A mark that the source states as an attribute: a reference to a footnote, the number of a note, a sign (the dash of a list item,
 * the colon after a term).
 */
export interface Mark {
  kind: 'footnote' | 'note' | 'sign'
  /** The printed mark: `1)`, `*`, `—`; empty if the source does not say. */
  mark: string
  /** Offset in `text` after which it is printed (UTF-16 code units); footnotes and dashes of items are printed before it. */
  offset: number
  /** Of a reference: its note in `footnotes`, `[start, end)` in UTF-16 code units. */
  note?: { start: number; end: number }
}

/** The typography of a run. `sentence` is the raised number of a sentence, `spaced` is letter-spaced. */
export type TextSpanKind = 'raised' | 'lowered' | 'bold' | 'italic' | 'underlined' | 'small' | 'spaced' | 'sentence'

/** A run of `text`, `[start, end)` in UTF-16 code units. Runs nest or are disjoint. */
export interface TextSpan {
  kind: TextSpanKind
  start: number
  end: number
}

/** A cell over several columns or rows. Rows and columns count from 0. */
export interface MergedCell {
  row: number
  column: number
  rows: number
  columns: number
}

/**
 * Appearance of a table, as far as the source states it. Each string is a row with a letter for each column up to its last
 * cell; a merged cell has the letter of its first column.
 */
export interface TableLook {
  /** Widths of the columns in percent. */
  widths?: number[]
  /** `l` left, `c` centred, `r` right, `j` justified. Absent if all are left. */
  alignment?: string[]
  /** `t` top, `m` middle, `b` bottom. Absent if all are at the top. */
  vertical_alignment?: string[]
  /** `r` a line on the right, `b` below, `x` both, `-` neither. Absent if the source does not say. */
  lines?: string[]
}

/** A table of `text`, `[start, end)` in UTF-16 code units. Rows are lines, cells are separated by tabs. */
export interface TextTable extends TableLook {
  start: number
  end: number
  columns: number
  /** Number of rows in its head. */
  head_rows: number
  merged: MergedCell[]
  /** Sides with a line: `topbot` is above and below, `sides` is left and right. */
  frame: 'all' | 'top' | 'bottom' | 'topbot' | 'sides' | 'none'
  /** Rows with centred text, in a form (a table of one column). */
  centred_rows: number[]
}
