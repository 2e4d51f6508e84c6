/** Makes a law from the documents of an act. */

import { createHash } from 'node:crypto'
import { actNumber, numberNames } from '../../citation/laws/act-number.ts'
import { unionNames } from '../../citation/laws/union-act.ts'
import { say } from '../../i18n/texts.ts'
import { UNTOLD } from '../../model/law-state.ts'
import {
  ALIAS_RANKS,
  type Alias,
  EMPTY_ACCOUNT,
  type Origin,
  type ParsedLaw,
  type ParsedNorm,
} from '../../model/parsed-law.ts'
import { assignPaths, compareText, strongestAliases } from '../values.ts'
import { SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { type ActNorms, ActReader } from './act-norms.ts'
import { type Bibliography, type RelatedAct, readBibliography } from './bibliography.ts'
import { codeOf, consolidatedCelex, eliOf, pageOf, resourceOf } from './celex.ts'
import type { ActDocument } from './documents.ts'
import { EURLEX_FAMILY } from './format.ts'
import { readFormex } from './formex-text.ts'

/** Name and version of this parser. */
const PARSER = 'formex@1'

/** A parsed document. */
export interface ReadDocument {
  document: ActDocument
  /** Language of the text itself, which the document may misstate. */
  language: string
  bibliography: Bibliography
  act: ActNorms
  contentHash: string
  /** Its faults. */
  faults: string[]
}

/**
 * Reads a document and the annexes in separate files.
 * @throws SourceFormatError if it is not Formex, or a character is lost or added
 */
export async function readDocument(document: ActDocument): Promise<ReadDocument> {
  const hash = createHash('sha256')
  const faults: string[] = []
  let reader: ActReader | undefined
  let bibliography: Bibliography | undefined
  let language = document.language
  for (const file of document.files) {
    const bytes = await file.read()
    hash.update(bytes)
    try {
      const root = readFormex(bytes)
      if (bibliography === undefined) {
        bibliography = readBibliography(root)
        for (const date of bibliography.badDates)
          faults.push(say`${file.path}: the date ${date} is not in the calendar`)
        const stated = document.language
        language = languageIn(root, stated)
        if (language !== stated) {
          faults.push(say`${file.path} states the language ${stated || 'nowhere'}, but its text is in ${language}`)
        }
      }
      reader ??= new ActReader(language)
      reader.add(root)
    } catch (error) {
      if (!(error instanceof SourceFormatError)) throw error
      throw new SourceFormatError(say`${file.path}: ${error.message}`, error.line, error.column)
    }
  }
  const act = (reader as ActReader).finish()
  if (act.norms.length === 0) throw new SourceFormatError(say`${document.files[0]?.path}: it has no text`, 0, 0)
  if (act.unknown.length > 0)
    faults.push(say`${document.files[0]?.path}: unknown elements are read as text: ${act.unknown.join(', ')}`)
  const contentHash = `sha256:${hash.digest('hex')}`
  return { document, language, bibliography: bibliography as Bibliography, act, contentHash, faults }
}

/** True if a document has enacting terms, not only a preamble, formulas or annexes. */
export function hasEnactingTerms({ act }: ReadDocument): boolean {
  return act.norms.some(({ kind }) => !AROUND.has(kind))
}

const AROUND: ReadonlySet<string> = new Set(['preamble', 'recital', 'formula', 'toc', 'annex'])

/** Norms that consolidations leave out. */
const isOfAdopted = ({ kind, path }: ParsedNorm) =>
  kind === 'recital' || kind === 'preamble' || path === 'formula:entry'

/**
 * Makes the law of an act.
 * @param main its newest version
 * @param adopted the act as adopted, if in another document: the part before the articles is taken from it
 */
export function lawOf(main: ReadDocument, adopted: ReadDocument | undefined): ParsedLaw {
  const { document, language, bibliography, act } = main
  const { celex } = document
  const title = bibliography.title || document.title || celex
  const own = normsOf(main)
  const has = new Set(own.map(({ path }) => path))
  const before = (adopted === undefined ? [] : normsOf(adopted)).filter(
    (norm) => isOfAdopted(norm) && !has.has(norm.path),
  )
  const origin = adopted && originOf(adopted)
  const norms = [
    ...before.map((norm) => ({ ...norm, container: undefined, structure: [], ...(origin && { origin }) })),
    ...own.map((norm) =>
      norm.container === undefined ? norm : { ...norm, container: norm.container + before.length },
    ),
  ]
  const structure = act.structure.map((heading) => ({
    ...heading,
    start: heading.start + before.length,
    end: heading.end + before.length,
  }))
  const newest = bibliography.amendments
    .toSorted((a, b) => compareText(b.adoptedOn ?? '', a.adoptedOn ?? ''))
    .find(({ adoptedOn }) => adoptedOn !== null)
  return {
    code: codeOf(celex),
    identity: celex,
    ...namesOf(celex, title, language),
    title,
    jurisdiction: 'eu',
    sourceFamily: EURLEX_FAMILY,
    promulgatedOn: bibliography.adoptedOn ?? adopted?.bibliography.adoptedOn ?? null,
    promulgation: bibliography.promulgation,
    statusDate: newest?.adoptedOn ?? null,
    statusNote: newest === undefined ? null : noteOf(newest),
    statusNotes: statusNotes(bibliography),
    state: UNTOLD,
    notes: act.notes,
    ...originOf(main),
    language,
    htmlUrl: pageOf(documentId(document), language),
    parser: PARSER,
    documentId: documentId(document),
    structure,
    norms,
    account: {
      ...EMPTY_ACCOUNT,
      elements: norms.length + structure.length,
      structure: structure.length,
      structureEmpty: structure.filter(({ start, end }) => start === end).length,
      designated: norms.length,
    },
  }
}

function normsOf({ document, language, act }: ReadDocument): ParsedNorm[] {
  const paths = assignPaths(act.norms.map(({ paths: draft }) => draft))
  const htmlUrl = pageOf(documentId(document), language)
  return act.norms.map(({ paths: _draft, ...norm }, index) => ({
    ...norm,
    path: paths[index] as string,
    documentId: documentId(document),
    htmlUrl,
  }))
}

/** Returns the CELEX number of a document; for a consolidation, with its day. */
function documentId({ celex, isConsolidation, day }: ActDocument): string {
  return isConsolidation && day !== null ? consolidatedCelex(celex, day) : celex
}

function originOf({ document, language, bibliography, contentHash }: ReadDocument): Origin {
  const { celex, isConsolidation, day, sequence, files } = document
  const number = actNumber(celex)
  const consolidatedOn = isConsolidation ? day : null
  return {
    sourceUrl: resourceOf(documentId(document)),
    fetchedAt: files[0]?.fetchedAt,
    contentHash,
    ...(sequence !== '' && { sourceVersion: sequence }),
    language,
    act: {
      celex: documentId(document),
      eli: (number && eliOf(number, bibliography.title, consolidatedOn ?? undefined)) ?? null,
      consolidated_on: consolidatedOn,
      legal_effect: !isConsolidation,
    },
  }
}

function statusNotes({ amendments, corrections, repeal }: Bibliography): ParsedLaw['statusNotes'] {
  const amended = amendments.toSorted((x, y) => ((x.adoptedOn ?? '') < (y.adoptedOn ?? '') ? 1 : -1))
  return [
    ...(repeal
      ? [{ type: 'repealed', text: repeal.by === undefined ? 'repealed' : say`repealed by ${repeal.by}` }]
      : []),
    ...amended.map((each) => ({ type: 'amended', text: noteOf(each) })),
    ...corrections.map((each) => ({ type: 'corrected', text: noteOf(each) })),
  ]
}

/** `Regulation (EC) No 280/2009 (32009R0280, OJ L 93, 7.4.2009, p. 13)` */
function noteOf({ celex, name, reference }: RelatedAct): string {
  const source = (name === undefined ? [reference] : [celex, reference]).filter(Boolean).join(', ')
  return [name ?? celex, source && `(${source})`].filter(Boolean).join(' ')
}

/** Returns the abbreviation and all names of an act. */
function namesOf(celex: string, title: string, language: string): { abbreviation: string; aliases: Alias[] } {
  const short = unionNames().get(celex) ?? []
  const number = actNumber(celex)
  const written = number && numberNames(number, title, language)
  const eli = number && eliOf(number, title)
  const alias = (rank: number) => (name: string) => ({ name, rank })
  const aliases = strongestAliases([
    ...[...short, codeOf(celex), ...(written?.names ?? [])].map(alias(ALIAS_RANKS.abbreviation)),
    ...[title].map(alias(ALIAS_RANKS.title)),
    ...[...(written?.plain ?? []), ...(eli === undefined ? [] : [eli, eli.replace(/\/oj$/, '')])].map(
      alias(ALIAS_RANKS.derived),
    ),
  ])
  return { abbreviation: short[0] ?? written?.display ?? celex, aliases }
}

/** Words that are frequent in one of these languages and rare in the others. */
const FREQUENT: Record<string, string> = {
  de: 'der die und das von den für mit ist dem nicht eine auf werden sich oder',
  en: 'the of and to shall for that with which by this or are from be',
  fr: 'les des une dans est aux pour par sur que qui ne au ou sont cette',
  es: 'los las del para una por con el se que sobre o al su',
  it: 'della degli delle che per con nel alla dei una sono dal gli',
  nl: 'het een van voor en dat op te zijn bij niet wordt aan deze',
}
const LANGUAGE_OF = new Map<string, string[]>()
for (const [language, words] of Object.entries(FREQUENT)) {
  for (const word of words.split(' ')) LANGUAGE_OF.set(word, [...(LANGUAGE_OF.get(word) ?? []), language])
}

/** Minimum number of these words for a decision. */
const LEAST_WORDS = 30
/** Required lead over the next language, as a ratio. */
const CLEAR_LEAD = 2

/** Number of UTF-16 code units used to detect the language. */
const READ = 8000

/**
 * Returns the language of a document: the declared one, unless that is in the table and the text is clearly in another one.
 * Languages outside the table resemble some in it: Danish German, Croatian Spanish.
 * @param declared ISO 639-1, empty for none
 */
function languageIn(root: XmlElement, declared: string): string {
  const isKnown = declared === '' || Object.hasOwn(FREQUENT, declared)
  return (isKnown ? languageOfText(root) : undefined) ?? declared
}

/** Returns the language of the text in an element, as {@link languageOf} does. */
function languageOfText(root: XmlElement): string | undefined {
  let text = ''
  const collect = (node: XmlElement | string): boolean => {
    if (typeof node === 'string') text += node
    else node.children.every(collect)
    return text.length < READ
  }
  collect(root)
  return languageOf(text)
}

/** Returns the language of a text (ISO 639-1); `undefined` if it is not clearly one of the table. */
function languageOf(text: string): string | undefined {
  const counts = new Map<string, number>()
  for (const word of text
    .slice(0, READ)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []) {
    for (const language of LANGUAGE_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [[language, most] = ['', 0], [, next] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1])
  return most >= LEAST_WORDS && most >= CLEAR_LEAD * next ? language : undefined
}
