/** Opens a folder or archive of acts in Formex. Folders and files may have any names; what is in the documents decides. */
import type { ParsedFinding, ParsedLaw, ParsedLimitation } from '../../../corpus/parsed-law.ts'
import { type DatedLaw, datedHistory } from '../../history/dated-history.ts'
import type { Input, OpenOptions, Source, SourceLaw } from '../../source.ts'
import { SourceFormatError } from '../xml-tree.ts'
import { commonFolder } from './act-files.ts'
import { lawOf, type ReadDocument, readDocument } from './act-law.ts'
import { codeOf, pageOf } from './celex.ts'
import { type ChosenDocuments, choose } from './choose.ts'
import { type ActDocument, findActs } from './documents.ts'
import { EURLEX_FAMILY, LANGUAGES } from './format.ts'

export async function openActs(input: Input, { languages = LANGUAGES, today }: OpenOptions): Promise<Source> {
  const { length } = commonFolder(input.files.map(({ path }) => path))
  const files = input.files.map((file) => ({ ...file, path: file.path.slice(length) }))
  const { documents, limitations, findings } = await findActs(files)
  for (const { path, reason, terminalState } of input.skipped ?? []) {
    limitations.push({
      sourceFamily: EURLEX_FAMILY,
      sourceId: path,
      title: path,
      sourceUrl: null,
      lawId: null,
      terminalState,
      reason: `${path}: ${reason}`,
    })
  }
  const acts = [...Map.groupBy(documents, ({ celex }) => celex)].sort(([a], [b]) => (codeOf(a) < codeOf(b) ? -1 : 1))
  const chosen: ChosenDocuments[] = []
  for (const [, versions] of acts) {
    const choice = choose(versions, languages, today ?? null)
    chosen.push(choice)
    for (const { document, reason } of choice.left) {
      limitations.push(limitationOf(document, 'excluded_by_policy', `${nameOf(document)} is left out: ${reason}`))
    }
  }
  return {
    lawCount: chosen.length,
    limitations,
    findings,
    laws: () => readLaws(chosen, languages),
    statedCitations: [],
  }
}

async function* readLaws(chosen: readonly ChosenDocuments[], languages: readonly string[]): AsyncGenerator<SourceLaw> {
  for (const choice of chosen) yield await readLaw(choice, languages)
}

async function readLaw(
  { main, adopted, isLater, older, unlisted }: ChosenDocuments,
  languages: readonly string[],
): Promise<SourceLaw> {
  const limitations: ParsedLimitation[] = []
  const findings: ParsedFinding[] = []
  const read = async (document: ActDocument | undefined): Promise<ReadDocument | undefined> => {
    if (document === undefined) return undefined
    try {
      const found = await readDocument(document)
      for (const reason of found.faults) findings.push(findingOf(document, reason))
      return found
    } catch (error) {
      if (!(error instanceof SourceFormatError)) throw error
      const place = error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
      limitations.push(limitationOf(document, 'parse_failed', `${error.message}${place}`))
      return undefined
    }
  }
  const text = await read(main)
  if (text === undefined) return { law: undefined, limitations, findings: [] }
  const original = await read(adopted)
  const law = lawOf(text, original)
  for (const reason of languageFaults(law, original, languages)) findings.push(findingOf(main, reason))
  if (unlisted[0] !== undefined) {
    const others = [...new Set(unlisted.map(({ language }) => language))].sort().join(', ')
    const reason = `the text is that of the act as adopted, in ${law.language}: consolidations, the newest of ${unlisted[0].day}, are there in ${others} only`
    law.statusNotes.unshift({ type: 'consolidated', text: reason })
    findings.push(findingOf(main, reason))
  }
  if (isLater) {
    const reason = `the text holds from ${main.day}; an earlier one is not there`
    law.statusNotes.unshift({ type: 'consolidated', text: reason })
    findings.push(findingOf(main, reason))
  }
  if (main.day === null) return { law, limitations, findings }
  const versions: DatedLaw[] = []
  for (const document of older) {
    const version = document === adopted ? original : await read(document)
    versions.push(datedLaw(document, version && lawOf(version, document === adopted ? undefined : original)))
  }
  return { ...datedHistory([...versions, datedLaw(main, law)]), limitations, findings }
}

/** Tells if the language of a law is none of those that are listed, or not that of its recitals. */
function languageFaults(
  { code, language }: ParsedLaw,
  adopted: ReadDocument | undefined,
  languages: readonly string[],
): string[] {
  const faults: string[] = []
  if (!languages.includes(language))
    faults.push(
      `${code} is in the language ${language || 'that is not known'}, since there is none of ${languages.join(', ')}`,
    )
  if (adopted !== undefined && adopted.language !== language)
    faults.push(
      `the articles and annexes of ${code} are in ${language}, its preamble and recitals in ${adopted.language}: the act as adopted is not there in ${language}`,
    )
  return faults
}

/** Consolidations say from which day they hold, acts as adopted only when they were published. */
function datedLaw({ day, isConsolidation }: ActDocument, law: ParsedLaw | undefined): DatedLaw {
  return { from: day as string, isValidFrom: isConsolidation, law }
}

const nameOf = ({ files: [file] }: ActDocument) => file?.path ?? ''

function limitationOf(
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
