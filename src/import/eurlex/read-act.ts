/** Opens a folder or archive of acts, and reads their versions: the newest complete one becomes the law. */

import { say } from '../../i18n/texts.ts'
import type { ParsedFinding, ParsedLaw, ParsedLimitation } from '../../model/parsed-law.ts'
import { type DatedLaw, datedHistory } from '../history/dated-history.ts'
import type { Input, OpenOptions, Source, SourceLaw } from '../source.ts'
import { compareText, limitationOfFile } from '../values.ts'
import { SourceFormatError } from '../xml-tree.ts'
import { hasEnactingTerms, lawOf, type ReadDocument, readDocument } from './act-law.ts'
import { codeOf, commonFolder, consolidationDay, pageOf } from './celex.ts'
import { type ActDocument, findActs, nameOf } from './documents.ts'
import { EURLEX_FAMILY, LANGUAGES } from './format.ts'

/**
 * Reads an act. If its newest version cannot be read, or lacks articles that an older one has, the older one becomes the law,
 * with a note.
 * @param languages in order of preference (ISO 639-1)
 * @param missing versions that could not be fetched, of all acts
 */
export async function readLaw(
  chosen: ChosenDocuments,
  languages: readonly string[],
  missing: readonly ParsedLimitation[],
): Promise<SourceLaw> {
  const { older } = chosen
  const reader = new VersionReader()
  const candidates = new Set([chosen.main, ...older.toReversed(), ...(chosen.adopted ? [chosen.adopted] : [])])
  const { main, passed } = await reader.newest([...candidates])
  const { findings, limitations } = reader
  const text = main && (await reader.read(main))
  if (main === undefined || text === undefined) return { law: undefined, limitations, findings: [] }
  const adopted = chosen.adopted === main ? undefined : chosen.adopted
  const original = adopted && (await reader.read(adopted))
  const law = lawOf(text, original)
  for (const reason of languageFaults(law, original, languages)) findings.push(findingOf(main, reason))
  const [unlisted] = chosen.unlisted
  if (unlisted !== undefined && main === chosen.main) {
    const others = [...new Set(chosen.unlisted.map(({ language }) => language))].sort().join(', ')
    const reason = say`the text is that of the act as adopted, in ${law.language}: consolidations, the newest of ${unlisted.day}, are there in ${others} only`
    law.statusNotes.unshift({ type: 'consolidated', text: reason })
    findings.push(findingOf(main, reason))
  }
  if (chosen.isLater && main === chosen.main) {
    const reason = say`the text holds from ${main.day}; an earlier one is not there`
    law.statusNotes.unshift({ type: 'consolidated', text: reason })
    findings.push(findingOf(main, reason))
  }
  law.statusNotes.unshift(...[...unfetched(main, missing), ...passed].map((text) => ({ type: 'outdated', text })))
  if (main.day === null) return { law, limitations, findings }
  const versions: DatedLaw[] = []
  for (const document of older) {
    if ((document.day ?? '') >= main.day) continue
    const version = await reader.read(document)
    versions.push(datedLaw(document, version && lawOf(version, document === adopted ? undefined : original)))
  }
  return { ...datedHistory([...versions, datedLaw(main, law)]), limitations, findings }
}

/** Returns faults of the language: not one of those listed, or different from that of the recitals. */
function languageFaults(
  { code, language }: ParsedLaw,
  adopted: ReadDocument | undefined,
  languages: readonly string[],
): string[] {
  const faults: string[] = []
  if (!languages.includes(language))
    faults.push(
      say`${code} is in the language ${language || say`that is not known`}, since there is none of ${languages.join(', ')}`,
    )
  if (adopted !== undefined && adopted.language !== language)
    faults.push(
      say`the articles and annexes of ${code} are in ${language}, its preamble and recitals in ${adopted.language}: the act as adopted is not there in ${language}`,
    )
  return faults
}

/** Reads documents, each once, and records why one cannot be read. */
class VersionReader {
  readonly limitations: ParsedLimitation[] = []
  readonly findings: ParsedFinding[] = []
  readonly #read = new Map<ActDocument, ReadDocument | string>()

  /** @returns `undefined` if it cannot be read */
  async read(document: ActDocument): Promise<ReadDocument | undefined> {
    const found = this.#read.get(document) ?? (await this.#readNew(document))
    this.#read.set(document, found)
    return typeof found === 'string' ? undefined : found
  }

  /**
   * Finds the newest complete version.
   * @param versions newest first
   * @returns it, and why newer ones are skipped; `undefined` if none can be read
   */
  async newest(versions: readonly ActDocument[]): Promise<{ main: ActDocument | undefined; passed: string[] }> {
    let main: ActDocument | undefined
    for (const document of versions) {
      const found = await this.read(document)
      if (found === undefined) continue
      main ??= document
      if (!hasEnactingTerms(found)) continue
      main = document
      break
    }
    const newer = main === undefined ? [] : versions.slice(0, versions.indexOf(main))
    return { main, passed: newer.map((document) => this.#whyPassed(document)) }
  }

  #whyPassed(document: ActDocument): string {
    const found = this.#read.get(document)
    if (typeof found === 'string') return say`${versionName(document)} could not be read: ${found}`
    const reason = say`${nameOf(document)} has no articles, unlike an older version`
    this.limitations.push(limitationOf(document, 'parse_failed', reason))
    return say`${versionName(document)} is not used: it has no articles, unlike an older version`
  }

  async #readNew(document: ActDocument): Promise<ReadDocument | string> {
    try {
      const found = await readDocument(document)
      for (const reason of found.faults) this.findings.push(findingOf(document, reason))
      return found
    } catch (error) {
      if (!(error instanceof SourceFormatError)) throw error
      const place = error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
      const reason = say`${error.message}${place}`
      this.limitations.push(limitationOf(document, 'parse_failed', reason))
      return reason
    }
  }
}

/** `the consolidation of 2025-02-01`, `the act as adopted` */
const versionName = ({ isConsolidation, day }: Pick<ActDocument, 'isConsolidation' | 'day'>) =>
  isConsolidation ? say`the consolidation of ${day}` : say`the act as adopted`

/** Returns the versions of an act that could not be fetched. Consolidations older than its law are irrelevant. */
function unfetched({ celex, day, isConsolidation }: ActDocument, missing: readonly ParsedLimitation[]): string[] {
  const law = isConsolidation ? (day ?? '') : ''
  return missing
    .filter(({ sourceFamily, sourceId }) => sourceFamily === EURLEX_FAMILY && sourceId === codeOf(celex))
    .flatMap(({ title, reason }) => {
      const missed = consolidationDay(title)
      if (missed !== null && missed < law) return []
      const what = missed === null ? say`the act` : versionName({ isConsolidation: true, day: missed })
      return [say`${what} could not be fetched: ${reason}`]
    })
}

/** Consolidations state the day from which they apply, acts as adopted only the day of publication. */
function datedLaw({ day, isConsolidation }: ActDocument, law: ParsedLaw | undefined): DatedLaw {
  return { from: day as string, isValidFrom: isConsolidation, law }
}

export function limitationOf(
  { celex, title, language }: ActDocument,
  terminalState: ParsedLimitation['terminalState'],
  reason: string,
): ParsedLimitation {
  const about = { sourceFamily: EURLEX_FAMILY, sourceId: codeOf(celex), title: title || celex }
  return { ...about, sourceUrl: pageOf(celex, language || 'en'), terminalState, reason }
}

function findingOf(document: ActDocument, reason: string): ParsedFinding {
  const code = codeOf(document.celex)
  return { sourceFamily: EURLEX_FAMILY, sourceId: nameOf(document) || code, lawId: code, reason }
}

export async function openActs(
  input: Input,
  { languages = LANGUAGES, today, missing = [] }: OpenOptions,
): Promise<Source> {
  const { length } = commonFolder(input.files.map(({ path }) => path))
  const files = input.files.map((file) => ({ ...file, path: file.path.slice(length) }))
  const { documents, limitations, findings } = await findActs(files)
  for (const each of input.skipped ?? []) limitations.push(limitationOfFile(EURLEX_FAMILY, each))
  const acts = [...Map.groupBy(documents, ({ celex }) => celex)].sort(([a], [b]) => (codeOf(a) < codeOf(b) ? -1 : 1))
  const chosen: ChosenDocuments[] = []
  for (const [, versions] of acts) {
    const choice = choose(versions, languages, today ?? null)
    chosen.push(choice)
    for (const { document, reason } of choice.left) {
      limitations.push(limitationOf(document, 'excluded_by_policy', say`${nameOf(document)} is left out: ${reason}`))
    }
  }
  return {
    lawCount: chosen.length,
    limitations,
    findings,
    async *laws() {
      for (const choice of chosen) yield readLaw(choice, languages, missing)
    },
    statedCitations: [],
  }
}

/** Documents of an act, divided by their role in its law. */
interface ChosenDocuments {
  /** Newest version, in the language of the law. */
  main: ActDocument
  /** True if it only applies from a later day, as all versions do. */
  isLater: boolean
  /** The act as adopted, if the law is a consolidation: it has the recitals. */
  adopted: ActDocument | undefined
  /** Older versions in the language of the law, oldest first: the act as adopted, if its day is known, and consolidations. */
  older: ActDocument[]
  /** Consolidations in other than the listed languages, if the law is the act as adopted. */
  unlisted: ActDocument[]
  /** Omitted documents, with the reasons. */
  left: { document: ActDocument; reason: string }[]
}

/**
 * Chooses the law of an act: its newest consolidation in a listed language; else the act as adopted in one, since an unreadable
 * language is useless; else any version.
 * @param documents of one act, at least one
 * @param languages in order of preference (ISO 639-1)
 * @param today ISO date: consolidations from later days do not apply yet; `null` if unknown
 */
function choose(
  documents: readonly ActDocument[],
  languages: readonly string[],
  today: string | null,
): ChosenDocuments {
  const left: ChosenDocuments['left'] = []
  const leave = (document: ActDocument, reason: string) => left.push({ document, reason })
  const newestFirst = documents.toSorted(
    (a, b) => compareText(b.day ?? '', a.day ?? '') || compareText(b.sequence, a.sequence),
  )
  const single = new Map<string, ActDocument>()
  for (const document of newestFirst) {
    const { isConsolidation, day, language } = document
    const key = `${isConsolidation} ${isConsolidation ? day : ''} ${language}`
    const first = single.get(key)
    if (first !== undefined) leave(document, say`${nameOf(first)} is the same version`)
    else single.set(key, document)
  }
  const usable = [...single.values()]
  const isListed = ({ language }: ActDocument) => languages.includes(language)
  const all = usable.filter(({ isConsolidation }) => isConsolidation)
  const originals = usable.filter(({ isConsolidation }) => !isConsolidation)
  const isAnyListed = all.some(isListed) || originals.some(isListed)
  const consolidations = isAnyListed ? all.filter(isListed) : all
  const isLater = ({ day }: ActDocument) => day !== null && today !== null && day > today
  // A text that applies from a later day is better than none: its law says so.
  const newest = consolidations.find((each) => !isLater(each)) ?? consolidations.at(-1)
  const sameDay = consolidations.filter(({ day }) => day === newest?.day)
  const main = best(sameDay.length > 0 ? sameDay : originals, languages) as ActDocument
  const adopted = main.isConsolidation ? best(originals, [main.language, ...languages]) : undefined
  const older = consolidations.filter((each) => {
    return each !== main && each.language === main.language && each.day !== null && !isLater(each)
  })
  const first = [...older, main].map(({ day }) => day ?? '').sort()[0] ?? ''
  if (adopted !== undefined && adopted.language === main.language && (adopted.day ?? first) < first) older.push(adopted)
  const taken = new Set([main, adopted, ...older])
  for (const document of usable) {
    if (taken.has(document)) continue
    const isOther = document.language !== main.language
    if (isOther) leave(document, say`it is in the language ${document.language}; imported is ${nameOf(main)}`)
    else leave(document, document.day === null ? say`its day is not known` : say`it only holds from ${document.day}`)
  }
  return {
    main,
    adopted,
    isLater: isLater(main),
    older: older.reverse(),
    unlisted: main.isConsolidation ? [] : all,
    left,
  }
}

/** Returns the document in the most preferred language; unlisted languages come last. */
function best(documents: readonly ActDocument[], languages: readonly string[]): ActDocument | undefined {
  const placeOf = ({ language }: ActDocument) => {
    const place = languages.indexOf(language)
    return place < 0 ? languages.length : place
  }
  return documents.toSorted((a, b) => placeOf(a) - placeOf(b) || compareText(a.language, b.language))[0]
}
