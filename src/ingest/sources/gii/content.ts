/** What the content of a norm (`text` or `fussnoten`) says: its text, and what stands where in it. */
import type { Attachment, Mark, TextSpan, TextTable } from '../../../corpus/norm-text.ts'
import type { Span } from './text-writer.ts'

/** A list item, with its items below. `label` is its mark as the source writes it: `1.`, `a)`. */
export interface ListItem extends Span {
  label: string
  items: ListItem[]
}

/** A row of a table. */
export interface TableLine extends Span {
  /** Which table of the content it belongs to. */
  table: number
  isHead: boolean
  /** Where its first cell ends. */
  firstEnd: number
  /** The lists in its cells. */
  items: ListItem[]
  /** The items of the list item that the table stands in; `undefined` for a table that stands in none. */
  into: ListItem[] | undefined
}

/** A `P` of the content, with the lists in it. */
export interface Paragraph extends Span {
  items: ListItem[]
}

export interface Content {
  text: string
  attachments: Attachment[]
  /** Marks that the source gives by attributes, in the order of the text. */
  marks: Mark[]
  /** Runs of the text with a meaning of their own, in the order of the text, outer ones before inner ones. */
  spans: TextSpan[]
  /** Tables that stand in no other, in the order of the text. */
  tables: TextTable[]
  /** Rows of tables that stand in no other; one may begin with the number of a part. */
  rows: TableLine[]
  /** Paragraphs and what stands between them, in the order of the text; footnotes are not among them. */
  paragraphs: Paragraph[]
  /** Where the footnotes at the end of the text begin; the length of the text where there are none. */
  bodyEnd: number
}

/*FILEDOC Stretches of a text in its order. */

/** The first index for which a condition holds that holds from there on; the length if it never does. */
export function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Groups stretches by the place that they begin after.
 * @param places in their order, as are the stretches
 * @param end stretches that begin there or later are left out
 * @returns those before the first place, then those of each place up to the next one
 */
export function groupByStart<Stretch extends Span>(
  stretches: readonly Stretch[],
  places: readonly Pick<Span, 'start'>[],
  end: number,
): Stretch[][] {
  let next = 0
  return [...places.map(({ start }) => start), end].map((to) => {
    const group: Stretch[] = []
    for (let stretch = stretches[next]; stretch !== undefined && stretch.start < to; stretch = stretches[++next]) {
      group.push(stretch)
    }
    return group
  })
}
