/** Finds the acts among the files of an input, with their versions and languages. */

import { say } from '../../i18n/texts.ts'
import type { ParsedFinding, ParsedLimitation } from '../../model/parsed-law.ts'
import type { InputFile } from '../source.ts'
import { compareText, NO_FAMILY } from '../values.ts'
import {
  childElement,
  childElements,
  createDecoder,
  ENOUGH,
  encodingOf,
  lineOfText,
  readBeginning,
  type XmlElement,
} from '../xml-tree.ts'
import { badDatesIn, dayFrom } from './bibliography.ts'
import { actCelex, celexOfNumber, celexOfPath, codeOf, isCompanion, pageOf } from './celex.ts'
import { ACT, ANNEXES, COMPANION, CONSOLIDATION, EURLEX_FAMILY, LIMITS } from './format.ts'
import { readFormex } from './formex-text.ts'

/** An act as adopted, or one of its consolidations, in one language. */
export interface ActDocument {
  celex: string
  isConsolidation: boolean
  /** Day from which a consolidation applies; publication day of an act as adopted; `null` if unknown. */
  day: string | null
  /** ISO 639-1. */
  language: string
  /** Production number of a consolidation; higher is newer. */
  sequence: string
  title: string
  /** The act, and annexes in separate files. */
  files: InputFile[]
}

/** Returns the path of the act, which names a document in messages. */
export const nameOf = ({ files: [file] }: ActDocument) => file?.path ?? ''

export interface FoundActs {
  documents: ActDocument[]
  limitations: ParsedLimitation[]
  findings: ParsedFinding[]
}

/** Number of bytes read to identify a document. */
const HEAD_BYTES = 64 * 1024

/** Detects Formex documents, and lists of their files, from the content. */
export async function formexKind(file: InputFile): Promise<'act' | 'list' | undefined> {
  const head = await headOf(file)
  if (typeof head === 'string') return undefined
  if (head.root === COMPANION) return 'list'
  return head.root === ACT || head.root === CONSOLIDATION || ANNEXES.has(head.root) ? 'act' : undefined
}

/** @param files XML files, companions included, sorted by path */
export async function findActs(files: readonly InputFile[]): Promise<FoundActs> {
  const found: FoundActs = { documents: [], limitations: [], findings: [] }
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
  for (const [folder, inFolder] of folders) await findInFolder(folder, inFolder, found)
  return found
}

async function findInFolder(folder: string, files: readonly InputFile[], found: FoundActs): Promise<void> {
  const mains: HeadedFile[] = []
  const annexes: HeadedFile[] = []
  const companions = new Map<string, Companion>()
  for (const file of files) {
    const head = await headOf(file)
    if (typeof head === 'string') found.limitations.push(unread(file, head))
    else if (head.root === ACT || head.root === CONSOLIDATION) mains.push({ file, head })
    else if (ANNEXES.has(head.root)) annexes.push({ file, head })
    else if (head.root === COMPANION) companions.set(stemOf(file.path), await companionOf(file, found))
    else found.limitations.push(foreign(file, head))
  }
  const listed = new Map<string, string>()
  for (const [stem, { files: names }] of companions) {
    for (const name of names) listed.set(`${folder}${name}`, stem)
    findMissing(stem, names, folder, files, found)
  }
  const owners = new Map(annexes.map((annex) => [annex, actOfAnnex(annex, mains, listed)]))
  for (const [annex, owner] of owners) {
    if (owner === undefined) found.limitations.push(unread(annex.file, 'it is an annex, and its act is not there'))
  }
  for (const main of mains) {
    const stem = listed.get(main.file.path) ?? stemOf(main.file.path)
    const own = annexes.filter((annex) => owners.get(annex) === main)
    const document = identify(main, companions.get(stem), found)
    const places = companions.get(stem)?.files ?? []
    const placeOf = ({ file }: HeadedFile) => {
      const place = places.indexOf(file.path.slice(folder.length))
      return place < 0 ? places.length : place
    }
    own.sort((a, b) => placeOf(a) - placeOf(b) || compareText(a.file.path, b.file.path))
    if (document !== undefined)
      found.documents.push({ ...document, files: [main.file, ...own.map(({ file }) => file)] })
  }
}

/** @returns the head, or the reason why it cannot be read */
async function headOf(file: InputFile): Promise<FormexHead | string> {
  if (file.size > LIMITS.bytes) return say`it has ${file.size} bytes, at most ${LIMITS.bytes} are read`
  try {
    const bytes = file.head === undefined ? await file.read() : await file.head(HEAD_BYTES)
    return readFormexHead(bytes) ?? whyUnread(bytes)
  } catch (error) {
    return say`it cannot be read: ${(error as Error).message}`
  }
}

/** Returns the reason why a file has no document element. */
function whyUnread(bytes: Uint8Array): string {
  if (bytes.length === 0) return say`it is empty`
  const encoding = encodingOf(bytes)
  const decoder = createDecoder(encoding)
  if (decoder === undefined) return say`the encoding ${JSON.stringify(encoding)} is not known`
  try {
    return decoder.decode(bytes, { stream: true }).includes('<')
      ? say`it is not an XML document`
      : say`it is not an XML document in ${encoding}`
  } catch {
    return say`it holds bytes that are not ${encoding}`
  }
}

async function companionOf(file: InputFile, found: FoundActs): Promise<Companion> {
  try {
    const companion = readCompanion(readFormex(await file.read()))
    for (const date of companion.badDates)
      found.findings.push({ ...about(file), reason: say`${file.path}: the date ${date} is not in the calendar` })
    return companion
  } catch (error) {
    const reason = say`${file.path}, the list of files, cannot be read: ${(error as Error).message}`
    found.findings.push({ ...about(file), reason })
    return { celex: '', language: '', publishedOn: null, badDates: [], files: [] }
  }
}

function findMissing(
  stem: string,
  names: readonly string[],
  folder: string,
  files: readonly InputFile[],
  found: FoundActs,
): void {
  const there = new Set(files.map(({ path }) => path))
  const missing = names.filter((name) => !there.has(`${folder}${name}`))
  if (missing.length === 0) return
  const alike = files.filter(({ path }) => stemOf(path) === stem)
  const companion = (alike.find(({ path }) => isCompanion(path)) ?? alike[0]) as InputFile
  const lacking =
    missing.length === 1 ? say`${missing[0]}, which is not there` : say`${missing.join(', ')}, which are not there`
  const reason = say`${companion.path} lists ${lacking}`
  found.findings.push({ ...about(companion), reason })
}

/** Identifies the act of a document. Its content takes precedence over folder names. */
function identify(
  { file, head }: HeadedFile,
  companion: Companion | undefined,
  found: FoundActs,
): Omit<ActDocument, 'files'> | undefined {
  const { consolidation, title } = head
  const isConsolidation = head.root === CONSOLIDATION
  const reference = actCelex(`3${consolidation['CONSLEG.REF'] ?? ''}`)
  const stated = [head.celex, companion?.celex ?? ''].map(actCelex).find(Boolean)
  const inPath = celexOfPath(file.path)
  const celex = stated ?? reference ?? celexOfNumber(head) ?? inPath
  if (celex === undefined) {
    found.limitations.push(unread(file, 'neither the document nor its folder has the CELEX number of an act'))
    return undefined
  }
  if (inPath !== undefined && inPath !== celex) {
    const reason = say`${file.path} is the act ${celex}, as the document says, not ${inPath}, as its path does`
    found.findings.push({ ...about(file), lawId: codeOf(celex), reason })
  }
  const folder = file.path.split('/').find((part) => /^\d{4}-\d\d-\d\d$/.test(part)) ?? null
  return {
    celex,
    isConsolidation,
    day: isConsolidation ? (dayFrom(consolidation['START.DATE']) ?? folder) : (companion?.publishedOn ?? folder),
    language:
      [head.language, companion?.language ?? ''].find(isLanguage)?.toLowerCase() ?? languageOfPath(file.path) ?? '',
    sequence: consolidation['PROD.SEQ'] ?? '',
    title,
  }
}

/** True for a language code such as `EN`. */
const isLanguage = (code: string) => /^[a-z]{2}$/i.test(code)

/** Returns the language in a path: a folder `en`, or a part of the file name: `CL2016R0679EN0000020`, `L_2016119DE`. */
function languageOfPath(path: string): string | undefined {
  const folders = path.split('/')
  const name = folders.pop() as string
  const [, ofIssue, ofSingle] =
    /^(?:CL\d{4}[A-Z]{1,2}\d{4}|(?:OJ_)?[LC]I?_\d{7})([A-Z]{2})\d*\.|^OJ_[LC]_\d{9}_([A-Z]{2})/.exec(name) ?? []
  return folders.findLast((part) => /^[a-z]{2}$/.test(part)) ?? (ofIssue ?? ofSingle)?.toLowerCase()
}

const stemOf = (path: string) => path.replace(/(?:\.doc(?:\.fmx)?)?\.[^./]+$/i, '')

function about({ path }: InputFile): Omit<ParsedFinding, 'reason'> {
  const celex = celexOfPath(path)
  return { sourceFamily: EURLEX_FAMILY, sourceId: path, lawId: celex === undefined ? null : codeOf(celex) }
}

function unread(file: InputFile, reason: string): ParsedLimitation {
  const celex = celexOfPath(file.path)
  return {
    ...about(file),
    sourceId: celex === undefined ? file.path : codeOf(celex),
    title: celex ?? file.path.slice(file.path.lastIndexOf('/') + 1),
    sourceUrl: celex === undefined ? null : pageOf(celex, languageOfPath(file.path) ?? 'en'),
    terminalState: file.size > LIMITS.bytes ? 'excluded_by_policy' : 'parse_failed',
    reason: say`${file.path}: ${reason}`,
  }
}

function foreign(file: InputFile, { root }: FormexHead): ParsedLimitation {
  const what = /^html$/i.test(root) ? say`a web page (XHTML)` : say`XML with the document element <${root}>`
  return {
    ...unread(file, say`it is ${what}, no act in Formex`),
    sourceFamily: celexOfPath(file.path) === undefined ? NO_FAMILY : EURLEX_FAMILY,
    terminalState: 'unsupported_format',
  }
}

/** A file with its parsed head. */
interface HeadedFile {
  file: InputFile
  head: FormexHead
}

/**
 * Returns the act of an annex: the one in the same list of files, else the one named by the annex. Only in the folder of an act
 * does an annex that names none belong to the preceding document, by name.
 * @param mains the acts in its folder
 * @param listed the files listed by companions, each with the name of its companion
 * @returns `undefined` if its act is missing
 */
function actOfAnnex(
  { file, head }: HeadedFile,
  mains: readonly HeadedFile[],
  listed: ReadonlyMap<string, string>,
): HeadedFile | undefined {
  const list = listed.get(file.path)
  const inList = mains.find((main) => list !== undefined && listed.get(main.file.path) === list)
  if (inList !== undefined) return inList
  const named = namesOf(head)
  if (named.length > 0) return mains.find((main) => namesOf(main.head).some((name) => named.includes(name)))
  const isOfFolder = list === undefined && celexOfPath(file.path) !== undefined
  const alike = isOfFolder ? mains.filter((main) => [main.head.language, ''].includes(head.language)) : []
  return alike.findLast((main) => main.file.path < file.path) ?? alike[0]
}

/** Returns the names of the act in a document: its list of files, its CELEX number, its number and year. */
function namesOf(head: FormexHead): string[] {
  const { reference, celex, consolidation, number, year } = head
  const celexes = [celex, `3${consolidation['CONSLEG.REF'] ?? ''}`].map(actCelex)
  const names = [...celexes, celexOfNumber(head), number && `${number}/${year}`]
  return [reference === 'NA' ? '' : reference, ...names].flatMap((name) => name || [])
}

interface Companion {
  /** CELEX number; empty if absent. */
  celex: string
  /** Language code in capitals; empty if absent. */
  language: string
  /** Day of the Official Journal; `null` if absent. */
  publishedOn: string | null
  /** Invalid dates. */
  badDates: string[]
  /** Files of the document, in order. */
  files: string[]
}

/** @param root a `DOC` */
function readCompanion(root: XmlElement): Companion {
  const formex = childElement(root, 'FMX')
  const publication = childElement(root, 'PUBLICATION.REF')
  const main = childElement(formex, 'DOC.MAIN.PUB')
  const files: string[] = []
  const collect = (element: XmlElement) => {
    for (const { attributes } of childElements(element, 'REF.PHYS')) if (attributes.FILE) files.push(attributes.FILE)
    for (const child of element.children) if (typeof child !== 'string') collect(child)
  }
  if (formex !== undefined) collect(formex)
  return {
    celex: lineOfText(childElement(main, 'NO.CELEX')),
    language: lineOfText(childElement(main, 'LG.DOC')),
    publishedOn: dayFrom(childElement(publication, 'DATE')?.attributes.ISO),
    badDates: badDatesIn(publication),
    files: [...new Set(files)],
  }
}

/** Head of a file. Absent fields are empty. */
interface FormexHead {
  /** Name of the document element. */
  root: string
  /** First CELEX number. */
  celex: string
  /** Attributes of `INFO.CONSLEG`, which describe a consolidation. */
  consolidation: Record<string, string>
  /** Language code in capitals. */
  language: string
  /** List of files of the act, also named by its annexes: `L_2016119EN.01000101.doc.xml`. */
  reference: string
  /** Number of an act as adopted, `NO.DOC`: `679`, `2016`; its community `EU`. */
  number: string
  year: string
  /** Words of the title, up to the first note. */
  title: string
}

/** Elements that end the search. */
const ENDS: ReadonlySet<string> = new Set([
  ...['GR.CORRIG', 'GR.MOD.ACT', 'PREAMBLE', 'ENACTING.TERMS', 'CONTENTS', 'PAPER'],
  ...['FMX', 'html', 'body', 'norm', 'metadaten'],
])
const FIELDS: ReadonlyMap<string, 'celex' | 'language' | 'number'> = new Map([
  ['NO.CELEX', 'celex'],
  ['LG.DOC', 'language'],
  ['NO.CURRENT', 'number'],
])

/**
 * Reads as far as needed, in time linear in the length of `bytes`.
 * @param bytes the document, or its first bytes
 * @returns `undefined` without a document element
 */
function readFormexHead(bytes: Uint8Array): FormexHead | undefined {
  let head: FormexHead | undefined
  const above: string[] = []
  let text = ''
  readBeginning(bytes, {
    open(name, attributes) {
      if (head !== undefined && ENDS.has(name)) throw ENOUGH
      head ??= {
        root: name,
        celex: '',
        consolidation: {},
        language: '',
        reference: '',
        number: '',
        year: '',
        title: '',
      }
      if (name === 'INFO.CONSLEG') head.consolidation = attributes
      if (name === 'DOCUMENT.REF') head.reference ||= attributes.FILE ?? ''
      if (head.title !== '' && name === 'NOTE') throw ENOUGH
      if (!above.includes('TITLE')) text = ''
      above.push(name)
    },
    text(part) {
      text += part
    },
    close(name) {
      above.pop()
      if (head === undefined) return
      if (name === 'P') text += ' '
      const words = text.replace(/\s+/g, ' ').trim()
      const field = FIELDS.get(name)
      if (field !== undefined) head[field] ||= words
      if (name === 'YEAR' && above.at(-1) === 'NO.DOC') head.year ||= words
      if (name !== 'TITLE') return
      head.title ||= words
      // A consolidation has the title of the act in its bibliographic data, before the CELEX numbers of others.
      throw ENOUGH
    },
  })
  return head
}
