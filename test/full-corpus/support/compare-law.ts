/** Compares what a document says with what the importer made of it. */
import { type MarkedText, type Run, type SourceLaw, type SourceNorm, visible } from './source-law.ts'

export interface HeldHeading {
  label: string
  title: string
  footnotes: string
}

export interface HeldNorm {
  documentId: string
  label: string
  heading: string
  text: string
  footnotes: string
  spans: readonly Run[]
  attachments: readonly { kind: string; name: string; offset: number }[]
  structure: readonly HeldHeading[]
}

/** A law as the importer or the bundle has it. */
export interface HeldLaw {
  documentId: string
  title: string
  notes: string
  sourceVersion: string | null
  promulgation: { gazette: string; reference: string; also: readonly { gazette: string; reference: string }[] } | null
  /** All headings of the law, in document order, those that became norms left out. */
  headings: readonly HeldHeading[]
  norms: readonly HeldNorm[]
}

export interface Comparison {
  elements: number
  /** Visible characters of texts and footnotes that were compared. */
  characters: number
  /** Headings whose title and footnotes were compared. */
  headings: number
  runs: number
  differences: string[]
}

/**
 * Characters as far as they must be the same: raised and lowered ones are those that they stand for, all dashes are alike,
 * and white space does not count.
 */
export function fold(text: string): string {
  return visible(visible(text).normalize('NFKC')).replace(/[\u2010-\u2015\u2212]/g, '-')
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

/** The headings of a law in their order: one that is found ends what stands before it. */
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
  const lost = differenceOf(source.text, held)
  if (lost !== undefined) report(documentId, `text: ${lost}`)
  else
    for (const what of [...runDifferences(source.text, held), ...fileDifferences(source.text, held)])
      report(documentId, what)
  compareFootnotes(source, held.footnotes, report)
  if (source.designation !== undefined && fold(held.heading) !== fold(source.title))
    report(documentId, `the heading is ${quote(held.heading)}, the source has ${quote(source.title)}`)
}

function compareFootnotes({ documentId, footnotes }: SourceNorm, held: string, report: Report): void {
  if (fold(footnotes.characters) !== fold(held))
    report(documentId, `footnotes: ${firstDifference(fold(footnotes.characters), fold(held))}`)
}

/** A heading must be among those of the law or be a norm; one that a norm carries must stand above this norm. */
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
    const above = held?.structure.some((one) => fold(one.label) === fold(label))
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

/**
 * The first difference of two texts. Characters are the same as they are; only in raised and lowered runs others may stand
 * for them.
 */
function differenceOf({ characters, runs }: MarkedText, held: HeldNorm): string | undefined {
  const found = visible(held.text)
  if (found === characters) return undefined
  if (found.length !== characters.length || fold(found) !== fold(characters))
    return firstDifference(fold(characters), fold(found))
  const set = new Uint8Array(characters.length)
  for (const { kind, start, end } of runs) if (/^(?:raised|lowered|sentence)$/.test(kind)) set.fill(1, start, end)
  const other = [...found.split('').keys()].find((place) => found[place] !== characters[place] && set[place] === 0)
  return other === undefined ? undefined : `${quote(around(characters, other))} is ${quote(around(found, other))}`
}

/** For each kind, the characters that are set so in the source and not in the text, or the other way round. */
function runDifferences(source: MarkedText, held: HeldNorm): string[] {
  const before = visibleBefore(held.text)
  const spans = held.spans.map(({ kind, start, end }) => ({ kind, start: before[start] ?? 0, end: before[end] ?? 0 }))
  const length = source.characters.length
  const differences: string[] = []
  for (const kind of new Set([...source.runs, ...spans].map((run) => run.kind))) {
    const [expected, found] = [covered(source.runs, kind, length), covered(spans, kind, length)]
    const other = expected.findIndex((value, place) => value !== found[place])
    if (other >= 0) {
      const what = expected[other] === 1 ? `is ${kind} in the source only` : `is ${kind} only in the text`
      differences.push(`${quote(around(source.characters, other))} ${what}`)
    }
  }
  const text = visible(held.text)
  for (const { kind, start, end } of source.runs) {
    const written = text.slice(start, end)
    const digits = /^[-\u2010-\u2015\u2212]?\d+$/.test(source.characters.slice(start, end))
    if (digits && /^(?:raised|lowered|sentence)$/.test(kind) && /[\d-]/.test(written))
      differences.push(`${kind} ${quote(written)} has Unicode forms and is not written with them`)
  }
  return differences
}

function covered(runs: readonly Run[], kind: string, length: number): Uint8Array {
  const set = new Uint8Array(length)
  for (const run of runs) if (run.kind === kind) set.fill(1, run.start, run.end)
  return set
}

function fileDifferences({ files }: MarkedText, held: HeldNorm): string[] {
  const before = visibleBefore(held.text)
  const written = (list: readonly { kind: string; name: string; at: number }[]) =>
    list.map(({ kind, name, at }) => `${kind} ${name} at ${at}`).join(', ')
  const found = written(held.attachments.map(({ kind, name, offset }) => ({ kind, name, at: before[offset] ?? 0 })))
  const expected = written(files)
  return expected === found ? [] : [`files: ${firstDifference(expected, found)}`]
}

/** For each place of a text how many visible characters stand before it. */
function visibleBefore(text: string): Uint32Array {
  const before = new Uint32Array(text.length + 1)
  for (let place = 0; place < text.length; place++)
    before[place + 1] = (before[place] as number) + (/\s/.test(text[place] as string) ? 0 : 1)
  return before
}

function firstDifference(expected: string, found: string): string {
  let at = 0
  while (at < expected.length && expected[at] === found[at]) at++
  const lengths = expected.length === found.length ? '' : ` (${expected.length} and ${found.length} characters)`
  return `the source has ${quote(around(expected, at))}, the text ${quote(around(found, at))}${lengths}`
}

const around = (text: string, at: number) => text.slice(Math.max(0, at - 15), at + 25)
const quote = (text: string) => JSON.stringify(text)
