/** Laws and norms that a word can become. */

import { cacheFolder } from '../../../cache-path.ts'
import type { Corpus } from '../../../corpus/corpus.ts'
import { locateBundle } from '../../../dataset/locate.ts'
import { openEngine } from '../../../dataset/open-engine.ts'
import { readSourceSettings } from '../../../dataset/options.ts'
import { resolveLaw } from '../../../resolve/resolve-law.ts'
import { readSetting } from '../../../settings.ts'
import type { Candidate } from './complete.ts'

/** So much of the wording of a subdivision tells which it is, in UTF-16 code units. */
const BEGINNING = 120

/** What a shell takes as it stands: nothing in it is a command, a flag or a pattern. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u

/** Codes of laws; abbreviations, where the word has capitals. Of a list with commas, its last entry. */
export async function lawCandidates(corpus: Corpus, word: string): Promise<Candidate[]> {
  const [, list = '', begun = ''] = /^(.*,)?([^,]*)$/.exec(word) ?? []
  const { items } = await corpus.laws(begun === '' ? {} : { query: begun })
  return items.flatMap(({ code, abbreviation, title }): Candidate[] => {
    const names = [code, abbreviation.replace(/\s+/g, '')]
    const name = names.find((each) => each.startsWith(begun) && PLAIN.test(each))
    return name === undefined ? [] : [[list + name, title]]
  })
}

/** Norm paths of a law; numbers of sections and articles, where the word begins with a digit; subdivisions of a norm. @throws as `resolveLaw` */
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

/**
 * Opens the corpus that commands would open, where it can be had at once: nothing is downloaded, converted or verified,
 * and nobody asked.
 * @throws LegalTextError where a setting cannot be read or the file is no bundle
 */
export async function openForCompletion(dataset: string | undefined): Promise<Corpus | undefined> {
  const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false }
  const file = await locateBundle(readSetting('datasetPath', process.env, dataset), options)
  return file === undefined ? undefined : openEngine(file)
}
