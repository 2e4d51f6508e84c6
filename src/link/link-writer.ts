/** The writers of links in the XML of documents. */
import type { Link } from './links.ts'
import type { XmlPart, XmlText } from './xml-part.ts'

/** The words of a link in a part of the package. */
export interface PlacedLink {
  link: Link
  /** The stretches of character data that have them, in order. */
  stretches: { text: XmlText; start: number; end: number }[]
}

/** Writes links into the parts of a package. */
export interface LinkWriter {
  /** Returns a part, read once. */
  part(name: string): Promise<XmlPart | undefined>
  /** @returns false if the words are a link already, or cannot be one */
  link(part: string, placed: PlacedLink): boolean
  /** The parts that change, and new ones. */
  finish(): Promise<ReadonlyMap<string, string>>
}
