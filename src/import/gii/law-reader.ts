/**
 * Makes the records of a law from the trees of its `norm` elements.
 *
 * A `norm` element is the law's header (the first), a heading of the structure (`gliederungseinheit` without `enbez`) or
 * has a designation (`enbez`). Elements with a designation are norms. So are a header or heading with text, and all
 * articles, which are cited on their own (`Art. 246a EGBGB`).
 */
import { parseLabel, withoutPlaceholder } from '../../citation/grammar/official-labels.ts'
import type { NormKind, PathElement } from '../../citation/norm-path.ts'
import type { LawHeading, StructureElement } from '../../model/corpus.ts'
import type { LawAccount, ParsedLaw, ParsedNorm } from '../../model/parsed-law.ts'
import { assignPaths, type PathDraft } from '../norm-paths.ts'
import { lineWithForms } from '../raised-forms.ts'
import type { SourceDocument } from '../source.ts'
import { childElement, childElements, lineOfText, rawText, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import type { Content } from './content.ts'
import { GII_FAMILY, LIMITS } from './format.ts'
import { identityOf } from './identify.ts'
import { type Heading, type HeadingRange, HeadingStack, headingElement, readHeading } from './law-headings.ts'
import { dayOf, dayOfEffect, normState, readLawMetadata } from './metadata.ts'
import { documentIdOf, type TextReader } from './norm-element.ts'
import { lawIndexPage, PageNames } from './official-site.ts'
import { voidParts } from './state-notes.ts'

/** Name and version of this parser. Raise the version whenever the same source gives other records. */
const GII_PARSER = 'gii-xml@3'

/** Kinds whose text is lists and tables, not sentences. */
const LIST_KINDS = new Set<string>(['annex', 'toc', 'formula'])

/** A norm before all norms of the law get their paths. */
interface UnplacedNorm extends Omit<ParsedNorm, 'path'> {
  paths: PathDraft
}

/** What a designation begins with. */
const DESIGNATION = /§|Art|Anlage|Präambel/g

/** The most headings above a norm; in the real data it is 6. */
const MAX_HEADINGS_ABOVE = 20

export class LawReader {
  readonly #document: SourceDocument
  readonly #texts: TextReader
  /** Number of the document (`doknr`). */
  number = ''
  /** Version of the document (`builddate`). */
  version = ''
  readonly #headings = new HeadingStack()
  /** Which norm a heading became. */
  readonly #normOfHeading = new Map<Heading, number>()
  readonly #drafts: UnplacedNorm[] = []
  /** The headings that are open where an annex begins, by the index of the annex. */
  readonly #aboveAnnexes = new Map<number, Heading[]>()
  /** The norms that name the heading they stand below. */
  readonly #placed = new Set<number>()
  readonly #abbreviations = new Set<string>()
  readonly #account: LawAccount = {
    elements: 0,
    headers: 0,
    headersWithText: 0,
    structure: 0,
    structureAsNorms: 0,
    structureEmpty: 0,
    designated: 0,
  }
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
      throw new SourceFormatError(`the norms give more than ${LIMITS.abbreviations} abbreviations of the law`, 0, 0)
    const heading = readHeading(metadata)
    const designation = childElement(metadata, 'enbez')
    if (this.#header === undefined) this.#readHeader(element)
    else if (designation !== undefined) this.#readNorm(element, lineOfText(designation), heading)
    else if (heading !== undefined) this.#readStructure(element, heading)
    else throw new SourceFormatError(`the norm ${documentIdOf(element)} has neither designation nor heading`, 0, 0)
  }

  finish(contentHash: string): ParsedLaw {
    if (this.#header === undefined) throw new SourceFormatError('the document has no norm', 0, 0)
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

  /** Returns the headings of the law. One that is a norm itself is left out if there are no norms below it. */
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

  #readNorm(element: XmlElement, designation: string, heading: Heading | undefined): void {
    this.#account.designated++
    const title = childElement(childElement(element, 'metadaten'), 'titel')
    if (heading !== undefined) this.#headings.place(heading, this.#drafts.length)
    if (heading?.label) this.#placed.add(this.#drafts.length)
    const { content, footnotes } = this.#texts.texts(element)
    const named = parseLabel(designation)
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
      /** The heading that is this norm, and so is not above it. */
      self?: Heading
    },
  ): number {
    const { content, own, ranges = [], container, self, ...rest } = norm
    const open = this.#headings.current().filter((heading) => heading !== self)
    if (open.length > MAX_HEADINGS_ABOVE) {
      throw new SourceFormatError(`more than ${MAX_HEADINGS_ABOVE} headings stand above ${documentIdOf(element)}`, 0, 0)
    }
    const { label, heading, footnotes } = rest
    if (rest.kind === 'annex') this.#aboveAnnexes.set(this.#drafts.length, open)
    assertShort(label, LIMITS.designation, `the designation of ${documentIdOf(element)}`)
    assertShort(heading, LIMITS.title, `the title of ${documentIdOf(element)}`)
    if (
      content.text.length > LIMITS.designations &&
      (content.text.match(DESIGNATION)?.length ?? 0) > LIMITS.designations
    )
      throw new SourceFormatError(`${documentIdOf(element)} cites more than ${LIMITS.designations} norms`, 0, 0)
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

  /** Norms side by side share an array: a law may have thousands of norms below many headings. */
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

  /** An article or a bare number is cited by its designation; text below other headings has none. */
  #nameOfHeading(heading: Heading): { kind: ParsedNorm['kind']; own: PathElement[]; ranges: ParsedNorm['ranges'] } {
    if (heading.kind === 'article' || heading.kind === 'item') {
      const { kind, value, members } = parseLabel(heading.label)
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

/** Takes annexes at the end of a part out of it: they belong to the law, unless they have or name a heading of their own. */
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

/** `(weggefallen)` below the heading of an article is about its own text, not about norms in force below it. */
function keepContainersInForce(norms: Pick<ParsedNorm, 'status' | 'container'>[]): void {
  for (const { status, container } of norms.toReversed()) {
    const above = container === undefined ? undefined : norms[container]
    if (above?.status === 'repealed' && status === 'in_force') above.status = 'in_force'
  }
}

function structureElement({ kind, number, title, label, footnotes }: Heading): StructureElement {
  return { kind, number, title, label, footnotes }
}

/** Returns the path elements of the open headings, without an article that is among the norm's own ones. */
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
    throw new SourceFormatError(`${what} has ${text.length} characters, at most ${most} are read`, 0, 0)
}

/** True if there is no text, image or file. */
function isEmpty({ text, attachments }: Content): boolean {
  return text === '' && attachments.length === 0
}
