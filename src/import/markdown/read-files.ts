/** Opens a folder or archive of Markdown files, and reads the laws: the current version, with the older ones. */
import { namesWithoutState, stateAt } from '../../citation/laws/places.ts'
import { contentHash } from '../../files/content-hash.ts'
import { say } from '../../i18n/texts.ts'
import { type ChangeRecord, LAST_DAY, type LawHistory, NOW } from '../../model/law-history.ts'
import {
  ALIAS_RANKS,
  type ParsedFinding,
  type ParsedLaw,
  type ParsedLimitation,
  type ParsedNorm,
} from '../../model/parsed-law.ts'
import { type ChangeType, statusOn } from '../../model/versions.ts'
import { dayAfter, dayBefore, today as dayOfClock } from '../../util/iso-date.ts'
import { LawReader } from '../gii/law-reader.ts'
import { TextReader } from '../gii/norm-element.ts'
import { ElementList, make } from '../gii/write-elements.ts'
import { type DatedLaw, datedHistory } from '../history/dated-history.ts'
import type { Input, InputFile, OpenOptions, Source, SourceLaw } from '../source.ts'
import { hasAllCharacters } from '../text-writer.ts'
import { compareText, limitationOfFile, strongestAliases } from '../values.ts'
import { SourceFormatError } from '../xml-tree.ts'
import { imagesBeside } from './beside.ts'
import { isAboutLaws, LIMITS, MARKDOWN_FAMILY } from './format.ts'
import { divide, type LawFacts, readFrontMatter } from './front-matter.ts'
import { type MarkdownTree, readMarkdown, visibleText } from './markdown-tree.ts'
import { outlineOf, type Section } from './outline.ts'
import { type Block, TextElements, withoutReferences } from './text-elements.ts'

/** Name and version of this parser. */
const PARSER = 'markdown@1'

/** Maximum number of findings of one file that a build lists. */
const MAX_FINDINGS = 5

/** A file with its front matter. The text is read again with its law: all versions in a repository would not fit into memory. */
interface ReadFile {
  file: Pick<InputFile, 'path' | 'size' | 'read' | 'fetchedAt' | 'committed'>
  facts: LawFacts
  /** Code of its law. */
  code: string
  /** Day from which it applies, and whether it takes effect on that day; absent if unknown. */
  from?: string | undefined
  isEffect: boolean
}

/** A parsed law, with doubts about it. */
export interface ReadLaw {
  law: ParsedLaw
  findings: { line: number; reason: string }[]
}

/**
 * Reads the front matter of a file.
 * @throws SourceFormatError if it is too large, not text in UTF-8, or has front matter that cannot be read
 */
export async function readFile(file: ReadFile['file']): Promise<ReadFile> {
  if (file.size > LIMITS.bytes) throw tooLarge(file.size)
  const { yaml, body } = divide(decoded(await file.read()))
  const facts = readFrontMatter(yaml)
  if (!/\S/.test(body)) throw new SourceFormatError(say`it has no text`)
  const code = facts.code || codeOfName(file.path.split('/').at(-1) ?? '')
  const { on, effect } = file.committed ?? {}
  // In this convention, the author date of a commit is the day of effect.
  const isEffect = on === undefined || facts.convention === 'legalize'
  const from = on === undefined ? facts.inForceFrom : isEffect ? effect : on
  return { file, facts, code, from, isEffect }
}

const tooLarge = (bytes: number) => new SourceFormatError(say`it has ${bytes} bytes, at most ${LIMITS.bytes} are read`)

/** @throws SourceFormatError unless the bytes are text in UTF-8 */
function decoded(bytes: Uint8Array): string {
  if (bytes.length > LIMITS.bytes) throw tooLarge(bytes.length)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const binary = bytes.subarray(0, 8192).includes(0)
    const why = binary ? say`it is not text` : say`it is not in UTF-8, but perhaps in Windows-1252: convert it first`
    throw new SourceFormatError(why)
  }
  if (text.includes('\0')) throw new SourceFormatError(say`it is not text`)
  return text.replace(/\r\n?/g, '\n')
}

/** `BW_LBO.md` -> `bw_lbo` */
const codeOfName = (name: string) =>
  name
    .replace(/\.\w+$/, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._-]+|[._-]+$/g, '') || 'text'

/** @param options without the day of fetching, today comes from the clock: the current version depends on it */
export async function openMarkdown(input: Input, { today = dayOfClock() }: OpenOptions): Promise<Source> {
  const limitations: ParsedLimitation[] = []
  const findings: ParsedFinding[] = []
  const limit = (path: string, reason: string, terminalState: ParsedLimitation['terminalState']) =>
    limitations.push(limitationOfFile(MARKDOWN_FAMILY, { path, reason, terminalState }))
  for (const { path, reason, terminalState } of input.skipped ?? []) limit(path, reason, terminalState)
  const files: ReadFile[] = []
  const about = new Set(input.files.map(({ path }) => path).filter(isAboutLaws))
  for (const path of about) {
    const reason = say`${path} is about the laws beside it, and is not read as one`
    findings.push({ sourceFamily: MARKDOWN_FAMILY, sourceId: path, lawId: null, reason })
  }
  for (const file of input.files) {
    if (about.has(file.path)) continue
    try {
      files.push(await readFile(file))
    } catch (error) {
      if (!(error instanceof SourceFormatError)) throw error
      limit(file.path, withPlace(error), 'parse_failed')
    }
  }
  const laws = versionsOf(files, limit)
  // The last of several versions in a repository counts.
  const beside = new Map(input.beside?.map((file) => [file.path, file]))
  return {
    lawCount: laws.size,
    limitations,
    findings,
    statedCitations: [],
    laws: async function* () {
      for (const [code, versions] of [...laws].sort(([a], [b]) => compareText(a, b)))
        yield readVersions(code, versions, today, (path) => beside.get(path))
    },
  }
}

const withPlace = ({ message, line, column }: SourceFormatError) =>
  line > 0 ? say`${message} (line ${line}, column ${column})` : message

/** Returns the files of each law by code, oldest version first. Files with one name in several folders are several laws. */
function versionsOf(
  files: readonly ReadFile[],
  limit: (path: string, reason: string, state: 'excluded_by_policy') => void,
): Map<string, ReadFile[]> {
  const laws = new Map<string, Map<string, ReadFile>>()
  const codes = new Map<string, string>()
  for (const read of files) {
    const { path, committed } = read.file
    const [folder = ''] = path.split('/').slice(-2, -1)
    const isFree = (codes.get(read.code) ?? path) === path
    const code = read.facts.code !== '' || isFree ? read.code : `${read.code}_${codeOfName(folder)}`
    if (isFree) codes.set(read.code, path)
    const known = laws.get(code) ?? new Map<string, ReadFile>()
    const twin = known.get(read.from ?? '')
    const isVersion = known.size === 0 || committed !== undefined || read.facts.code !== ''
    if (isVersion && (twin === undefined || committed !== undefined)) laws.set(code, known.set(read.from ?? '', read))
    else {
      const first = (twin ?? [...known.values()][0])?.file.path ?? ''
      limit(path, say`${first} has the same code ${code} and the same day of effect`, 'excluded_by_policy')
    }
  }
  for (const [code, known] of laws) {
    const undated = known.get('')
    if (undated === undefined || known.size === 1) continue
    known.delete('')
    const { path } = undated.file
    limit(
      path,
      say`other files have its code ${code}, and it does not say from which day it holds`,
      'excluded_by_policy',
    )
  }
  const inOrder = (own: Map<string, ReadFile>) => [...own].sort(([a], [b]) => compareText(a, b)).map(([, read]) => read)
  return new Map([...laws].map(([code, own]) => [code, inOrder(own)]))
}

/** @param versions oldest first; @param today ISO date; later versions are in the future */
async function readVersions(
  code: string,
  versions: readonly ReadFile[],
  today: string,
  find: (path: string) => InputFile | undefined,
): Promise<SourceLaw> {
  const limitations: ParsedLimitation[] = []
  const findings: ParsedFinding[] = []
  const read: (ParsedLaw | undefined)[] = []
  for (const version of versions) {
    const { path } = version.file
    const about = { sourceFamily: MARKDOWN_FAMILY, sourceId: path, lawId: code }
    try {
      const { law, findings: found } = await readLaw(version, code)
      read.push(law)
      // Most doubts about older versions concern the newest one, too.
      if (version !== versions.at(-1)) continue
      for (const { line, reason } of found.slice(0, MAX_FINDINGS))
        findings.push({ ...about, reason: line > 0 ? say`${path}: line ${line}: ${reason}` : say`${path}: ${reason}` })
      const more = found.length - MAX_FINDINGS
      if (more > 0)
        findings.push({
          ...about,
          reason: say`${path}: ${more} more lines are doubtful: legal-text corpus check shows them`,
        })
    } catch (error) {
      if (!(error instanceof SourceFormatError)) throw error
      read.push(undefined)
      const { title, sourceUrl } = version.facts
      const reason = `${path}: ${withPlace(error)}`
      limitations.push({
        ...about,
        title: title || code,
        sourceUrl: sourceUrl || null,
        terminalState: 'parse_failed',
        reason,
      })
    }
  }
  // The convention legalize states the day of the law, not of this wording.
  const isOfWording = ({ facts, from = '' }: ReadFile) => facts.convention !== 'legalize' || from > today
  const [only] = versions
  const isHistory = versions.length > 1 || only?.file.committed !== undefined || (only && isOfWording(only))
  const dated = versions.flatMap(({ from, isEffect }, at): DatedLaw[] =>
    from === undefined ? [] : [{ from, isValidFrom: isEffect, law: read[at] }],
  )
  const isOfToday = ({ from, isValidFrom, law }: DatedLaw) => law !== undefined && !(isValidFrom && from > today)
  const ofToday = dated.findLastIndex(isOfToday)
  const present = ofToday < 0 ? dated.findIndex(({ law }) => law !== undefined) : ofToday
  const law = present < 0 ? read.find((each) => each !== undefined) : dated[present]?.law
  if (law === undefined) return { law, limitations, findings }
  const { images, faults } = imagesBeside(law, find)
  const { documentId: path } = law
  for (const reason of faults)
    findings.push({ sourceFamily: MARKDOWN_FAMILY, sourceId: path, lawId: code, reason: say`${path}: ${reason}` })
  const own = isHistory && present >= 0 ? datedHistory(dated, present) : { law }
  return { ...withDaysOfEffect(own, dated, today), limitations, findings, images }
}

/** Adds to norms the days of effect of their wordings, and their status today. @param dated the versions, oldest first */
function withDaysOfEffect(
  { law, history }: { law: ParsedLaw; history?: LawHistory },
  dated: readonly DatedLaw[],
  today: string,
): { law: ParsedLaw; history?: LawHistory } {
  /** Last days of versions followed by a gap, by the day before the next one. */
  const ends = new Map<string, string>()
  const changes: ChangeRecord[] = []
  const change = (type: ChangeType, observedOn: string, { title, norms }: ParsedLaw) => {
    const own = { observedOn, type, movedTo: null }
    changes.push({ ...own, path: null, label: '', heading: title })
    for (const { path, label, heading } of norms) changes.push({ ...own, path, label, heading })
  }
  const [first] = dated
  const since = first?.from ?? ''
  if (first?.law !== undefined && first.isValidFrom && first.from > today) change('added', first.from, first.law)
  for (const [at, { from, law: version }] of dated.entries()) {
    const [next, to] = [dated[at + 1]?.from, version?.inForceTo]
    const isOpen = to === undefined || to >= LAST_DAY || to < from
    if (version === undefined || isOpen || (next !== undefined && dayAfter(to) >= next)) continue
    ends.set(next === undefined ? NOW : dayBefore(next), to)
    change('removed', dayAfter(to), version)
  }
  const effective = (norm: ParsedNorm, lastDay: string): ParsedNorm => {
    const inForceTo = norm.status === 'repealed' ? undefined : ends.get(lastDay >= LAST_DAY ? NOW : lastDay)
    // The content of the first version may be older.
    const isNew = norm.validFrom !== undefined && (norm.validFrom > since || since > today)
    const inForceFrom = isNew ? norm.validFrom : undefined
    return { ...norm, inForceFrom, inForceTo, validTo: inForceTo ?? norm.validTo }
  }
  const ofToday = (norm: ParsedNorm): ParsedNorm => {
    const { status, inForceFrom: in_force_from, inForceTo: in_force_to } = norm
    return { ...norm, status: statusOn(today, { status, in_force_from, in_force_to }) }
  }
  if (history === undefined) {
    const { inForceTo } = law
    if (inForceTo !== undefined && inForceTo < LAST_DAY && inForceTo >= (law.inForceFrom ?? ''))
      ends.set(NOW, inForceTo)
    return { law: { ...law, norms: law.norms.map((norm) => ofToday(effective(norm, NOW))) } }
  }
  const lastDays = new Map<string, string>()
  for (const record of history.norms) {
    const { to, lastDay = to } = record
    record.norm = effective(record.norm, lastDay)
    if (to !== NOW) continue
    record.norm = ofToday(record.norm)
    lastDays.set(record.norm.path, lastDay)
  }
  const norms = law.norms.map((norm) => ofToday(effective(norm, lastDays.get(norm.path) ?? NOW)))
  changes.push(...history.changes)
  changes.sort((a, b) => compareText(a.observedOn, b.observedOn))
  return { law: { ...law, norms }, history: { ...history, changes } }
}

/**
 * Reads the law of a file.
 * @throws SourceFormatError if a character is lost or added, or it has more than is read
 */
export async function readLaw({ file, facts, code: own }: ReadFile, code = own): Promise<ReadLaw> {
  const bytes = await file.read()
  const { body, firstLine } = divide(decoded(bytes))
  const tree = readMarkdown(body)
  const { sections, title: firstHeading, doubts } = outlineOf(tree, body, firstLine, facts.title)
  const title = facts.title || firstHeading
  const findings = [...facts.faults.map((reason) => ({ line: 0, reason })), ...doubts]
  if (facts.convention === 'none')
    findings.push({ line: 1, reason: say`it has no front matter: its title is its first heading` })
  const name = facts.abbreviation || title || code
  const skipped = new Set<string>()
  const list = new ElementList()
  const placed: Section[] = []
  for (const section of sections.slice(1)) {
    if (section.kind === 'text' && !hasText(section, tree)) continue
    const texts = new TextElements(tree, body, skipped, section.kind === 'norm')
    const heading = texts.inline(section.heading)
    const blocks = blocksOf(section).slice(section.begin === undefined ? 0 : 1)
    const textData = texts.textData(blocks, section.begin, heading)
    const element = { ...section, title: withoutReferences(section.title), texts: textData }
    if (section.kind === 'part') list.heading(element)
    else list.norm(element)
    placed.push(section)
  }
  const reader = new LawReader({ code, path: file.path, sourceUrl: null, titles: [] }, new TextReader())
  const [preface] = sections as [Section]
  const texts = new TextElements(tree, body, skipped)
  reader.element(make('norm', [make('metadaten', headerOf(name, title, facts)), ...texts.textData(blocksOf(preface))]))
  for (const element of list.elements) reader.element(element)
  const law = reader.finish(contentHash(bytes))
  const norms = law.norms.map((norm) => {
    const section = norm.documentId === '' ? preface : placed[Number(norm.documentId)]
    if (section === undefined) throw new Error(`there is no section ${norm.documentId}`)
    assertWhole(norm, section, tree, body)
    return { ...norm, documentId: `L${section.line}` }
  })
  for (const element of skipped)
    findings.push({ line: 0, reason: say`the content of <${element}> is not text, and is left out` })
  const notes = [law.notes, ...facts.notes].filter(Boolean).join('\n')
  const [urlOfSource, hasDay] = [facts.sourceUrl || null, /^\d{4}-\d\d-\d\d$/.test(facts.statusNote)]
  return {
    findings,
    law: {
      ...law,
      norms,
      notes,
      identity: `${MARKDOWN_FAMILY}/${code}`,
      aliases: aliasesOf(law, facts),
      jurisdiction: facts.jurisdiction,
      language: facts.language,
      sourceFamily: MARKDOWN_FAMILY,
      sourceUrl: urlOfSource,
      conversion: { official: false, file: file.path, licence: facts.licence || null, convention: facts.convention },
      htmlUrl: urlOfSource,
      parser: PARSER,
      documentId: file.path,
      promulgatedOn: facts.promulgatedOn ?? null,
      inForceFrom: facts.inForceFrom,
      inForceTo: facts.inForceTo,
      ...(hasDay && { statusDate: facts.statusNote }),
      ...(file.fetchedAt !== undefined && { fetchedAt: file.fetchedAt }),
    },
  }
}

const blocksOf = ({ nodes }: Section) => nodes as Block[]

const hasText = ({ nodes }: Section, { orphans }: MarkdownTree) =>
  nodes.some(
    (node) =>
      !/^(?:thematicBreak|definition)$/.test(node.type) && (node.type !== 'footnoteDefinition' || orphans.has(node)),
  )

function headerOf(name: string, title: string, { statusNote }: LawFacts) {
  const note = make('standangabe', [make('standtyp', ['Stand']), make('standkommentar', [statusNote])])
  return [make('jurabk', [name]), make('langue', [title]), ...(statusNote === '' ? [] : [note])]
}

function aliasesOf({ code, abbreviation, title, aliases }: ParsedLaw, facts: LawFacts) {
  const short = [facts.abbreviation, code, ...facts.abbreviations].filter(Boolean)
  const state = stateAt(facts.jurisdiction)
  const derived = aliases.filter(({ rank }) => rank === ALIAS_RANKS.derived).map(({ name }) => name)
  const full = [...short, title, ...facts.titles, ...derived]
  const bare = state === undefined ? [] : full.flatMap((name) => namesWithoutState(name, state))
  return strongestAliases([
    ...short.map((name) => ({ name, rank: ALIAS_RANKS.abbreviation })),
    ...[abbreviation, title, ...facts.titles].map((name) => ({ name, rank: ALIAS_RANKS.title })),
    ...[...derived, ...bare].map((name) => ({ name, rank: ALIAS_RANKS.derived })),
  ])
}

/** @throws SourceFormatError if a norm does not have exactly the visible characters of its section */
function assertWhole(norm: ParsedNorm, section: Section, tree: MarkdownTree, source: string): void {
  const heading = visibleText(section.heading, tree, source)
  const text = visibleText(section.nodes, tree, source)
  const name = (section.before ?? '') + norm.label + section.separator + norm.heading
  // Stray asterisks do not belong to a designation.
  const expected = heading.words.replaceAll('*', '') + text.words + text.notes + heading.notes
  if (!hasAllCharacters(name.replaceAll('*', '') + norm.text + norm.footnotes, make('', [expected])))
    throw new SourceFormatError(
      say`the text of ${norm.label || norm.path} could not be read without loss`,
      section.line,
      1,
    )
}
