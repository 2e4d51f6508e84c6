/** Compares a document with the importer's result. */
import { firstDifference, fold, type HeldText, quote, textDifferences } from './compare-text.ts'
import type { SourceLaw, SourceNorm } from './source-law.ts'

export interface HeldHeading {
  label: string
  title: string
  footnotes: string
}

export interface HeldNorm extends HeldText {
  documentId: string
  label: string
  heading: string
  footnotes: string
  structure: readonly HeldHeading[]
}

/** A law as the importer or the bundle has it. */
export interface HeldLaw {
  documentId: string
  title: string
  notes: string
  sourceVersion: string | null
  promulgation: { gazette: string; reference: string; also: readonly { gazette: string; reference: string }[] } | null
  /** All headings of the law in document order, except those that became norms. */
  headings: readonly HeldHeading[]
  norms: readonly HeldNorm[]
}

export interface Comparison {
  elements: number
  /** Visible characters of compared texts and footnotes. */
  characters: number
  /** Headings with compared titles and footnotes. */
  headings: number
  runs: number
  differences: string[]
}

/** Compares a whole document. */
export function compareLaw(source: SourceLaw, held: HeldLaw): Comparison {
  const differences: string[] = []
  const report: Report = (element, what) => differences.push(`${source.documentId} ${element}: ${what}`)
  const byId = new Map(held.norms.map((norm) => [norm.documentId, norm]))
  const comparison = { elements: source.norms.length, characters: 0, headings: 0, runs: 0, differences }
  const headings = new HeadingList(held.headings)
  if (held.norms.length !== byId.size) report('', 'two norms have the same document number')
  for (const [place, norm] of source.norms.entries()) {
    const found = byId.get(norm.documentId)
    comparison.characters += norm.text.characters.length + norm.footnotes.characters.length
    comparison.runs += norm.text.runs.length
    if (found !== undefined) compareNorm(norm, found, report)
    else if (norm.text.characters !== '' || norm.text.files.length > 0) report(norm.documentId, 'the text is missing')
    else if (norm.designation !== undefined && place > 0) report(norm.documentId, `${norm.designation} is missing`)
    if (place === 0) compareFootnotes(norm, held.notes, report)
    else if (norm.heading !== undefined) {
      comparison.headings++
      compareHeading(norm, norm.heading, found, headings, report)
    }
  }
  compareHeader(source, held, report)
  return comparison
}

type Report = (element: string, what: string) => void

/** The headings of a law in order: a match skips all earlier ones. */
class HeadingList {
  readonly #headings: readonly HeldHeading[]
  #place = 0

  constructor(headings: readonly HeldHeading[]) {
    this.#headings = headings
  }

  next(label: string, title: string): HeldHeading | undefined {
    const found = this.#headings.findIndex((one, place) => {
      return place >= this.#place && fold(one.label) === fold(label) && fold(one.title) === fold(title)
    })
    if (found < 0) return undefined
    this.#place = found + 1
    return this.#headings[found]
  }
}

function compareHeader(source: SourceLaw, held: HeldLaw, report: Report): void {
  const [header] = source.norms
  if (header === undefined) return
  const same = (what: string, expected: string, found: string) => {
    if (expected !== found) report(header.documentId, `${what} ${quote(found)}, the source has ${quote(expected)}`)
  }
  same('the title is', fold(source.longTitle), fold(held.title))
  same('the version is', source.builddate, held.sourceVersion ?? '')
  const places = held.promulgation === null ? [] : [held.promulgation, ...held.promulgation.also]
  const written = (list: readonly { gazette: string; reference: string }[]) =>
    list.map(({ gazette, reference }) => `${gazette} ${reference}`).join('; ')
  same('the promulgation is', written(source.gazettes), written(places))
}

function compareNorm(source: SourceNorm, held: HeldNorm, report: Report): void {
  const { documentId } = source
  for (const what of textDifferences(source.text, held)) report(documentId, what)
  compareFootnotes(source, held.footnotes, report)
  if (source.designation !== undefined && fold(held.heading) !== fold(source.title))
    report(documentId, `the heading is ${quote(held.heading)}, the source has ${quote(source.title)}`)
}

function compareFootnotes({ documentId, footnotes }: SourceNorm, held: string, report: Report): void {
  if (fold(footnotes.characters) !== fold(held))
    report(documentId, `footnotes: ${firstDifference(fold(footnotes.characters), fold(held))}`)
}

/** A heading must be a heading of the law or a norm; a norm's own heading must stand above it. */
function compareHeading(
  source: SourceNorm,
  heading: NonNullable<SourceNorm['heading']>,
  held: HeldNorm | undefined,
  headings: HeadingList,
  report: Report,
): void {
  const { documentId, designation } = source
  const { label, title } = heading
  const nameless = label === '' && title === ''
  if (designation !== undefined) {
    // Some headings have their title in the designation, and norms below repeat only the number.
    const above = held?.structure.some((one) => fold(one.label).startsWith(fold(label)))
    if (!nameless && !above) report(documentId, `its heading ${quote(`${label} ${title}`)} does not stand above it`)
  } else if (held !== undefined) {
    if (fold(held.label) !== fold(label) || fold(held.heading) !== fold(title))
      report(documentId, `the heading ${quote(`${label} ${title}`)} became ${quote(`${held.label} ${held.heading}`)}`)
  } else if (!nameless || source.footnotes.characters !== '') {
    const found = headings.next(label, title)
    if (found === undefined) report(documentId, `the heading ${quote(`${label} ${title}`)} is missing`)
    else compareFootnotes(source, found.footnotes, report)
  }
}
