/** The content of a norm (`text` or `fussnoten`): its text, and the offsets of its parts. */
import type { Attachment, Mark, TextSpan, TextTable } from '../../model/norm-text.ts'
import type { Span } from '../text-writer.ts'

/** A parsed mark: a number or a letter; of a part of a row also an Absatz. */
export interface ItemMark {
  kind: 'nr' | 'buchst' | 'abs'
  /** As in a path: `1`, `2a`, `aa`, `iv`, `vorbem.3`. */
  value: string
}

/** A list item with the items below it. `label` is its mark as the source writes it: `1.`, `a)`. */
export interface ListItem extends Span {
  label: string
  /** Its mark if the label alone does not tell it: that of a row, a remark, a section of an annex. */
  mark?: ItemMark
  items: ListItem[]
}

/** A row of a table. */
export interface TableLine extends Span {
  /** Index of its table in the content. */
  table: number
  isHead: boolean
  /** End of its first cell. */
  firstEnd: number
  /** The lists in its cells. */
  items: ListItem[]
  /** The items of the list item that the table is in; `undefined` if it is in none. */
  into: ListItem[] | undefined
}

/** A `P` element with the lists in it. */
export interface Paragraph extends Span {
  items: ListItem[]
}

export interface Content {
  text: string
  attachments: Attachment[]
  /** Marks that the source gives by attributes, in the order of the text. */
  marks: Mark[]
  /** Marked-up runs in the order of the text, outer ones before inner ones. */
  spans: TextSpan[]
  /** Tables in the order of the text, without those within others. */
  tables: TextTable[]
  /** Rows of these tables; one may begin with the number of a part. */
  rows: TableLine[]
  /** Paragraphs in the order of the text, without those of footnotes. */
  paragraphs: Paragraph[]
  /** Ends of sentences, where the source marks them. */
  sentenceEnds: number[]
  /** Start of the footnotes at the end of the text; the length of the text if there are none. */
  bodyEnd: number
}

/**
 * Groups spans by the place after which they begin.
 * @param spans in the order of the text, as are the places
 * @param end spans from here on are left out
 * @returns those before the first place, then those from each place to the next one
 */
export function groupByStart<Part extends Span>(
  spans: readonly Part[],
  places: readonly Pick<Span, 'start'>[],
  end: number,
): Part[][] {
  let next = 0
  return [...places.map(({ start }) => start), end].map((to) => {
    const first = next
    while (next < spans.length && (spans[next] as Part).start < to) next++
    return spans.slice(first, next)
  })
}
