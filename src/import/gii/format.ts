/** Format of gesetze-im-internet.de: file names, and the elements of the DTD (gii-norm 1.01). */
import type { TextSpanKind } from '../../model/norm-text.ts'

export const GII_FAMILY = 'gesetze-im-internet'

/** Table of contents of the site: title and address of every law. */
export const TOC_FILE = 'gii-toc.xml'

/** Archive of one law, `<code>/xml.zip`. */
export const LAW_ARCHIVE = 'xml.zip'

/** True for the name or path of an XML file. */
export function isXml(path: string): boolean {
  return /\.xml$/i.test(path)
}

/** True for the path of the archive of a law, as the site offers it (`bgb/xml.zip`) or as people keep it (`bgb.zip`). */
export function isArchive(path: string): boolean {
  return /\.zip$/i.test(path)
}

/** Document element of a law, and its child elements. */
export const DOCUMENT = 'dokumente'
export const NORM = 'norm'

/** Elements with text, and their allowed children, each at most once. */
export const TEXT_ELEMENTS = { norm: ['metadaten', 'textdaten'], textdaten: ['text', 'fussnoten'] }

/** Elements that `metadaten` may hold only once. */
export const SINGLE_METADATA = ['enbez', 'titel', 'gliederungseinheit']

/** Elements on lines of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'P Title Subtitle Ident LA DL DD TOC Content FnArea table row entry'.split(' '),
)

/** Elements for runs of text, and their meaning (`SP` is letter-spaced). */
export const RUNS: ReadonlyMap<string, TextSpanKind> = new Map([
  ['SUP', 'raised'],
  ['SUB', 'lowered'],
  ['B', 'bold'],
  ['I', 'italic'],
  ['U', 'underlined'],
  ['small', 'small'],
  ['SP', 'spaced'],
])

/**
 * Limits of one document. Larger ones are not laws, and would take memory and time from all others. The largest real values (all
 * of federal law, April 2026) are in brackets.
 */
export const LIMITS = {
  /** Bytes of a document (3.3 MB). */
  bytes: 16 * 1024 * 1024,
  /** Characters before the document element, and bytes searched for the abbreviation (some hundred). */
  prolog: 1024 * 1024,
  /** Elements of a document (57,000). */
  elements: 200_000,
  /** Attributes of an element (8). */
  attributes: 100,
  /** Levels of elements (60). */
  depth: 500,
  /** Characters without markup of a document (2.5 million), and of one norm (707,000). */
  documentCharacters: 3_600_000,
  normCharacters: 1_500_000,
  /** Signs and words that begin designations, per norm (1,249). */
  designations: 20_000,
  /** Abbreviations of the law in all norms of a document (3). */
  abbreviations: 100,
  /** Characters of a designation (42), and of a heading or title (825). */
  designation: 1000,
  title: 20_000,
} as const
