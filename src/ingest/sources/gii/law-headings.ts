/**
 * The structure of a law: headings (`gliederungseinheit`) with their place in the hierarchy.
 * `gliederungskennzahl` has three digits a level; levels may be skipped (articles often do), so that only the lengths
 * of two headings tell which stands above the other.
 */
import { pathValue, type StructureKind } from '../../../citation/norm-path.ts'
import { lineWithForms } from './raised-forms.ts'
import { childElement, lineOfText, type XmlElement } from './xml-reader.ts'

export interface Heading {
  /** `book`, `part`, `chapter`, `section`, `title` and their sub-levels, `article`, `item` or `heading`. */
  kind: string
  /** The number as the source writes it, ordinal words as figures: `2`, `IV`, `3a`; empty where it has none. */
  number: string
  /** The designation as the source writes it: `Zweiter Abschnitt`; empty for `-`. */
  label: string
  title: string
  /** The source's own number of the unit (`gliederungskennzahl`), and its length in levels. */
  code: string
  level: number
  footnotes: string
}

/** Reads the `gliederungseinheit` of a norm's `metadaten`; `undefined` where it has none. */
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

/** Stems of the words for structural levels, with the English names that norm paths and answers use. */
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
  if (following !== undefined) return { kind: following, number: ordinal(first) ?? first.replace(/[.)]+$/, '') }
  const mark = /^(\d+[a-z]*|[IVXLC]+[a-z]*|[A-Z]|[a-z]{1,2})[.)]+$/.exec(first)?.[1]
  return mark === undefined ? { kind: 'heading', number: '' } : { kind: 'item', number: mark }
}

const UNITS = [
  'erst',
  'zweit',
  'dritt',
  'viert',
  'fünft',
  'sechst',
  'siebt',
  'acht',
  'neunt',
  'zehnt',
  'elft',
  'zwölft',
]
const STEMS = ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun']
const TENS = ['zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig']

const ORDINALS = new Map<string, string>([
  ...UNITS.map((stem, index): [string, string] => [stem, String(index + 1)]),
  ['siebent', '7'],
  ...['drei', 'vier', 'fünf', 'sech', 'sieb', 'acht', 'neun'].map((stem, index): [string, string] => [
    `${stem}zehnt`,
    String(index + 13),
  ]),
  ...TENS.flatMap((tens, index): [string, string][] => [
    [`${tens}st`, String((index + 2) * 10)],
    ...STEMS.map((stem, unit): [string, string] => [`${stem}und${tens}st`, String((index + 2) * 10 + unit + 1)]),
  ]),
])

/** `Zweiter`, `ERSTES`, `Zweiunddreißigster` -> figures; `undefined` for what is no ordinal from 1 to 99. */
function ordinal(word: string): string | undefined {
  return ORDINALS.get(word.toLowerCase().replace(/(er|es|e|en)$/, ''))
}

const PATH_KINDS = new Set<string>(['book', 'part', 'chapter', 'section', 'title'] satisfies StructureKind[])

/** The heading as an element of a norm path, `undefined` where paths have no such kind or it has no number. */
export function headingElement(heading: Heading): { kind: StructureKind; value: string } | undefined {
  const value = pathValue(heading.number)
  return PATH_KINDS.has(heading.kind) && value !== '' ? { kind: heading.kind as StructureKind, value } : undefined
}

/** A heading with the norms below it: `[start, end)` among the norms of the law. */
export interface HeadingRange {
  heading: Heading
  /** How many headings stand above it. */
  depth: number
  start: number
  end: number
}

/** The headings of a law, and those above the place that a reader of the document has reached, outermost first. */
export class HeadingStack {
  #open: Heading[] = []
  readonly #all = new Map<Heading, HeadingRange>()

  /** A heading holds until the next one of the same or a higher level. @param norms how many norms stand before it */
  enter(heading: Heading, norms: number): void {
    const ended = this.#open.filter((open) => !standsAbove(open, heading))
    for (const each of ended) this.#end(each, norms)
    this.#open = this.#open.filter((open) => !ended.includes(open))
    if (isVisible(heading)) this.#all.set(heading, { heading, depth: this.current().length, start: norms, end: norms })
    this.#open.push(heading)
  }

  /** Says that a heading is itself a norm, the first of those that it was thought to head. */
  isNorm(heading: Heading): void {
    const headed = this.#all.get(heading)
    if (headed !== undefined) headed.start++
  }

  /**
   * All headings with a designation or a title, in the order of the document.
   * @param norms how many norms the law has
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
   * Takes the heading that a norm itself carries: most often it repeats an open one (`Art 246a` with `§ 1`), or has the code
   * of one. Else it opens a place of its own (`-` before a closing formula ends the article before it).
   */
  place(heading: Heading, norms: number): void {
    const repeats = this.#open.some(
      ({ label, level, code }) => code === heading.code || (label === heading.label && level <= heading.level),
    )
    if (!repeats) this.enter(heading, norms)
  }

  /** The open headings, those without designation and title left out. */
  current(): Heading[] {
    return this.#open.filter(isVisible)
  }
}

/** Whether an open heading goes on when another one begins: articles without a level of their own stand below parts. */
function standsAbove(open: Heading, heading: Heading): boolean {
  const { level, kind } = heading
  return (
    open.level < level ||
    (open.level === level && (kind === 'article' || !isVisible(heading)) && PATH_KINDS.has(open.kind))
  )
}

const isVisible = ({ label, title }: Heading) => label !== '' || title !== ''
