/** Opens a folder or archive of expressions, and reads the laws: the current expression, with the older ones. */

import { contentHash } from '../../files/content-hash.ts'
import { say } from '../../i18n/texts.ts'
import type { ParsedFinding, ParsedLaw, ParsedLimitation, ParsedNorm } from '../../model/parsed-law.ts'
import { type NormStatus, statusOn } from '../../model/versions.ts'
import { today as dayOfClock } from '../../util/iso-date.ts'
import { LawReader } from '../gii/law-reader.ts'
import { TextReader } from '../gii/norm-element.ts'
import { officialCode, slugOfAbbreviation } from '../gii/official-site.ts'
import { make } from '../gii/write-elements.ts'
import type { Input, InputFile, OpenOptions, Source, SourceDocument, SourceLaw } from '../source.ts'
import { hasAllCharacters } from '../text-writer.ts'
import { CODE, compareText, limitationOfFile } from '../values.ts'
import { childElement, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { descendants, quotationMarks, readAkn } from './akn-tree.ts'
import { Amendments } from './amendments.ts'
import { effectiveHistory, spanFaults } from './effect-timeline.ts'
import { EXPRESSION, GAZETTES, LEGALDOCML_FAMILY } from './format.ts'
import { type Effect, type Expression, readMetadata, withoutStage } from './metadata.ts'
import { isName, normElements } from './norm-elements.ts'

/** Number of characters of a text to quote in a fault. */
const SHOWN = 80

/** Name and version of this parser. */
const PARSER = 'legaldocml@1'

/** A file that could be read. */
interface ReadFile {
  file: InputFile
  bytes: Uint8Array
  /** `act` or `doc`. */
  element: XmlElement
  metadata: Expression
}

/** A document that lists the documents of an expression. */
interface Collection {
  file: InputFile
  /** Texts of laws among them, by ELI of the expression with the document. */
  parts: string[]
}

/** @throws SourceFormatError if a file is not in LegalDocML.de, or does not state its expression */
async function readFile(file: InputFile): Promise<ReadFile | Collection> {
  const bytes = await file.read()
  const root = readAkn(bytes)
  const element = root.children.find((each): each is XmlElement => typeof each !== 'string')
  if (element?.name === 'documentCollection') return { file, parts: partsOf(element) }
  const kind = element?.attributes.name?.split('/').at(-1) ?? ''
  if (element === undefined || !/^(?:act|doc)$/.test(element.name) || !/regelungstext/.test(kind))
    throw new SourceFormatError(
      say`it is not the text of a law, but <${element?.name}> of the type ${kind || 'unknown'}`,
      0,
      0,
    )
  const metadata = readMetadata(element)
  if (metadata === undefined)
    throw new SourceFormatError(say`<FRBRWork> and <FRBRExpression> do not say of which law it is an expression`, 0, 0)
  return { file, bytes, element, metadata }
}

/** Returns the texts of laws that a collection names, by address or by file name. */
function partsOf(collection: XmlElement): string[] {
  const expression = readMetadata(collection)?.expression ?? ''
  const named = descendants(childElement(collection, 'collectionBody'), 'documentRef')
  return named.flatMap(({ attributes: { href = '' } }) => {
    const [, name] = /(?:^|\/)(regelungstext[\w-]*?)(?:\.xml)?$/.exec(href) ?? []
    const [, of = expression] = EXPRESSION.exec(href) ?? []
    return name === undefined ? [] : [withoutStage(`${of}/${name}`)]
  })
}

/** A law in one of its expressions. */
interface LawFiles {
  main: ReadFile
  annexes: ReadFile[]
}

/** @param options without the day of fetching, today comes from the clock: the current expression depends on it */
export async function openExpressions(input: Input, { today = dayOfClock() }: OpenOptions): Promise<Source> {
  const limitations: ParsedLimitation[] = []
  const findings: ParsedFinding[] = []
  const limit = (path: string, reason: string, terminalState: ParsedLimitation['terminalState'] = 'parse_failed') =>
    limitations.push(limitationOfFile(LEGALDOCML_FAMILY, { path, reason, terminalState }))
  for (const { path, reason, terminalState } of input.skipped ?? []) limit(path, reason, terminalState)
  const files: ReadFile[] = []
  const collections: Collection[] = []
  for (const file of input.files) {
    try {
      const read = await readFile(file)
      if ('parts' in read) collections.push(read)
      else files.push(read)
    } catch (error) {
      if (!(error instanceof SourceFormatError)) throw error
      limit(
        file.path,
        error.line > 0 ? say`${error.message} (line ${error.line}, column ${error.column})` : error.message,
      )
    }
  }
  const present = new Set(files.map(({ metadata }) => metadata.document))
  for (const { file, parts } of collections)
    for (const part of parts) if (!present.has(part)) limit(file.path, say`it names ${part}, which is not there`)
  const laws = lawsOf(files, limit)
  const amendments = new Amendments()
  const codes = codesOf([...laws.values()].map(([newest]) => (newest as LawFiles).main.metadata))
  const chosen = [...laws].map(([work, versions]) => ({ code: codes.get(work) as string, versions }))
  return {
    lawCount: chosen.length,
    limitations,
    findings,
    statedCitations: [],
    get amendments() {
      return amendments.all()
    },
    laws: async function* () {
      for (const { code, versions } of chosen.sort((a, b) => compareText(a.code, b.code)))
        yield readLaw(code, versions, today, amendments)
    },
  }
}

/** Returns the files of each law by work, newest expression first; of one expression the newest manifestation. */
function lawsOf(
  files: readonly ReadFile[],
  limit: (path: string, reason: string, state: 'excluded_by_policy' | 'parse_failed') => void,
): Map<string, LawFiles[]> {
  const newestFirst = files.toSorted(
    ({ metadata: a }, { metadata: b }) =>
      compareText(b.day, a.day) ||
      b.version - a.version ||
      Number(a.isPromulgated) - Number(b.isPromulgated) ||
      compareText(b.madeOn, a.madeOn),
  )
  const documents = new Map<string, ReadFile>()
  for (const each of newestFirst) {
    const first = documents.get(each.metadata.document)
    if (first === undefined) documents.set(each.metadata.document, each)
    else {
      const isOther = each.metadata.isPromulgated && !first.metadata.isPromulgated
      const reason = isOther
        ? say`${first.file.path} is the consolidated text of the same expression`
        : say`${first.file.path} is another file of the same expression, made on the same day or later`
      limit(each.file.path, reason, 'excluded_by_policy')
    }
  }
  const laws = new Map<string, LawFiles[]>()
  const all = [...documents.values()]
  const annexes = new Map(
    all.filter(({ element }) => element.name === 'doc').map((each) => [each.metadata.document, each]),
  )
  for (const main of all) {
    if (main.element.name !== 'act') continue
    const named = descendants(childElement(main.element, 'attachments'), 'documentRef')
    const own = named.flatMap(({ attributes: { href = '' } }) => {
      const name =
        href
          .replace(/\.xml$/, '')
          .split('/')
          .at(-1) ?? ''
      const key = `${main.metadata.expression}/${name}`
      const annex = annexes.get(key)
      if (annex === undefined) limit(main.file.path, say`the annex ${href} is not there`, 'parse_failed')
      annexes.delete(key)
      return annex === undefined ? [] : [annex]
    })
    laws.set(main.metadata.work, [...(laws.get(main.metadata.work) ?? []), { main, annexes: own }])
  }
  // An annex without its law is better than nothing.
  for (const annex of annexes.values()) laws.set(annex.metadata.work, [{ main: annex, annexes: [annex] }])
  return laws
}

/** Returns codes of laws by work: from the official site, else from the abbreviation or the place of promulgation. */
function codesOf(laws: readonly Expression[]): Map<string, string> {
  const wanted = laws.map((law): [Expression, string] => {
    const named = [law.abbreviation, law.internal].map(slugOfAbbreviation).find((each) => CODE.test(each))
    const code = officialCode(law, law.place) ?? named
    const part = /-(\d+)$/.exec(law.work)?.[1] ?? '1'
    const { gazette, year, number } = law.place
    return [law, code ?? `${gazette}_${year}_${number}${part === '1' ? '' : `_${part}`}`]
  })
  const codes = new Map<string, string>()
  for (const [code, same] of Map.groupBy(wanted, ([, code]) => code)) {
    const ordered = same.toSorted(([a], [b]) => compareText(b.day, a.day) || compareText(a.work, b.work))
    for (const [index, [{ work, place }]] of ordered.entries())
      codes.set(work, index === 0 ? code : `${code}_${place.year}_${place.number}`)
  }
  return codes
}

/** @param versions newest expression first */
function readLaw(code: string, versions: readonly LawFiles[], today: string, amendments: Amendments): SourceLaw {
  const limitations: ParsedLimitation[] = []
  const findings: ParsedFinding[] = []
  const about = ({ file }: Pick<ReadFile, 'file'>) => ({
    sourceFamily: LEGALDOCML_FAMILY,
    sourceId: file.path,
    lawId: code,
  })
  const limit = ({ file, metadata }: ReadFile, terminalState: ParsedLimitation['terminalState'], reason: string) =>
    limitations.push({ ...about({ file }), title: metadata.title, sourceUrl: null, terminalState, reason })
  const read = versions.toReversed().map((version) => {
    const { main } = version
    const faults = [...main.metadata.faults]
    let law: ParsedLaw | undefined
    try {
      law = parseLaw(code, version, today, faults)
      amendments.add(law, main.metadata, main.element)
    } catch (error) {
      if (!(error instanceof SourceFormatError)) throw error
      limit(main, 'parse_failed', say`${main.file.path}: ${error.message}`)
    }
    for (const reason of faults) findings.push({ ...about(main), reason: say`${main.file.path}: ${reason}` })
    const { day, madeOn } = main.metadata
    const knownFrom = [day, madeOn || day, today].sort()[0] as string
    return { day, knownFrom, law }
  })
  const newestFile = versions[0]?.main
  for (const { day, fault } of spanFaults(read)) {
    const { main } = versions.find((version) => version.main.metadata.day === day) as LawFiles
    findings.push({ ...about(main), reason: say`${main.file.path}: ${fault}` })
  }
  const successor = newestFile?.metadata.successor ?? ''
  const isFollowed = successor !== '' && versions.every(({ main }) => main.metadata.own !== successor)
  const isUnread = read.at(-1)?.law === undefined
  const lacksVersionsAfter = isFollowed || isUnread ? read.findLast(({ law }) => law !== undefined)?.day : undefined
  if (newestFile !== undefined && isFollowed)
    findings.push({
      ...about(newestFile),
      reason: say`${newestFile.file.path}: the version after it, ${successor}, is not there`,
    })
  for (const [place, { main }] of versions.entries()) {
    const newer = versions[place - 1]?.main
    if (newer !== undefined && newer.metadata.day === main.metadata.day)
      limit(main, 'excluded_by_policy', say`${main.file.path}: ${newer.file.path} is a newer version of the same day`)
  }
  const first = read.findIndex(({ law }) => law !== undefined)
  if (first < 0) return { law: undefined, limitations, findings }
  const dated = read.slice(first).filter(({ day }, place, days) => day !== '' && day !== days[place + 1]?.day)
  const told = { limitations, findings, lacksVersionsAfter }
  if (dated.length === 0) return { law: read.findLast(({ law }) => law !== undefined)?.law, ...told }
  return { ...effectiveHistory(dated, today), ...told }
}

/**
 * Parses the law of an expression.
 * @param today ISO date for the status of its norms: expired or future
 * @param faults receives its faults
 * @throws SourceFormatError if a character is lost or added
 */
function parseLaw(code: string, { main, annexes }: LawFiles, today: string, faults: string[]): ParsedLaw {
  const { metadata, file, bytes, element } = main
  const { elements, sources } = normElements({ main: element, annexes: annexes.map((each) => each.element) })
  for (const text of [element, ...annexes.map((each) => each.element)].flatMap(textBeside))
    faults.push(say`a text stands outside of the elements that are read: ${JSON.stringify(text.slice(0, SHOWN))}`)
  const document: SourceDocument = { code, path: file.path, sourceUrl: null, titles: [], fetchedAt: file.fetchedAt }
  const reader = new LawReader(document, new TextReader())
  reader.element(headerOf(metadata, element))
  for (const each of elements) reader.element(each)
  const law = reader.finish(contentHash(bytes))
  const norms = law.norms.map((norm) => {
    const source = sources.get(norm.documentId)
    assertWhole(norm, source)
    if (source === undefined) return norm
    const dated = withEffect(norm, source, metadata, today, faults)
    return { ...dated, documentId: source.attributes.eId ?? '' }
  })
  return {
    ...law,
    norms,
    identity: metadata.work,
    jurisdiction: 'DE',
    language: metadata.language,
    sourceFamily: LEGALDOCML_FAMILY,
    sourceVersion: metadata.expression,
    sourceUrl: null,
    htmlUrl: null,
    parser: PARSER,
    documentId: metadata.document,
    promulgatedOn: metadata.promulgatedOn,
    inForceFrom: metadata.effect.from,
    inForceTo: metadata.effect.to,
    ...(file.fetchedAt !== undefined && { fetchedAt: file.fetchedAt }),
  }
}

/** Returns the header of the law in the form of the official XML. */
function headerOf(metadata: Expression, element: XmlElement): XmlElement {
  const { abbreviation, internal, title, shortTitle, place, states, notes } = metadata
  const gazette = GAZETTES[place.gazette] ?? place.gazette
  const isOld = /^s\d+$/.test(place.number)
  const reference = isOld ? `${place.year}, ${place.number.slice(1)}` : `${place.year}, Nr. ${place.number}`
  const cited = `${gazette.replace(/^BGBl /, `BGBl. ${place.year} `)} ${isOld ? `S. ${place.number.slice(1)}` : `Nr. ${place.number}`}`
  const beside = [...prefaceNotes(element, [title, shortTitle, abbreviation]), ...notes]
  return make('norm', [
    make('metadaten', [
      make('jurabk', [internal || abbreviation || cited]),
      ...(abbreviation === '' ? [] : [make('amtabk', [abbreviation])]),
      make('fundstelle', [make('periodikum', [gazette]), make('zitstelle', [reference])]),
      ...(shortTitle === '' ? [] : [make('kurzue', [shortTitle])]),
      make('langue', [title]),
      ...states.map(({ type, text }) =>
        make('standangabe', [make('standtyp', [type]), make('standkommentar', [text])]),
      ),
    ]),
    make('textdaten', [
      make('fussnoten', [
        make(
          'Content',
          beside.map((note) => make('P', [note])),
        ),
      ]),
    ]),
  ])
}

/** Returns the words of a preface beside the names of the law: the stage of a draft, the day, notes. */
function prefaceNotes(element: XmlElement, names: readonly string[]): string[] {
  const preface = childElement(element, 'preface')
  const words = (name: string) => descendants(preface, name).map((each) => lineOf(each))
  const rest = preface === undefined ? '' : lineOf(without(preface, PREFACE))
  return [
    ...['docStage', 'docProponent', 'date', 'authorialNote'].flatMap(words),
    /[\p{L}\d]/u.test(rest) ? rest : '',
  ].filter((line) => line !== '' && !names.includes(line))
}

/** Elements of a preface that are read separately. */
const PREFACE: ReadonlySet<string> = new Set('docTitle shortTitle docStage docProponent date authorialNote'.split(' '))

/** Returns an element without its descendants with these names. */
function without(element: XmlElement, names: ReadonlySet<string>): XmlElement {
  const children = element.children.flatMap((each) =>
    typeof each === 'string' ? each : names.has(each.name) ? [] : without(each, names),
  )
  return { ...element, children }
}

/** Elements of a document that are read. */
const READ: ReadonlySet<string> = new Set('meta preface preamble body mainBody conclusions attachments'.split(' '))

/** Returns text of a document outside the elements that are read. */
function textBeside(document: XmlElement): string[] {
  const inPreamble = childElement(document, 'preamble')?.children.filter((each) => typeof each === 'string') ?? []
  const words = document.children.map((each) =>
    typeof each === 'string' ? each : READ.has(each.name) ? '' : lineOf(each),
  )
  return [...words, ...inPreamble].map((each) => each.trim()).filter(Boolean)
}

const lineOf = (element: XmlElement): string =>
  [element.attributes.marker ?? '', ...element.children.map((each) => (typeof each === 'string' ? each : lineOf(each)))]
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** @throws SourceFormatError if a norm does not have exactly the visible characters of its source */
function assertWhole(norm: ParsedNorm, source: XmlElement | undefined): void {
  if (source === undefined) return
  const notes: XmlElement[] = []
  const body = visible({ ...source, children: source.children.filter((each) => !isName(each)) }, notes)
  const noteTexts = notes.map((note) => visible({ ...note, name: '' }, []))
  if (!hasAllCharacters(norm.text, make('', [body, ...noteTexts])))
    throw new SourceFormatError(say`the text of ${norm.label || norm.path} could not be read without loss`, 0, 0)
}

/** Returns an element as displayed: with the marks of its quotations, without its notes, which are collected. */
function visible(element: XmlElement, notes: XmlElement[]): XmlElement {
  if (element.name === 'authorialNote') {
    notes.push(element)
    return make('', [])
  }
  const { start, end } = quotationMarks(element)
  const children = element.children.map((each) => (typeof each === 'string' ? each : visible(each, notes)))
  return { ...element, children: [start, ...children, end] }
}

/** Adds the days of effect to a norm, and to its parts with days of their own. */
function withEffect(
  norm: ParsedNorm,
  source: XmlElement,
  { groups }: Expression,
  today: string,
  faults: string[],
): ParsedNorm {
  const effectOf = (element: XmlElement): Effect | undefined => {
    const { period } = element.attributes
    if (period === undefined || period === '') return undefined
    const found = groups.get(period.replace(/^#/, ''))
    if (found === undefined)
      faults.push(say`<${element.name}> ${element.attributes.eId ?? ''} names the period ${period}, which is not there`)
    return found
  }
  const { from, to } = effectOf(source) ?? {}
  const effects = partEffects(source, effectOf)
  const seen = counter()
  let outer: { path: string; own: Effect } | undefined
  const subdivisions = norm.subdivisions.map((part) => {
    const named = effects.get(`${part.label} ${seen(part.label)}`)
    const inherited = outer !== undefined && part.path.startsWith(`${outer.path}/`) ? outer.own : undefined
    const own = named ?? inherited
    if (own === undefined || (own.from === from && own.to === to)) return part
    if (named !== undefined) outer = { path: part.path, own }
    return { ...part, inForceFrom: own.from, inForceTo: own.to, status: statusOf('in_force', own, today) }
  })
  return { ...norm, status: statusOf(norm.status, { from, to }, today), subdivisions, inForceFrom: from, inForceTo: to }
}

const statusOf = (status: NormStatus, { from, to }: Effect, today: string): NormStatus =>
  statusOn(today, { status, in_force_from: from, in_force_to: to })

const labelOf = (part: XmlElement) => lineOf(childElement(part, 'num') ?? make('', []))

/** Returns the days of the parts below a norm by mark and index among equal marks: `(1) 0`. */
function partEffects(source: XmlElement, effectOf: (part: XmlElement) => Effect | undefined): Map<string, Effect> {
  const effects = new Map<string, Effect>()
  const seen = counter()
  const visit = (element: XmlElement, above: Effect | undefined) => {
    for (const each of element.children) {
      if (typeof each === 'string') continue
      const effect = effectOf(each) ?? above
      const label = labelOf(each)
      if (label !== '') {
        const place = seen(label)
        if (effect !== undefined) effects.set(`${label} ${place}`, effect)
      }
      visit(each, label === '' ? effect : undefined)
    }
  }
  visit(source, undefined)
  return effects
}

/** Counts the earlier occurrences of each name. */
function counter(): (name: string) => number {
  const times = new Map<string, number>()
  return (name) => {
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    return before
  }
}
