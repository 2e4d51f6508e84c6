/** Completion of codes and norm paths in resource templates and prompts. */
import type { Corpus } from '../model/corpus.ts'
import { lawCandidates, normCandidates } from '../resolve/completions.ts'
import { LegalTextError } from '../util/errors.ts'
import type { CompleteRequestParams } from './sdk.ts'

/** Maximum number of values in one answer, a limit of the protocol. */
const MOST_VALUES = 100

/** Maximum length of a completable word, in characters. */
const LONGEST_VALUE = 300

interface Completion {
  [name: string]: unknown
  values: string[]
  total: number
  hasMore: boolean
}

/** Completes one argument. */
export type Completions = (corpus: Corpus, params: CompleteRequestParams) => Promise<Completion>

export const completions: Completions = async (corpus, { ref, argument: { name, value }, context }) => {
  const code = ref.type === 'ref/prompt' ? undefined : context?.arguments?.code
  const isShort = value.length <= LONGEST_VALUE && (code?.length ?? 0) <= LONGEST_VALUE
  const values = isShort ? await valuesOf(corpus, name, value, code) : []
  return { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES }
}

async function valuesOf(corpus: Corpus, name: string, value: string, code: string | undefined): Promise<string[]> {
  if (name === 'code') return namesOf(await lawCandidates(corpus, value))
  if (name !== 'norm') return []
  try {
    if (code !== undefined) return namesOf(await normCandidates(corpus, code, value))
  } catch (error) {
    if (error instanceof LegalTextError) return []
    throw error
  }
  // A designation ends with its law: `§ 433 BG`.
  const [norm, law] = [value.slice(0, value.lastIndexOf(' ') + 1), value.slice(value.lastIndexOf(' ') + 1)]
  if (!/\d/.test(norm) || !/^\p{L}/u.test(law)) return []
  return namesOf(await lawCandidates(corpus, law)).map((each) => norm + each)
}

const namesOf = (candidates: readonly (readonly [string, string])[]) => candidates.map(([word]) => word)
