/** Reads the name of a law or norm, also one only in older states: `BGB`, `§ 433 BGB`. */
import { standsForSeveral } from '../citation/ranges.ts'
import type { Corpus } from '../model/corpus.ts'
import { LegalTextError } from '../util/errors.ts'
import { readAddress } from './addresses.ts'
import { readOneNorm } from './norm-words.ts'

/**
 * @param words of a law, or of a norm with its law
 * @throws LegalTextError as `readOneNorm`
 */
export async function readLawOrNorm(
  corpus: Corpus,
  words: readonly string[],
): Promise<{ code: string; norm?: string; note?: string }> {
  const joined = words.join(' ')
  const addressed = readAddress(joined)
  if (addressed !== undefined)
    return { code: addressed.law, ...(addressed.norm !== undefined && { norm: addressed.norm }) }
  if (await isEverLaw(corpus, joined)) return { code: joined }
  try {
    const named = await readOneNorm(corpus, words)
    // `§ 4` may have been a norm of its own before it became part of `§§ 3 bis 6 (weggefallen)`.
    return (standsForSeveral(named.norm) && (await readFormer(corpus, joined.split(/\s+/)))) || named
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    if (error.kind === 'not_found') {
      const former = await readFormer(corpus, joined.split(/\s+/))
      if (former !== undefined) return former
    }
    // Without a number it is rather the name of a law.
    if (error.kind === 'invalid_input' && !/[§\d]/.test(joined)) return { code: joined }
    throw error
  }
}

/** A norm before or after the name of a law that has or had it. */
async function readFormer(
  corpus: Corpus,
  words: readonly string[],
): Promise<{ code: string; norm: string } | undefined> {
  for (let at = 1; at < words.length; at++) {
    const [front, back] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    if (await isEverLaw(corpus, back)) return { code: back, norm: front }
    if (await isEverLaw(corpus, front)) return { code: front, norm: back }
  }
  return undefined
}

async function isEverLaw(corpus: Corpus, name: string): Promise<boolean> {
  return (await corpus.findLaws(name)).length > 0 || (await corpus.lawsEverCalled(name)).length > 0
}
