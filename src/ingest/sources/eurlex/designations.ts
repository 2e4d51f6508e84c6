/** The designations and titles of headings, articles and annexes. */
import { pathValue } from '../../../citation/norm-path.ts'
import { parseRoman } from '../../../citation/numerals.ts'
import type { NormRange } from '../../../corpus/parsed-law.ts'
import { childElement, childElements, type XmlElement } from '../xml-tree.ts'
import { lineWithoutNotes } from './act-parts.ts'
import type { FormexContent } from './formex-writer.ts'
import { labelValue, readNumber } from './item-marks.ts'
import { headingKind } from './words.ts'

/** What consolidations have in the place of a deleted article. */
const DELETED = /^[\s_–—−.-]*$/
const DELETED_HEADING = /^\(?(?:deleted|gestrichen|aufgehoben|supprimé|repealed|weggefallen)\)?$/i

/** True for an article that was deleted; one with nothing but an image or a note is there. */
export function isDeleted(
  kind: string,
  heading: string,
  { text, footnotes, attachments }: Pick<FormexContent, 'text' | 'footnotes' | 'attachments'>,
): boolean {
  if (kind !== 'art') return false
  const hasOther = text === '' && (footnotes !== '' || attachments.length > 0)
  return DELETED_HEADING.test(heading) || (DELETED.test(text) && heading === '' && !hasOther)
}

/** `Article 6` -> `6`, `Article 14 bis` -> `14a`, `Sole Article` -> `1`, `Articles 3 to 5` -> `3-5` with its range */
export function articleNumber(label: string): { value: string | undefined; ranges: NormRange[] } {
  const [first = '', ...rest] = label.split(' ')
  const [, from, to] = /(\d+[a-z]?) ?(?:to|bis|à|-|–|and|und|et) ?(\d+[a-z]?)$/i.exec(label) ?? []
  if (from !== undefined && to !== undefined) {
    const [low, high] = [from.toLowerCase(), to.toLowerCase()]
    return { value: `${low}-${high}`, ranges: [{ kind: 'art', from: low, to: high }] }
  }
  const value = readNumber(rest.join(' ')) ?? readNumber(first) ?? readNumber(/-?\d+[a-z]*/i.exec(label)?.[0] ?? '')
  return { value, ranges: [] }
}

/** The designation of a heading, and its words: `CHAPTER I`, `General provisions`. */
export function headingTitle(title: XmlElement | undefined): { label: string; title: string } {
  const [first = '', ...more] = titleLines(title)
  const [, designation = first, words = ''] = /^(\p{L}[\p{L}-]* [^\s:–—]+) ?[:–—] ?(.+)$/u.exec(first) ?? []
  const label = headingKind(first) === 'heading' ? first : designation
  const parts = [headingKind(first) === 'heading' ? '' : words, ...more]
  return { label, title: parts.filter(Boolean).join(' ') }
}

/** The lines of a `TITLE`: those of its titles, then those of subtitles and of whatever else is in it. */
function titleLines(title: XmlElement | undefined): string[] {
  const titles = childElements(title, 'TI').flatMap(linesOf)
  const others = (title?.children ?? []).filter((child) => typeof child === 'string' || child.name !== 'TI')
  const lines = others.map((child) => (typeof child === 'string' ? child.trim() : lineWithoutNotes(child)))
  return [...titles, ...lines.filter(Boolean)]
}

/** The lines of a `TI`: its paragraphs, the number of one apart. */
function linesOf(title: XmlElement): string[] {
  const lines = title.children.flatMap((child) => {
    if (typeof child === 'string') return [child.trim()]
    if (child.name !== 'NP') return [lineWithoutNotes(child)]
    const number = childElement(child, 'NO.P')
    const words = child.children.filter((each) => each !== number)
    return [lineWithoutNotes(number), lineWithoutNotes({ ...child, children: words })]
  })
  return lines.filter(Boolean)
}

/** `CHAPTER III` -> `III`, `TITRE PREMIER` -> `1` */
export function headingNumber(label: string): string {
  const number = label.split(' ').slice(1).join(' ')
  return /^premier$|^première$/i.test(number) ? '1' : number
}

/** `ANNEX`, `ANHANG`, `ANNEXE`, and the words of the other languages. */
const ANNEX =
  /^(?:annexe?|anhang|anexo|allegato|bijlage|załącznik|anexa|bilaga|bilag|liite|příloha|príloha|melléklet|pielikums|priedas|prilog|priloga|παράρτημα|приложение|lisa)(?![\p{L}])[ .]*(-?(?:[ivxl]+[a-h]?|\d+[a-z]?|[a-z]))?(?![\p{L}\d])/iu

/** Returns the number of an annex, empty for `ANNEX`; `undefined` if it is called otherwise. */
export function annexNumber(label: string): string | undefined {
  const found = ANNEX.exec(label.replace(/[–−]/g, '-'))
  return found === null ? undefined : (found[1] ?? '').toLowerCase()
}

/** True for a letter that is no Roman numeral: `a`, `b`. */
export const isLetter = (number: string | undefined) =>
  number !== undefined && /^[a-z]$/.test(number) && (parseRoman(number) ?? 100) > 11

/** The designation of an annex, and its title. */
export function annexTitle(annex: XmlElement): { label: string; title: string } {
  const [first = '', ...more] = titleLines(childElement(annex, 'TITLE'))
  const designation = ANNEX.exec(first.replace(/[–−]/g, '-'))?.[0]
  const label = designation === undefined ? first : first.slice(0, designation.length).trim()
  const rest = first.slice(label.length).replace(/^[\s:.–—-]+/, '')
  return {
    label,
    title: [rest, ...more].filter(Boolean).join(' '),
  }
}

/** The value of an annex in a path. @param hasLetters true if the annexes of the act have letters: `C` is no number then */
export function annexValue(label: string, hasLetters: boolean): string {
  const number = annexNumber(label)
  if (number === undefined) return labelValue(label) || '1'
  if (number === '') return '1'
  const [, sign = '', roman = '', letter = ''] = /^(-?)([ivxl]+)([a-h]?)$/.exec(number) ?? []
  const value = hasLetters && isLetter(number) ? undefined : parseRoman(roman)
  return value === undefined ? pathValue(number) : `${sign}${value}${letter}`
}
