/** Which other states have a law or a norm that one lacks. */
import type { Corpus, LawSummary } from '../corpus/corpus.ts'
import type { Candidate } from '../errors.ts'

/** Where else something was published. */
export interface OtherStates {
  /** `it was published until 2024-06-01` */
  note: string
  suggestion: Candidate
}

/** @returns `undefined` if no state has a norm with this path */
export async function normInOtherStates(
  corpus: Corpus,
  { code }: Pick<LawSummary, 'code'>,
  path: string,
): Promise<OtherStates | undefined> {
  const versions = await corpus.normVersions(code, path)
  const [last] = versions
  const span = spanOf(versions)
  if (last === undefined || span === undefined) return undefined
  return { note: span.note, suggestion: { code, norm: path, label: last.label, title: last.heading, ...span.state } }
}

/** @returns `undefined` if no state, or several laws in different states, have a law with this name */
export async function lawInOtherStates(corpus: Corpus, name: string): Promise<OtherStates | undefined> {
  const [law, ...others] = await corpus.lawsEverCalled(name)
  if (law === undefined || others.length > 0) return undefined
  const span = spanOf(await corpus.lawVersions(law.code))
  const { code, abbreviation: label, title } = law
  return span && { note: span.note, suggestion: { code, label, title, ...span.state } }
}

/** @param versions newest first */
function spanOf(versions: readonly { observed_from: string; observed_to: string | null }[]) {
  const [last, first] = [versions[0], versions.at(-1)]
  if (last === undefined || first === undefined) return undefined
  if (last.observed_to === null)
    return { note: `it is published since ${first.observed_from}`, state: { observed_on: first.observed_from } }
  return { note: `it was published until ${last.observed_to}`, state: { observed_on: last.observed_to } }
}
