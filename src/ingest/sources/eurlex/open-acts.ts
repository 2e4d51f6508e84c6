/** Opens a folder or archive of acts in Formex. Folders and files may have any names; what is in the documents decides. */
import type { ParsedLimitation } from '../../../corpus/parsed-law.ts'
import type { Input, OpenOptions, Source, SourceLaw } from '../../source.ts'
import { commonFolder } from './act-files.ts'
import { codeOf } from './celex.ts'
import { type ChosenDocuments, choose } from './choose.ts'
import { findActs, nameOf } from './documents.ts'
import { EURLEX_FAMILY, LANGUAGES } from './format.ts'
import { limitationOf, readLaw } from './read-act.ts'

export async function openActs(
  input: Input,
  { languages = LANGUAGES, today, missing = [] }: OpenOptions,
): Promise<Source> {
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
    laws: () => readLaws(chosen, languages, missing),
    statedCitations: [],
  }
}

async function* readLaws(
  chosen: readonly ChosenDocuments[],
  languages: readonly string[],
  missing: readonly ParsedLimitation[],
): AsyncGenerator<SourceLaw> {
  for (const choice of chosen) yield await readLaw(choice, languages, missing)
}
