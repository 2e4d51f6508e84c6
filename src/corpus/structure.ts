/** The headings of laws. */

/** A heading of the law's structure, outermost first in lists. */
export interface StructureElement {
  /** `book`, `part`, `chapter`, `section`, `title`, their sub-levels (`subsection`), `article`, `item` or `heading`. */
  kind: string
  /** The number in the heading (`2`, `IV`, `3a`), empty if it has none. */
  number: string
  title: string
  /** The heading's designation as the source writes it: `Zweiter Abschnitt`. */
  label: string
  /** Footnotes of the heading itself, empty if there are none. */
  footnotes: string
}

/** A heading of a law's structure, with the norms under it. */
export interface LawHeading extends StructureElement {
  /** Number of headings above it. */
  level: number
  /** The norms under it: `[start, end)` among the norms of the law. */
  start: number
  end: number
  /** Of an outline that leaves norms out: all norms under it. */
  extent?: HeadingExtent
}

/** The norms of a heading. */
export interface HeadingExtent {
  /** Number of all norms under it, and of its own text, if it has one. */
  norm_count: number
  /** Path and designation of the first and last section or article, or norm of any kind; `null` if there are none. */
  first: { norm: string; label: string } | null
  last: { norm: string; label: string } | null
}

/** A part of a law: a heading with those above it, outermost first, and the norms under it. */
export interface PartOfLaw {
  place: StructureElement[]
  extent: HeadingExtent
}
