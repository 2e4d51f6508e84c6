/** Finds the citations of a quotation, and whether its words are given as those of the cited norm. */

import { splitSentences } from '../../citation/sentences.ts'
import type { Quotation } from '../../citation/text/quotations.ts'
import { firstIndex } from '../../util/binary-search.ts'
import { lazy } from '../../util/lazy.ts'
import signals from './attribution.json' with { type: 'json' }

/** A span of a text, in UTF-16 code units. */
interface Span {
  start: number
  end: number
}

/** A citation of a quotation. */
export interface Attribution<Cited> {
  citation: Cited
  /** True if the sentence gives the words as those of the norm, and names no other possible source. */
  isGiven: () => boolean
}

/** Maximum distance around a quotation at which its sentence is searched for. */
const LONGEST_AROUND = 1200
/** A paragraph end: no sentence crosses it. */
const PARAGRAPH_END = /\n[ \t\r]*\n|\ufffc/g

const patternsOf = (words: string) => words.replaceAll(' ', '|')
/** Matches any of some words, given as patterns. */
const anyOf = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${patternsOf(words)})(?![\\p{L}\\p{N}])`, 'u')

/** Other sources of quotations: courts, decisions, literature, documents, contracts. */
const OTHER_SOURCE = anyOf(signals.other_sources)
/** Verbs of saying and writing. */
const SPEECH = anyOf(signals.speech)
/** Words between a norm and its words: `§ 242 BGB lautet:`, `„…“, so bestimmt es § 242 BGB`. */
const LINKING = new RegExp(`^(?:${patternsOf(signals.linking)})$`, 'u')
/** Words before a citation that introduce the content of the norm: `Nach § 433 BGB ist der Verkäufer „…“`. */
const ACCORDING =
  /(?<![\p{L}\p{N}])(?:nach|gemäß|gem\.?|laut|lt\.?|in|aus|entsprechend|im Sinne (?:von|des|der)|i\.\s?S\.\s?(?:d|v)\.|gegen|wegen|Wortlaut (?:von|des|der)|Tatbestand des)\s*$/iu
/** A norm that others comment on: `zu § 242 BGB: „…“`. */
const ABOUT =
  /(?<![\p{L}\p{N}])(?:zu|zum|zur|über|bei|hinsichtlich|betreffend|Auslegung (?:von|des)|unter Hinweis auf|mit Blick auf)\s*$/iu
/** Between words and their norm: `„…“ nach § 433 BGB` may be about anyone's words. */
const FOLLOWING = new RegExp(String.raw`[()\[\],.:;–—-]|(?<!\p{L})(?:${patternsOf(signals.verbs)})`, 'iu')
/** After a citation that begins its sentence: `§ 433 BGB verpflichtet den Verkäufer, „…“`. */
const SUBJECT = new RegExp(String.raw`^\s*(?:${patternsOf(signals.verbs)})`, 'iu')
const LITERAL = /(?<!\p{L})(?:lautet|lauten|heißt es|Wortlaut|Fassung|bestimmt|regelt|:?\s*\()/iu
const LONGEST_GAP = 160
/** Maximum number of marks before a citation at the end of a block, or before the reference to a note. */
const LONGEST_MARKS = 6
/** Maximum length of words after a citation in brackets that may name another source: `(§ 242 BGB; BGH NJW 2001, 123)`. */
const LONGEST_BEHIND = 60

/** The quotations and citations of a text, and its sentences without them. */
export class QuotedText<Cited extends Span> {
  readonly #text: string
  /** The text with quotations replaced by letters, so that nothing within them ends a sentence. */
  readonly #masked: string
  /** Its words with citations replaced by blanks. */
  readonly #bare: string
  readonly #citations: readonly Cited[]
  readonly #notes: ReadonlyMap<number, number>

  /** @param citations in order, except those that belong to a quotation around them */
  constructor(text: string, quotations: readonly Quotation[], citations: readonly Cited[]) {
    this.#text = text
    this.#citations = citations
    this.#notes = notesOf(text)
    const ended = (quoted: Quotation) =>
      /[.!?][\s"“”«]*$/.test(text.slice(Math.max(quoted.from, quoted.to - 8), quoted.to)) ? '.' : 'x'
    this.#masked = replaced(text, quotations, (each) => `${'x'.repeat(each.end - each.start - 1)}${ended(each)}`)
    this.#bare = replaced(this.#masked, citations, ({ start, end }) => ' '.repeat(end - start))
  }

  /** The citations of a quotation, the nearest first. */
  attributions(quoted: Quotation): Attribution<Cited>[] {
    const sentence = this.#sentenceOf(quoted)
    const own = this.#bare.slice(sentence.start, quoted.start) + this.#bare.slice(quoted.end, sentence.end)
    const found: (Attribution<Cited> & { distance: number })[] = []
    for (const citation of this.#near(sentence.start, quoted.end + LONGEST_GAP)) {
      const isBefore = citation.end <= quoted.start
      if (!isBefore && citation.start < quoted.end) {
        if (this.#edgeOf(quoted, citation) !== undefined) found.push({ citation, isGiven: () => true, distance: 0 })
        continue
      }
      const gap = isBefore ? this.#bare.slice(citation.end, quoted.start) : this.#bare.slice(quoted.end, citation.start)
      const isWithin = isBefore || citation.end <= sentence.end
      const isNext = !isBefore && /^[\s.,;\ufffc\ufffb]*(?:[([–—-]|so\s|$)/i.test(gap) && isLinking(gap)
      if (!isWithin && !isNext) continue
      const isGiven = lazy(() =>
        isBefore ? this.#introduces(citation, gap, own, sentence.start) : this.#follows(citation, gap, own, isWithin),
      )
      found.push({ citation, isGiven, distance: gap.length })
    }
    const note = this.#noteOf(quoted)
    for (const citation of note === undefined ? [] : this.#near(note.start, note.end)) {
      const before = this.#bare.slice(note?.start, citation.start)
      const isGiven = lazy(() => isLinking(before) && !this.#namesOthers(`${own} ${before}`, citation.end))
      found.push({ citation, isGiven, distance: before.length })
    }
    return found.sort((a, b) => a.distance - b.distance).map(({ citation, isGiven }) => ({ citation, isGiven }))
  }

  /** A quotation without the citations at the edges of a block. */
  withoutCitations(quoted: Quotation): Quotation {
    let { from, to } = quoted
    for (const citation of quoted.isBlock ? this.#near(from, to) : []) {
      const edge = this.#edgeOf({ ...quoted, from, to }, citation)
      if (edge === 'start') from = citation.end
      else if (edge === 'end') to = citation.start
    }
    return { ...quoted, from, to }
  }

  /** Returns where a citation stands: at the beginning of a block, or in brackets, after a dash or on its own line at the end. */
  #edgeOf({ from, to, isBlock }: Quotation, { start, end }: Cited): 'start' | 'end' | undefined {
    if (!isBlock) return undefined
    if (/^[\s\ufff9\ufffc]*$/.test(this.#text.slice(from, start))) return 'start'
    const isLast = /^[\s.)\]\ufffb\ufffc]*$/.test(this.#text.slice(end, to))
    const before = this.#text.slice(Math.max(from, start - LONGEST_MARKS), start)
    return isLast && /(?:[([–—-]|[\n\ufffc])\s*$/.test(before) ? 'end' : undefined
  }

  #follows(citation: Cited, gap: string, sentence: string, isWithin: boolean): boolean {
    const isOfOthers = () => this.#namesOthers(`${sentence} ${gap}`, isWithin ? undefined : citation.end)
    return isLinking(gap) && FOLLOWING.test(gap) && !isOfOthers()
  }

  /** True if words, or those after a citation, name another source. */
  #namesOthers(words: string, citationEnd?: number): boolean {
    const rest =
      citationEnd === undefined
        ? ''
        : this.#bare.slice(citationEnd, citationEnd + LONGEST_BEHIND).split(/[.)\]\ufffc]/, 1)[0]
    const others = `${words} ${rest}`
    return OTHER_SOURCE.test(others) || SPEECH.test(others)
  }

  /** The note of a quotation: up to its first paragraph end. */
  #noteOf({ from, to, end, isBlock }: Quotation): Span | undefined {
    const [first, last] = isBlock ? [Math.max(from, to - LONGEST_MARKS), to] : [end, end + LONGEST_MARKS]
    const [, before = ''] = /^([^\ufffa]*)\ufffa/.exec(this.#text.slice(first, last)) ?? []
    const start = this.#notes.get(first + before.length)
    if (start === undefined || !(isBlock || /^[\s.,;:!?)\]]*$/.test(before))) return undefined
    const paragraphEnd = this.#text.indexOf('\ufffc', start)
    return { start, end: paragraphEnd < 0 ? this.#text.length : paragraphEnd }
  }

  #introduces(citation: Cited, gap: string, sentence: string, start: number): boolean {
    const before = this.#bare.slice(Math.max(0, citation.start - 30), citation.start)
    const linking = isLinking(gap)
    if (linking && LITERAL.test(gap) && !ABOUT.test(before)) return true
    if (OTHER_SOURCE.test(sentence) || SPEECH.test(sentence)) return false
    if (ABOUT.test(before)) return false
    if (/[:(]\s*$/.test(gap) || (linking && /\S/.test(gap))) return true
    const isSubject = SUBJECT.test(gap) && !/[\p{L}\p{N}]/u.test(this.#bare.slice(start, citation.start))
    return (isSubject || ACCORDING.test(before)) && gap.length <= LONGEST_GAP && !/[:;]/.test(gap)
  }

  /** The sentence of a quotation; for one that stands alone, its introduction. */
  #sentenceOf({ start, end, isBlock }: Quotation): Span {
    const from = Math.max(0, start - LONGEST_AROUND)
    const around = this.#masked.slice(from, end + LONGEST_AROUND)
    const bound = lastParagraphEnd(around, start - from)
    const next = around.slice(end - from).search(/\n[ \t\r]*\n|\ufffc/)
    const until = next < 0 ? around.length : end - from + next
    const spans = splitSentences(around.slice(bound, until)).map(
      ([first, last]) => [bound + first, bound + last] as const,
    )
    const index = spans.findIndex(([first, last]) => first <= start - from && start - from < last)
    const [first = bound, last = until] = spans[index] ?? []
    let at = first
    const isAlone = !/[\p{L}\p{N}]/u.test(around.slice(first, start - from))
    if (isAlone && index > 0) {
      const [before, behind] = spans[index - 1] as readonly [number, number]
      if (/:\s*$/.test(around.slice(before, behind))) at = before
    } else if (isAlone) at = this.#introduction(around, bound, isBlock) ?? first
    return { start: from + at, end: Math.max(from + last, end) }
  }

  /** The beginning of the sentence before a paragraph, if it introduces it. */
  #introduction(around: string, bound: number, isBlock: boolean): number | undefined {
    const before = around.slice(0, bound).replace(/[\s\ufffc\ufff9\ufffb]+$/, '')
    if (before === '' || !(before.endsWith(':') || isBlock)) return undefined
    const paragraph = lastParagraphEnd(before, before.length)
    const [start = 0] = splitSentences(before.slice(paragraph)).at(-1) ?? []
    return paragraph + start
  }

  *#near(from: number, to: number): Generator<Cited> {
    const all = this.#citations
    const first = firstIndex(all.length, (index) => (all[index] as Cited).start >= from)
    for (let index = first; (all[index]?.start ?? to) < to; index++) yield all[index] as Cited
  }
}

/** True if only linking words and punctuation stand between a norm and a quotation. */
function isLinking(gap: string): boolean {
  if (gap.length > LONGEST_GAP) return false
  const words = gap.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => LINKING.test(word))
}

/** The beginnings of the notes of quotations, by the places of their references. */
function notesOf(text: string): Map<number, number> {
  const notes = new Map<number, number>()
  const references: number[] = []
  for (const { index } of text.matchAll(/\ufffa/g)) {
    if (text[index - 1] !== '\n') references.push(index)
    else if (references.length > 0) notes.set(references.shift() as number, index + 1)
  }
  return notes
}

function lastParagraphEnd(text: string, before: number): number {
  let end = 0
  for (const { 0: found, index } of text.slice(0, before).matchAll(PARAGRAPH_END)) end = index + found.length
  return end
}

/** Replaces spans of a text, which are in order and disjoint, by words of equal length. */
function replaced<Each extends Span>(text: string, spans: readonly Each[], by: (span: Each) => string): string {
  const parts: string[] = []
  let at = 0
  for (const span of spans) {
    if (span.start < at) continue
    parts.push(text.slice(at, span.start), by(span))
    at = span.end
  }
  return [...parts, text.slice(at)].join('')
}
