/** The subdivisions of a norm in its text: their places, the repealed ones, and the words around them that carry them. */
import { isListed } from '../citation/norm-path.ts'
import type { Norm } from './corpus.ts'
import type { Subdivision } from './norm-text.ts'

/** `[start, end)` in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

export interface PlacedSubdivision extends Span {
  /** `abs:1/satz:2` */
  path: string
  /** Its last element's kind: `satz`. */
  kind: string
}

const kindOf = (path: string) => /([^/:]+):[^/]*$/.exec(path)?.[1] ?? ''

/**
 * Finds the text of each subdivision within its parent, after the previous one.
 * @param subdivisions in the order of the text, outer ones before inner ones
 */
export function placeSubdivisions(
  text: string,
  subdivisions: readonly Omit<Subdivision, 'status'>[],
): PlacedSubdivision[] {
  const placed = new Map<string, PlacedSubdivision>()
  /** Start offset of the search for the next part of a subdivision. */
  const next = new Map<string, number>()
  for (const { path, text: wording } of subdivisions) {
    const [parent, span] = parentOf(path, placed) ?? ['', { start: 0, end: text.length }]
    const from = next.get(parent) ?? span.start
    const start = text.indexOf(wording, from)
    if (wording === '' || start < 0 || start + wording.length > span.end) continue
    const end = start + wording.length
    placed.set(path, { path, kind: kindOf(path), start, end })
    next.set(parent, end)
  }
  return [...placed.values()]
}

/** The innermost found subdivision around a path. */
function parentOf<Part>(path: string, placed: ReadonlyMap<string, Part>): [string, Part] | undefined {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const parent = path.slice(0, at)
    const part = placed.get(parent)
    if (part !== undefined) return [parent, part]
  }
  return undefined
}

const MARK = String.raw`\(?(?:\d[\d.]*\p{Ll}{0,2}|\p{L}{1,3}(?=[.)]))[.)]*`
const MARKS = String.raw`${MARK}(?:\s*(?:bis|und|u\.|,|\p{Pd})\s*${MARK})*`
const GONE_WORDS =
  /weggefallen|wegefallen|aufgehoben|gestrichen|entf(?:ä|a)llt|entfallen|gegenstandslos|außer kraft(?: getreten)?|(?:durch zeitablauf )?überholt|nicht mehr anzuwenden|(?:nicht (?:mehr )?|un)(?:belegt|besetzt|vergeben)|(?<=\()frei|deleted|repealed/iu
/** A mark, and words in its place: `(3) bis (5) (weggefallen)`, `a) entfällt,`, `2. - -`. */
const GONE = new RegExp(
  String.raw`^(?:(?:Nr\.\s*)?${MARKS}(?:\s+|(?=\()))?[\d⁰¹²³⁴-⁹\s]*\(?(?:${GONE_WORDS.source})\)?[\s\p{Pd}.,;]*$|^${MARKS}\s*\p{Pd}[\s\p{Pd}]*$`,
  'iu',
)
const ONLY_MARK = new RegExp(`^(?:${MARKS})?\\s*$`, 'u')
/** Maximum length of a text that only says a part is gone. */
const LONGEST_GONE = 80

/**
 * Returns the parts of a norm that are gone: their text is only `(weggefallen)` or the like, or all their parts are gone.
 * @param parts in the order of the text, outer ones before inner ones
 */
export function goneParts(text: string, parts: readonly (Span & { path: string })[]): ReadonlySet<string> {
  const gone = new Set<string>()
  if (!GONE_WORDS.test(text) && !/\p{Pd}(?=$|[\s\p{Pd}]*\n)/u.test(text)) return gone
  const known = new Map(parts.map((part) => [part.path, part]))
  const within = Map.groupBy(parts, ({ path }) => parentOf(path, known)?.[0] ?? '')
  for (const { path, start, end } of parts.toReversed()) {
    const inner = within.get(path) ?? []
    const isSaid = end - start <= LONGEST_GONE && GONE.test(text.slice(start, end).trim())
    const isEmptied = inner.length > 0 && inner.every((part) => gone.has(part.path))
    if (isSaid || (isEmptied && ONLY_MARK.test(wordsOutside(text, { start, end }, inner)))) gone.add(path)
  }
  return gone
}

function wordsOutside(text: string, span: Span, inner: readonly Span[]): string {
  return gapsIn(span, inner)
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')
    .trim()
}

/** The gaps of a span between others in it, which are in the order of the text. */
function gapsIn({ start, end }: Span, inner: readonly Span[]): Span[] {
  const starts = [start, ...inner.map((part) => part.end)]
  return starts.map((from, index) => ({ start: from, end: Math.max(from, inner[index]?.start ?? end) }))
}

/**
 * Finds the words that carry a part below a sentence: on each level of the lists around it those before, between and after the
 * items, and the mark of an item if only a sentence of it is meant.
 * @returns spans in the order of the text, trimmed; empty for a part above the lists
 */
export function carriersOf({ text, subdivisions }: NormText, path: string): Record<'before' | 'after', Span[]> {
  const placed = placeSubdivisions(text, subdivisions)
  const known = new Map(placed.map((part) => [part.path, part]))
  const [before, after]: [Span[], Span[]] = [[], []]
  for (let part = known.get(path), around: typeof part; part !== undefined; part = around) {
    const { kind, start, end } = part
    const above = part.path.slice(0, Math.max(0, part.path.lastIndexOf('/')))
    around = known.get(above)
    const isItem = isListed(kind)
    // Sentences above the lists carry nothing.
    if (!isItem && !isListed(around?.kind ?? '')) break
    const beside = placed.filter((each) => isListed(each.kind) === isItem && isDirectlyWithin(each.path, above))
    const first = beside[0]?.start ?? start
    if (around === undefined) before.unshift(lineBefore(text, first))
    else if (!isItem) before.unshift({ start: around.start, end: first })
    else {
      // Between and after the rows of an annex there are other cells and headings.
      const gaps = gapsIn(around, beside).slice(0, path.includes('satz:') ? undefined : 1)
      before.unshift(...gaps.filter((gap) => gap.end <= start))
      after.push(...gaps.filter((gap) => gap.start >= end))
    }
  }
  const trimmed = (spans: readonly Span[]) =>
    spans.map((span) => trimmedSpan(text, span)).filter(({ start, end }) => start < end)
  return { before: trimmed(before), after: trimmed(after) }
}

type NormText = Pick<Norm, 'text' | 'subdivisions'>

const isDirectlyWithin = (path: string, above: string) =>
  path.lastIndexOf('/') === (above === '' ? -1 : above.length) && path.startsWith(above)

/** The unenclosed line before a list, if it announces the list. */
function lineBefore(text: string, start: number): Span {
  const end = text.slice(0, start).trimEnd().length
  return { start: text.charAt(end - 1) === ':' ? text.lastIndexOf('\n', end - 1) + 1 : end, end }
}

function trimmedSpan(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end)
  return { start: start + words.length - words.trimStart().length, end: start + words.trimEnd().length }
}

/** The words that carry a part, one line per level; `null` without any. */
export function carryingWords(norm: NormText, path: string): { lead_in: string | null; tail: string | null } {
  const { before, after } = carriersOf(norm, path)
  const words = (spans: readonly Span[]) =>
    spans.length === 0 ? null : joinedSpans(norm.text, spans, '\n').replaceAll('\u2028', '\n')
  return { lead_in: words(before), tail: words(after) }
}

/** Sign of an omission. */
const OMITTED = '[…]'

/** The words before and after a selected part that a quotation of it needs, with a sign for omissions between them; empty without any. */
export function quotedCarriers(norm: NormText & Pick<Norm, 'selection'>): { before: string; after: string } {
  const { path, text } = norm.selection ?? { path: '', text: '' }
  const { before, after } = carriersOf(norm, path)
  if (before.length + after.length === 0) return { before: '', after: '' }
  const part = placeSubdivisions(norm.text, norm.subdivisions).find((each) => each.path === path)
  const [start, end] = [part?.start ?? 0, (part?.start ?? 0) + text.length]
  const sign = (from: number, to: number) => (norm.text.slice(from, to).trim() === '' ? '' : OMITTED)
  const lines = (...words: string[]) => words.filter(Boolean).join('\n')
  const separated = (spans: readonly Span[]) => joinedSpans(norm.text, spans, `\n${OMITTED}\n`)
  return {
    before: before.length === 0 ? '' : lines(separated(before), sign(before.at(-1)?.end ?? start, start)),
    after: after.length === 0 ? '' : lines(sign(end, after[0]?.start ?? end), separated(after)),
  }
}

/** Joins spans of a text: with its own white space if only that is between them, else with `separator`. */
function joinedSpans(text: string, spans: readonly Span[], separator: string): string {
  return spans
    .map(({ start, end }, index) => {
      const between = text.slice(spans[index - 1]?.end ?? start, start)
      const joint = between.trim() === '' ? between : separator
      return (index === 0 ? '' : joint) + text.slice(start, end)
    })
    .join('')
}
