/**
 * The headings of a law (`gliederungseinheit`) and their hierarchy. A `gliederungskennzahl` has three digits per level.
 * Levels may be skipped, as articles often do, so that only the lengths tell which of two headings is above the other.
 */
import { pathValue, type StructureKind } from '../../citation/norm-path.ts'
import { parseOrdinal, parseRoman } from '../../citation/numerals.ts'
import { lineWithForms } from '../raised-forms.ts'
import { childElement, lineOfText, type XmlElement } from '../xml-tree.ts'

export interface Heading {
  /** `book`, `part`, `chapter`, `section`, `title` and their sub-levels, `article`, `item` or `heading`. */
  kind: string
  /** The number as the source writes it, or an ordinal word as digits: `2`, `IV`, `3a`; empty if there is none. */
  number: string
  /** The designation as the source writes it: `Zweiter Abschnitt`; empty for `-`. */
  label: string
  title: string
  /** The `gliederungskennzahl`, and its length in levels. */
  code: string
  level: number
  footnotes: string
}

/** Reads the `gliederungseinheit` of a norm's `metadaten`; `undefined` if it has none. */
export function readHeading(metadata: XmlElement | undefined): Heading | undefined {
  const unit = childElement(metadata, 'gliederungseinheit')
  if (unit === undefined) return undefined
  const designation = lineOfText(childElement(unit, 'gliederungsbez'))
  const label = /^[-–—]?$/.test(designation) ? '' : designation
  const code = lineOfText(childElement(unit, 'gliederungskennzahl'))
  return {
    ...classify(label),
    label,
    title: lineWithForms(childElement(unit, 'gliederungstitel')),
    code,
    level: Math.max(1, Math.ceil(code.length / 3)),
    footnotes: '',
  }
}

/** Words for structural levels, with the names in norm paths and answers. */
const LEVEL_WORDS: [stem: string, kind: string][] = [
  ['unterabschnitt', 'subsection'],
  ['unterkapitel', 'subchapter'],
  ['untertitel', 'subtitle'],
  ['unterartikel', 'article'],
  ['abschnitt', 'section'],
  ['abschitt', 'section'],
  ['abteilung', 'division'],
  ['kapitel', 'chapter'],
  ['titel', 'title'],
  ['buch', 'book'],
  ['teil', 'part'],
  ['artikel', 'article'],
  ['art', 'article'],
  ['§', 'article'],
]

/** Finds kind and number of a heading: `Abschnitt 2`, `Zweiter Abschnitt`, `2. Abschnitt`, `Art 246a`, `A.`. */
function classify(label: string): { kind: string; number: string } {
  const words = label.split(/[\s ,:]+/).filter(Boolean)
  const [first = '', second = ''] = words
  const kindOf = (word: string) => LEVEL_WORDS.find(([stem]) => stem === word.toLowerCase().replace(/\.$/, ''))?.[1]
  const leading = kindOf(first)
  if (leading !== undefined) {
    const number = leading === 'article' ? words.slice(1).join(' ') : second.replace(/[.)]+$/, '')
    return { kind: leading, number }
  }
  const following = kindOf(second)
  if (following !== undefined)
    return { kind: following, number: parseOrdinal(first)?.toString() ?? first.replace(/[.)]+$/, '') }
  const mark = /^(\d+[a-z]*|[IVXLC]+[a-z]*|[A-Z]|[a-z]{1,2})[.)]+$/.exec(first)?.[1]
  return mark === undefined ? { kind: 'heading', number: '' } : { kind: 'item', number: mark }
}

const PATH_KINDS = new Set<string>(['book', 'part', 'chapter', 'section', 'title'] satisfies StructureKind[])

/** Returns the heading as an element of a norm path; `undefined` if it has no number, or paths do not have its kind. */
export function headingElement(heading: Heading): { kind: StructureKind; value: string } | undefined {
  const value = pathValue(heading.number)
  return PATH_KINDS.has(heading.kind) && value !== '' ? { kind: heading.kind as StructureKind, value } : undefined
}

/** A heading with the norms below it, `[start, end)` among the norms of the law. */
export interface HeadingRange {
  heading: Heading
  /** Number of headings above it. */
  depth: number
  start: number
  end: number
}

/** Collects the headings of a law. The open ones, outermost first, are above the current place in the document. */
export class HeadingStack {
  #open: Heading[] = []
  readonly #all = new Map<Heading, HeadingRange>()

  /** Opens a heading, up to the next one of the same or a higher level. @param norms number of norms before it */
  enter(heading: Heading, norms: number): void {
    const like = this.#open.findLast(({ kind }) => kind === heading.kind)
    if (like !== undefined && like.level < heading.level && isNext(like, heading)) heading.level = like.level
    const ended = this.#open.filter((open) => !standsAbove(open, heading))
    for (const each of ended) this.#end(each, norms)
    this.#open = this.#open.filter((open) => !ended.includes(open))
    if (isVisible(heading)) this.#all.set(heading, { heading, depth: this.current().length, start: norms, end: norms })
    this.#open.push(heading)
  }

  /** Tells that a heading is itself a norm, the first of those below it so far. */
  isNorm(heading: Heading): void {
    const headed = this.#all.get(heading)
    if (headed !== undefined) headed.start++
  }

  /**
   * Returns all headings with a designation or a title, in the order of the document.
   * @param norms number of norms of the law
   */
  finish(norms: number): HeadingRange[] {
    for (const heading of this.#open) this.#end(heading, norms)
    this.#open = []
    return [...this.#all.values()]
  }

  #end(heading: Heading, norms: number): void {
    const headed = this.#all.get(heading)
    if (headed !== undefined) headed.end = norms
  }

  /**
   * Places the heading in a norm element. Most repeat an open heading (`Art 246a` with `§ 1`) or its code. Others are opened:
   * `-` before a closing formula ends the article before it.
   */
  place(heading: Heading, norms: number): void {
    const repeats = this.#open.some(
      ({ label, level, code }) => code === heading.code || (label === heading.label && level <= heading.level),
    )
    if (!repeats) this.enter(heading, norms)
  }

  /** Returns the open headings that have a designation or a title. */
  current(): Heading[] {
    return this.#open.filter(isVisible)
  }
}

/** True for `Abschnitt 8` after `Abschnitt 7`, `4a` after `4`: a sibling, even if its code places it below. */
function isNext({ kind, number: before }: Heading, { number }: Heading): boolean {
  if (kind === 'heading' || kind === 'item' || kind === 'article') return false
  const [last, next] = [before, number].map((each) => /^(\d+|[IVXLC]+)([a-z]?)$/.exec(each))
  if (!last || !next) return false
  const [from, to] = [last, next].map(([, value = '']) => parseRoman(value) ?? Number(value)) as [number, number]
  const [letter = '', nextLetter = ''] = [last[2], next[2]]
  if (nextLetter === '') return to === from + 1
  return to === from && nextLetter === (letter === '' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1))
}

/** True if a heading stays open when another begins: articles without a level of their own are below parts. */
function standsAbove(open: Heading, heading: Heading): boolean {
  const { level, kind } = heading
  return (
    open.level < level ||
    (open.level === level && (kind === 'article' || !isVisible(heading)) && PATH_KINDS.has(open.kind))
  )
}

const isVisible = ({ label, title }: Heading) => label !== '' || title !== ''
