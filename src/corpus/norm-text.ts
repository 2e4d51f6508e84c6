/** What is known of the text of a norm: its parts, images, marks, runs and tables, each with its place. */

export interface Subdivision {
  path: string
  label: string
  text: string
}

export interface Attachment {
  kind: 'image' | 'file'
  /** File name as in the source. */
  name: string
  /** Place in `text` (UTF-16 code units) before which it stands. */
  offset: number
  /** The source's description, empty where it has none. */
  description: string
}

/** A mark that the source gives by an attribute and not as text: a reference to a footnote, the number of a note. */
export interface Mark {
  kind: 'footnote' | 'note'
  /** The mark as it is printed: `1)`, `*`; empty where the source does not tell. */
  mark: string
  /** Place in `text` (UTF-16 code units) behind which it is printed; of a footnote itself, before which. */
  offset: number
}

/** How a run of text is set. `sentence` is the raised number of a sentence, `spaced` is letter-spaced. */
export type TextSpanKind = 'raised' | 'lowered' | 'bold' | 'italic' | 'underlined' | 'small' | 'spaced' | 'sentence'

/** A run of `text` with a meaning of its own, `[start, end)` in UTF-16 code units. Runs nest or lie apart. */
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

/** A table of `text`, `[start, end)` in UTF-16 code units. Its rows are lines, its cells are parted by tabs. */
export interface TextTable {
  start: number
  end: number
  columns: number
  /** How many of its rows, from the first, are its head. */
  head_rows: number
  merged: MergedCell[]
  /** On which sides lines stand around it: `topbot` is above and below, `sides` is left and right. */
  frame: 'all' | 'top' | 'bottom' | 'topbot' | 'sides' | 'none'
  /** Rows whose text is centred, of a form: a table of one column. Empty for other tables. */
  centred_rows: number[]
}
