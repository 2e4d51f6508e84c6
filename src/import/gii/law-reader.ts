/**
 * Converts the trees of `norm` elements into the records of a law.
 *
 * A `norm` element is the law's header (the first), a heading of the structure (`gliederungseinheit` without `enbez`) or
 * has a designation (`enbez`). Elements with a designation are norms. So are a header or heading with text, and all
 * articles, which are cited on their own (`Art. 246a EGBGB`).
 */

import { type LabelElement, parseLabel, withoutPlaceholder } from '../../citation/grammar/official-labels.ts'
import { customaryNameOf } from '../../citation/laws/customary-names.ts'
import { nameVariants } from '../../citation/laws/law-names.ts'
import { type NormKind, type PathElement, pathValue, type StructureKind } from '../../citation/norm-path.ts'
import { parseOrdinal, parseRoman } from '../../citation/numerals.ts'
import { say } from '../../i18n/texts.ts'
import type { LawHeading, NormStatus, Promulgation, StructureElement } from '../../model/corpus.ts'
import {
  ALIAS_RANKS,
  type Alias,
  EMPTY_ACCOUNT,
  type LawAccount,
  type ParsedLaw,
  type ParsedNorm,
} from '../../model/parsed-law.ts'
import { isoDate } from '../../util/iso-date.ts'
import type { SourceDocument } from '../source.ts'
import { lineWithForms } from '../text-writer.ts'
import { assignPaths, type PathDraft, strongestAliases } from '../values.ts'
import { childElement, childElements, lineOfText, rawText, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import curated from './curated-aliases.json' with { type: 'json' }
import { GII_FAMILY, LIMITS } from './format.ts'
import { documentIdOf, type TextReader } from './norm-element.ts'
import { identityOf, lawIndexPage, PageNames } from './official-site.ts'
import type { Content } from './read-content.ts'
import { readLawState, voidParts } from './state-notes.ts'

/** Name and version of this parser. Raise the version whenever the same source gives other records. */
const GII_PARSER = 'gii-xml@3'

/** Kinds whose text consists of lists and tables, not sentences. */
const LIST_KINDS = new Set<string>(['annex', 'toc', 'formula'])

/** A norm before paths are assigned. */
interface UnplacedNorm extends Omit<ParsedNorm, 'path'> {
  paths: PathDraft
}

/** Beginning of a designation. */
const DESIGNATION = /§|Art|Anlage|Präambel/g

/** Maximum number of headings above a norm; the real maximum is 6. */
const MAX_HEADINGS_ABOVE = 20

export class LawReader {
  readonly #document: SourceDocument
  readonly #texts: TextReader
  /** Number of the document (`doknr`). */
  number = ''
  /** Version of the document (`builddate`). */
  version = ''
  readonly #headings = new HeadingStack()
  /** Index of the norm that a heading became. */
  readonly #normOfHeading = new Map<Heading, number>()
  readonly #drafts: UnplacedNorm[] = []
  /** Headings that are open at the start of an annex, by the index of the annex. */
  readonly #aboveAnnexes = new Map<number, Heading[]>()
  /** Norms that name the heading above them. */
  readonly #placed = new Set<number>()
  readonly #abbreviations = new Set<string>()
  readonly #account: LawAccount = { ...EMPTY_ACCOUNT }
  #header: XmlElement | undefined
  #pages = new PageNames(undefined, '')
  #notes = ''
  #lastStructure: { open: readonly Heading[]; structure: StructureElement[] } = { open: [], structure: [] }
  #unnamed = 0

  constructor(document: SourceDocument, texts: TextReader) {
    this.#document = document
    this.#texts = texts
  }

  element(element: XmlElement): void {
    this.#account.elements++
    const metadata = childElement(element, 'metadaten')
    for (const name of childElements(metadata, 'jurabk')) this.#abbreviations.add(lineOfText(name))
    if (this.#abbreviations.size > LIMITS.abbreviations)
      throw new SourceFormatError(say`the norms give more than ${LIMITS.abbreviations} abbreviations of the law`, 0, 0)
    const heading = readHeading(metadata)
    const designation = childElement(metadata, 'enbez')
    if (this.#header === undefined) this.#readHeader(element)
    else if (designation !== undefined) this.#readNorm(element, designation, heading)
    else if (heading !== undefined) this.#readStructure(element, heading)
    else throw new SourceFormatError(say`the norm ${documentIdOf(element)} has neither designation nor heading`, 0, 0)
  }

  finish(contentHash: string): ParsedLaw {
    if (this.#header === undefined) throw new SourceFormatError(say`the document has no norm`, 0, 0)
    const { code, sourceUrl, pages } = this.#document
    const metadata = childElement(this.#header, 'metadaten')
    const structure = this.#finishStructure()
    const norms = this.#finishNorms()
    const { state, ...read } = readLawMetadata(metadata, this.#document, this.#abbreviations, this.#notes)
    return {
      code,
      identity: identityOf(this.number, lineOfText(childElement(metadata, 'jurabk'))),
      ...read,
      state: { ...state, endings: [...state.endings, ...norms.flatMap(voidParts)] },
      jurisdiction: 'DE',
      language: 'de',
      sourceFamily: GII_FAMILY,
      notes: this.#notes,
      sourceUrl,
      htmlUrl: lawIndexPage(pages),
      contentHash,
      ...(this.version !== '' && { sourceVersion: this.version }),
      parser: GII_PARSER,
      documentId: documentIdOf(this.#header),
      structure,
      norms,
      account: this.#account,
    }
  }

  /** Returns the headings of the law. A heading that is itself a norm is left out, unless other norms are below it. */
  #finishStructure(): LawHeading[] {
    const own = this.#normOfHeading
    const ranges = withoutAnnexes(this.#headings.finish(this.#drafts.length), this.#drafts, this.#placed)
    for (const [place, open] of this.#aboveAnnexes) {
      const still = open.filter((each) => ranges.some(({ heading, end }) => heading === each && end > place))
      const draft = this.#drafts[place]
      if (draft !== undefined) draft.structure = still.map(structureElement)
    }
    const kept = ranges.filter(({ heading, start, end }) => !own.has(heading) || start < end)
    this.#account.structureEmpty = kept.filter(({ start, end }) => start === end).length
    return kept.map(({ heading, depth, start, end }) => ({ ...structureElement(heading), level: depth, start, end }))
  }

  #finishNorms(): ParsedNorm[] {
    const paths = assignPaths(this.#drafts.map((draft) => draft.paths))
    keepContainersInForce(this.#drafts)
    return this.#drafts.map(({ paths: _paths, ...draft }, index) => ({ ...draft, path: paths[index] as string }))
  }

  #readHeader(element: XmlElement): void {
    this.#header = element
    this.#account.headers++
    this.#pages = new PageNames(this.#document.pages, documentIdOf(element))
    const htmlUrl = this.#pages.heading(documentIdOf(element), '', 0)
    const { content, footnotes } = this.#texts.texts(element)
    this.#notes = footnotes
    if (isEmpty(content)) return
    this.#account.headersWithText++
    this.#add(element, { kind: 'text', label: '', heading: '', content, footnotes, own: this.#unnamedText(), htmlUrl })
  }

  #readStructure(element: XmlElement, heading: Heading): void {
    this.#account.structure++
    this.#headings.enter(heading, this.#drafts.length)
    const htmlUrl = this.#pages.heading(documentIdOf(element), heading.label, heading.level)
    const { content, footnotes } = this.#texts.texts(element)
    if (isEmpty(content) && heading.kind !== 'article') {
      heading.footnotes = footnotes
      return
    }
    this.#account.structureAsNorms++
    const named = { ...this.#nameOfHeading(heading), label: heading.label, heading: heading.title }
    const texts = { content, footnotes, container: this.#container(heading), htmlUrl }
    this.#normOfHeading.set(heading, this.#add(element, { ...named, ...texts, self: heading }))
    this.#headings.isNorm(heading)
  }

  #readNorm(element: XmlElement, enbez: XmlElement, heading: Heading | undefined): void {
    const designation = lineOfText(enbez)
    this.#account.designated++
    const title = childElement(childElement(element, 'metadaten'), 'titel')
    if (heading !== undefined) this.#headings.place(heading, this.#drafts.length)
    if (heading?.label) this.#placed.add(this.#drafts.length)
    const { content, footnotes } = this.#texts.texts(element)
    const named = meaningOf(enbez) ?? parseLabel(designation)
    const article = this.#article()
    const carriesArticle = article !== undefined && (named.kind === 'par' || named.kind === 'item')
    const own = named.value === undefined ? this.#unnamedText() : [{ kind: named.kind, value: named.value }]
    if (carriesArticle) own.unshift(article.element)
    const label = withoutPlaceholder(designation)
    this.#add(element, {
      kind: named.kind,
      label: carriesArticle ? `${article.heading.label} ${label}` : label,
      heading: lineWithForms(title),
      content,
      footnotes,
      own,
      ranges: named.members.map((member) => ({ kind: named.kind, ...member })),
      container: this.#container(),
      htmlUrl: this.#pages.norm(documentIdOf(element), designation, rawText(title)),
    })
  }

  /** Adds a norm. @returns its index in the law */
  #add(
    element: XmlElement,
    norm: Pick<ParsedNorm, 'kind' | 'label' | 'heading' | 'footnotes' | 'htmlUrl'> & {
      content: Content
      own: PathElement[]
      ranges?: ParsedNorm['ranges']
      container?: number | undefined
      /** The heading that is this norm, and therefore not above it. */
      self?: Heading
    },
  ): number {
    const { content, own, ranges = [], container, self, ...rest } = norm
    const open = this.#headings.current().filter((heading) => heading !== self)
    if (open.length > MAX_HEADINGS_ABOVE) {
      throw new SourceFormatError(
        say`more than ${MAX_HEADINGS_ABOVE} headings stand above ${documentIdOf(element)}`,
        0,
        0,
      )
    }
    const { label, heading, footnotes } = rest
    if (rest.kind === 'annex') this.#aboveAnnexes.set(this.#drafts.length, open)
    assertShort(label, LIMITS.designation, say`the designation of ${documentIdOf(element)}`)
    assertShort(heading, LIMITS.title, say`the title of ${documentIdOf(element)}`)
    if (
      content.text.length > LIMITS.designations &&
      (content.text.match(DESIGNATION)?.length ?? 0) > LIMITS.designations
    )
      throw new SourceFormatError(say`${documentIdOf(element)} cites more than ${LIMITS.designations} norms`, 0, 0)
    const state = normState({ heading, text: content.text, isRange: ranges.length > 0, footnotes }, dayOf(this.version))
    this.#drafts.push({
      ...rest,
      ...state,
      validFrom: dayOfEffect(footnotes),
      text: content.text,
      structure: this.#structureOf(open),
      subdivisions: state.status === 'repealed' ? [] : this.#texts.subdivisions(content, LIST_KINDS.has(rest.kind)),
      attachments: content.attachments,
      marks: content.marks,
      spans: content.spans,
      tables: content.tables,
      ranges,
      container,
      documentId: documentIdOf(element),
      paths: { own, above: elementsAbove(open, own) },
    })
    return this.#drafts.length - 1
  }

  /** Siblings share an array: a law may have thousands of norms below many headings. */
  #structureOf(open: readonly Heading[]): StructureElement[] {
    const last = this.#lastStructure
    if (last.open.length !== open.length || last.open.some((heading, index) => heading !== open[index]))
      this.#lastStructure = { open, structure: open.map(structureElement) }
    return this.#lastStructure.structure
  }

  #unnamedText(): PathElement[] {
    this.#unnamed++
    return [{ kind: 'text', value: String(this.#unnamed) }]
  }

  /** Returns the designation by which an article or a bare number is cited; text below other headings has none. */
  #nameOfHeading(heading: Heading): { kind: ParsedNorm['kind']; own: PathElement[]; ranges: ParsedNorm['ranges'] } {
    if (heading.kind === 'article' || heading.kind === 'item') {
      const { kind, value, members } = heading.meaning ?? parseLabel(heading.label)
      if (value !== undefined) {
        return { kind, own: [{ kind, value }], ranges: members.map((member) => ({ kind, ...member })) }
      }
    }
    return { kind: 'text', own: this.#unnamedText(), ranges: [] }
  }

  /** Returns the innermost open article heading, with its path element. */
  #article(): { heading: Heading; element: PathElement<NormKind> } | undefined {
    const heading = this.#headings.current().findLast((open) => open.kind === 'article')
    if (heading === undefined) return undefined
    const { kind, value } = parseLabel(heading.label)
    return value === undefined ? undefined : { heading, element: { kind, value } }
  }

  /** Returns the norm that the innermost open heading became, apart from `self`. */
  #container(self?: Heading): number | undefined {
    const open = this.#headings.current().findLast((heading) => heading !== self && this.#normOfHeading.has(heading))
    return open && this.#normOfHeading.get(open)
  }
}

/** Moves annexes at the end of a part out of it: they belong to the law, unless they have or name a heading of their own. */
function withoutAnnexes(
  ranges: HeadingRange[],
  norms: readonly Pick<ParsedNorm, 'kind'>[],
  placed: ReadonlySet<number>,
): HeadingRange[] {
  const isAnnex = (place: number) => norms[place]?.kind === 'annex' && !placed.has(place)
  const areAnnexes = ({ start, end }: HeadingRange) => norms.slice(start, end).every(({ kind }) => kind === 'annex')
  const ofAnnexes = ranges.filter(areAnnexes)
  return ranges.map((range) => {
    let { end } = range
    const hasHeading = (place: number) =>
      ofAnnexes.some((each) => each.start <= place && place < each.end && each.depth > range.depth)
    while (end > range.start && isAnnex(end - 1) && !hasHeading(end - 1)) end--
    return end > range.start ? { ...range, end } : range
  })
}

/** `(weggefallen)` below the heading of an article concerns its own text, not the norms in force below it. */
function keepContainersInForce(norms: Pick<ParsedNorm, 'status' | 'container'>[]): void {
  for (const { status, container } of norms.toReversed()) {
    const above = container === undefined ? undefined : norms[container]
    if (above?.status === 'repealed' && status === 'in_force') above.status = 'in_force'
  }
}

function structureElement({ kind, number, title, label, footnotes }: Heading): StructureElement {
  return { kind, number, title, label, footnotes }
}

/** Returns the path elements of the open headings, except an article that the norm's own elements include. */
function elementsAbove(open: readonly Heading[], carried: readonly PathElement[]): PathElement[] {
  return open.flatMap((heading): PathElement[] => {
    if (heading.kind !== 'article') return [headingElement(heading)].filter((element) => element !== undefined)
    const { kind, value } = parseLabel(heading.label)
    const own = carried.some((element) => element.kind === kind && element.value === value)
    return value === undefined || own ? [] : [{ kind, value }]
  })
}

/** @throws SourceFormatError if a text has too many characters */
function assertShort(text: string, most: number, what: string): void {
  if (text.length > most)
    throw new SourceFormatError(say`${what} has ${text.length} characters, at most ${most} are read`, 0, 0)
}

/** True without text, images and files. */
function isEmpty({ text, attachments }: Content): boolean {
  return text === '' && attachments.length === 0
}

/*
 * Headings of a law (`gliederungseinheit`) and their hierarchy. A `gliederungskennzahl` has three digits per level. Levels may be
 * skipped, as articles often do, so only the lengths show which of two headings is above the other.
 */
interface Heading extends StructureElement {
  /** The `gliederungskennzahl`, and its length in levels. */
  code: string
  level: number
  /** Meaning of the designation, if the document states it. */
  meaning?: LabelElement | undefined
}

/** Reads the `gliederungseinheit` of a norm's `metadaten`; `undefined` if absent. */
export function readHeading(metadata: XmlElement | undefined): Heading | undefined {
  const unit = childElement(metadata, 'gliederungseinheit')
  if (unit === undefined) return undefined
  const designation = lineOfText(childElement(unit, 'gliederungsbez'))
  const label = /^[-–—]?$/.test(designation) ? '' : designation
  const code = lineOfText(childElement(unit, 'gliederungskennzahl'))
  const meaning = meaningOf(unit)
  return {
    ...classify(label),
    ...(meaning !== undefined && { kind: 'item', number: classify(label).number || (meaning.value ?? ''), meaning }),
    label,
    title: lineWithForms(childElement(unit, 'gliederungstitel')),
    code,
    level: Math.max(1, Math.ceil(code.length / 3)),
    footnotes: '',
  }
}

/** Returns the meaning of a designation, which documents of other formats state besides its words (`5.2`, `§ 39 a`). */
function meaningOf({ attributes: { kind, value } }: XmlElement): LabelElement | undefined {
  return kind === undefined || value === undefined ? undefined : { kind: kind as NormKind, value, members: [] }
}

/** Words for structural levels, with their names in norm paths and answers. */
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

/** Returns the heading as an element of a norm path; `undefined` without a number, or for a kind that paths lack. */
function headingElement(heading: Heading): PathElement | undefined {
  if (heading.meaning?.value !== undefined) return { kind: heading.meaning.kind, value: heading.meaning.value }
  const value = pathValue(heading.number)
  return PATH_KINDS.has(heading.kind) && value !== '' ? { kind: heading.kind as StructureKind, value } : undefined
}

/** A heading with the norms below it, `[start, end)` of the norms of the law. */
interface HeadingRange {
  heading: Heading
  /** Number of headings above it. */
  depth: number
  start: number
  end: number
}

/** Collects the headings of a law. The open ones, outermost first, are above the current position in the document. */
export class HeadingStack {
  #open: Heading[] = []
  readonly #all = new Map<Heading, HeadingRange>()

  /** Opens a heading, which lasts until the next one of the same or a higher level. @param norms number of norms before it */
  enter(heading: Heading, norms: number): void {
    const like = this.#open.findLast(({ kind }) => kind === heading.kind)
    if (like !== undefined && like.level < heading.level && isNext(like, heading)) heading.level = like.level
    const ended = this.#open.filter((open) => !standsAbove(open, heading))
    for (const each of ended) this.#end(each, norms)
    this.#open = this.#open.filter((open) => !ended.includes(open))
    if (isVisible(heading)) this.#all.set(heading, { heading, depth: this.current().length, start: norms, end: norms })
    this.#open.push(heading)
  }

  /** Marks a heading as a norm, the first one below it so far. */
  isNorm(heading: Heading): void {
    const headed = this.#all.get(heading)
    if (headed !== undefined) headed.start++
  }

  /**
   * Returns all headings with a designation or a title, in document order.
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
   * Places the heading in a norm element. Most repeat an open heading (`Art 246a` with `§ 1`) or its code. Others are opened: `-`
   * before a closing formula ends the preceding article.
   */
  place(heading: Heading, norms: number): void {
    const repeats = this.#open.some(
      ({ label, level, code }) => code === heading.code || (label === heading.label && level <= heading.level),
    )
    if (!repeats) this.enter(heading, norms)
  }

  /** Returns the open headings with a designation or a title. */
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

/**
 * Reads the `metadaten` of a law's header.
 * @param abbreviations every `jurabk` of the document
 * @param notes on the law as a whole
 * @throws SourceFormatError if the law has no abbreviation
 */
function readLawMetadata(
  metadata: XmlElement | undefined,
  { code, titles }: SourceDocument,
  abbreviations: ReadonlySet<string>,
  notes: string,
) {
  const text = (name: string, of = metadata) => lineOfText(childElement(of, name))
  const abbreviation = text('amtabk') || text('jurabk')
  if (abbreviation === '') throw new SourceFormatError(say`the header has no <jurabk>`, 0, 0)
  const title = text('langue')
  const statusNotes = childElements(metadata, 'standangabe').map((note) => ({
    type: text('standtyp', note),
    text: text('standkommentar', note),
  }))
  return {
    abbreviation,
    title,
    aliases: lawAliases(code, [abbreviation, ...abbreviations], [text('kurzue'), title, ...titles]),
    promulgatedOn: dayOf(text('ausfertigung-datum')),
    promulgation: promulgationOf(metadata),
    ...readLawState(statusNotes, notes),
    statusNotes,
  }
}

/** Common names that the data lacks, by code. */
const curatedAliases = new Map<string, string[]>(Object.entries(curated))

function lawAliases(code: string, abbreviations: string[], titles: string[]): Alias[] {
  return strongestAliases([
    ...[...abbreviations, customaryNameOf(code) ?? '', ...(curatedAliases.get(code) ?? [])].map((name) => ({
      name,
      rank: ALIAS_RANKS.abbreviation,
    })),
    // The `_` of a slug stands for a lost letter: `s_g` (SÜG) must not be found as `SG`.
    ...(code.includes('_') ? [] : [{ name: code, rank: ALIAS_RANKS.abbreviation }]),
    ...titles.map((name) => ({ name, rank: ALIAS_RANKS.title })),
    ...abbreviations.flatMap(nameVariants).map((name) => ({ name, rank: ALIAS_RANKS.derived })),
  ])
}

const REPEALED = /\((?:weggefallen|wegefallen|aufgehoben|gegenstandslos|entfallen|außer Kraft)\)\s*$/i
const NOT_YET = /\((?:bedingt )?zukünftig in Kraft\)\s*$/i
const MOVED = /^\(jetzt\b.*\)$/i

/**
 * Returns the state of a norm as of its document. It is not yet in force if its title, or its whole text, is `(zukünftig in
 * Kraft)`, or if a note on the whole norm names a day after the date of the document.
 * @param documentDate ISO date of the document; `null` if unknown
 */
export function normState(
  norm: { heading: string; text: string; isRange: boolean; footnotes: string },
  documentDate: string | null,
): Pick<ParsedNorm, 'status' | 'inForceFrom'> {
  const day = dayOfEffect(norm.footnotes)
  const isMarked =
    NOT_YET.test(norm.heading) || (norm.text.length < 40 && /^[(]/.test(norm.text) && NOT_YET.test(norm.text))
  const isLater = day !== undefined && documentDate !== null && day > documentDate
  if (isMarked || isLater) return { status: 'not_yet_in_force', ...(day && { inForceFrom: day }) }
  return { status: normStatus(norm) }
}

/** `(+++ §§ 5 und 6: Treten gem. … am 1.7.2026 in Kraft +++)`: about a whole norm, not a part of it or a heading above. */
const EFFECT =
  /\(\+\+\+ (?:§§?|Art\.?|Artikel|Anlagen?|Anhang)(?: ?[\dIVX]+(?:\.\d+)?[a-z]{0,2}\b| bis| und| u\.|,)*: (?:Tritt|Treten) [^+]{0,300}?\b(?:am|mWv) (\d{1,2})\. ?(\d{1,2})\. ?(\d{4}) in Kraft/u

/** Returns the ISO date of effect in a note on a whole norm; `undefined` if absent. */
function dayOfEffect(footnotes: string): string | undefined {
  const [, day, month, year] = EFFECT.exec(footnotes) ?? []
  return isoDate(Number(year), Number(month), Number(day)) ?? undefined
}

/**
 * Returns the status of a norm: repealed if its title, or its whole text, is `(weggefallen)`, `(aufgehoben)` or the like, or for
 * a range of norms without title and text.
 */
function normStatus(norm: { heading: string; text: string; isRange: boolean }): NormStatus {
  const { heading, text, isRange } = norm
  const empty = /^[\s.–—-]*$/.test(text)
  if (REPEALED.test(heading) || (MOVED.test(heading) && empty)) return 'repealed'
  if (text.length < 40 && /^[(]/.test(text) && REPEALED.test(text)) return 'repealed'
  return isRange && heading === '' && empty ? 'repealed' : 'in_force'
}

/** Reads the place of promulgation (`fundstelle`); `null` if the source does not state it. */
function promulgationOf(metadata: XmlElement | undefined): Promulgation | null {
  const [first, ...also] = childElements(metadata, 'fundstelle').map((place) => ({
    gazette: lineOfText(childElement(place, 'periodikum')),
    reference: lineOfText(childElement(place, 'zitstelle')),
  }))
  return first === undefined ? null : { ...first, also }
}

/** Reads the date at the beginning of `2024-02-29` or `20240229220010`; `null` if it is invalid. */
function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? []
  return isoDate(Number(year), Number(month), Number(day))
}
