/** Writers of links in the XML of documents. */
import type { Link } from './links.ts'
import type { XmlPart, XmlText } from './xml-part.ts'

/** The words of a link in a part of the package. */
export interface PlacedLink {
  link: Link
  /** Their stretches of character data, in order. */
  stretches: { text: XmlText; start: number; end: number }[]
}

/** Writes links into a part of a package. */
export interface PartLinks {
  readonly xml: XmlPart
  /** @returns false if the words already are a link, or cannot be one */
  add(placed: PlacedLink): boolean
  /** The changed parts, and new ones. */
  changes(): Iterable<readonly [name: string, xml: string]>
}

/** Reads a part of a package by name. */
export type ReadPart = (name: string) => Promise<PartLinks | undefined>
