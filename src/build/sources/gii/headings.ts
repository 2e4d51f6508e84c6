/**
 * The structure of a law: headings (`gliederungseinheit`) with their place in the hierarchy.
 * `gliederungskennzahl` has three digits a level; levels may be skipped (articles often do), so that only the lengths
 * of two headings tell which stands above the other.
 */
import { pathValue, type StructureKind } from '../../../citation/norm-path.ts'
import { childElement, lineOfText, type XmlElement } from './xml-reader.ts'

export interface Heading {
  /** `book`, `part`, `chapter`, `section`, `title` and their sub-levels, `article`, `item` or `heading`. */
  kind: string
  /** The number as the source writes it, ordinal words as figures: `2`, `IV`, `3a`; empty where it has none. */
  number: string
  /** The designation as the source writes it: `Zweiter Abschnitt`; empty for `-`. */
  label: string
  title: string
  level: number
  footnotes: string
}

/** Reads the `gliederungseinheit` of a norm's `metadaten`; `undefined` where it has none. */
export function readHeading(metadata: XmlElement | undefined): Heading | undefined {
  const unit = childElement(metadata, 'gliederungseinheit')
  if (unit === undefined) return undefined
  const designation = lineOfText(childElement(unit, 'gliederungsbez'))
  const label = /^[-–—]?$/.test(designation) ? '' : designation
  return {
    ...classify(label),
    label,
    title: lineOfText(childElement(unit, 'gliederungstitel')),
    level: Math.max(1, Math.ceil(lineOfText(childElement(unit, 'gliederungskennzahl')).length / 3)),
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

/** The headings above the place that a reader of the document has reached, outermost first. */
export class HeadingStack {
  #open: Heading[] = []

  /** A heading holds until the next one of the same or a higher level. */
  enter(heading: Heading): void {
    this.#open = this.#open.filter(({ level }) => level < heading.level)
    this.#open.push(heading)
  }

  /**
   * Takes the heading that a norm itself carries: most often it repeats an open one (`Art 246a` with `§ 1`), where it
   * does not it opens a place of its own (`-` before a closing formula ends the article before it).
   */
  place(heading: Heading): void {
    const repeats = this.#open.some((open) => open.label === heading.label && open.level <= heading.level)
    if (!repeats) this.enter(heading)
  }

  /** The open headings, those without designation and title left out. */
  current(): Heading[] {
    return this.#open.filter((heading) => heading.label !== '' || heading.title !== '')
  }
}
