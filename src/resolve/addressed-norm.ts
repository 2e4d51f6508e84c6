/** Resolves the norm that an address names. */
import { formatElements } from '../citation/norm-path.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { readAddress } from './addresses.ts'
import type { NamedNorm } from './named-norm.ts'
import { resolveLaw } from './resolve-law.ts'
import { resolveNorm } from './resolve-norm.ts'

/**
 * The norm that an address names.
 * @returns `undefined` if the text is no address
 * @throws LegalTextError `invalid_input` if it names none; else as `resolveNorm`
 */
export async function addressedNorm(corpus: Corpus, text: string): Promise<NamedNorm | undefined> {
  const addressed = readAddress(text)
  if (addressed === undefined) return undefined
  const law = await resolveLaw(corpus, addressed.law)
  if (addressed.norm === undefined) {
    const message = `the address ${JSON.stringify(text)} names ${law.abbreviation}, not a norm of it`
    throw new LegalTextError('invalid_input', message, { code: law.code })
  }
  const { norm, subdivision, resolution } = await resolveNorm(corpus, law, addressed.norm)
  return {
    text,
    code: law.code,
    norm: [norm.norm, ...(subdivision.length > 0 ? [formatElements(subdivision)] : [])].join('/'),
    ...(resolution?.by === 'approximation' && { note: resolution.message }),
    ...(addressed.as_of !== undefined && { as_of: addressed.as_of }),
  }
}
