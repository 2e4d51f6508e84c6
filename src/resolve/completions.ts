/** Laws and norms that complete a word. */
import type { Corpus } from '../model/corpus.ts'
import { partsBeginning } from './law-part.ts'
import { resolveLaw } from './resolve-law.ts'

/** A word, and its meaning. */
export type Candidate = readonly [word: string, meaning: string]

/** Length of the text of a subdivision that is shown, in UTF-16 code units. */
const BEGINNING = 120

/** A name that shells need not quote. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u

/** Codes of laws, or abbreviations if the word has capitals. In a list with commas, completes the last entry. */
export async function lawCandidates(corpus: Corpus, word: string): Promise<Candidate[]> {
  const [, list = '', begun = ''] = /^(.*,)?([^,]*)$/.exec(word) ?? []
  const { items } = await corpus.laws(begun === '' ? {} : { query: begun })
  return items.flatMap(({ code, abbreviation, title }): Candidate[] => {
    const names = [code, abbreviation.replace(/\s+/g, '')]
    const name = names.find((each) => each.startsWith(begun) && PLAIN.test(each))
    return name === undefined ? [] : [[list + name, title]]
  })
}

/** Names of parts of a law, with their titles. @throws as `resolveLaw` */
export async function partCandidates(corpus: Corpus, name: string, word: string): Promise<Candidate[]> {
  const law = await corpus.law((await resolveLaw(corpus, name)).code)
  return law === undefined ? [] : partsBeginning(law, word).map(({ part = '', title }) => [part, title])
}

/**
 * Norm paths of a law, and the subdivisions of a norm; numbers of sections and articles if the word begins with a digit.
 * @throws as `resolveLaw`
 */
export async function normCandidates(corpus: Corpus, law: string, word: string): Promise<Candidate[]> {
  const { code } = await resolveLaw(corpus, law)
  const norms = await corpus.outline(code)
  const short = /^\d/.test(word)
  const candidates = norms.flatMap(({ norm, label, heading }): Candidate[] => {
    const name = short ? (/^(?:par|art):([^/]+)$/.exec(norm)?.[1] ?? '') : norm
    return name.startsWith(word) && name !== '' ? [[name, [label, heading].filter(Boolean).join(' ')]] : []
  })
  const whole = norms.findLast(({ norm }) => word.startsWith(`${norm}/`))
  if (whole === undefined) return candidates
  const { subdivisions = [] } = (await corpus.norm(code, whole.norm)) ?? {}
  const parts = subdivisions.map(({ path, text }): Candidate => [`${whole.norm}/${path}`, text.slice(0, BEGINNING)])
  return [...candidates, ...parts.filter(([path]) => path.startsWith(word))]
}
