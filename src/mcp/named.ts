/** Norms in inputs of tools: with the code of their law, or as one designation. */

import { readDesignation } from '../citation/grammar/read-designation.ts'
import type { Corpus } from '../model/corpus.ts'
import { isAddress } from '../resolve/addresses.ts'
import { corpusOf, type Days } from '../resolve/as-of.ts'
import { readLawOrNorm } from '../resolve/law-or-norm.ts'
import { type NamedNorm, readNamedNorm } from '../resolve/named-norm.ts'
import { LegalTextError } from '../util/errors.ts'
import { readAddress } from './addresses.ts'

/**
 * The norm in inputs. A designation with its law takes precedence over the code, which some clients always give.
 * @throws LegalTextError as `readNamedNorm`
 */
export async function namedNorm(
  corpus: Corpus,
  { code, norm }: { code?: string | undefined; norm: string },
  days: Days = {},
): Promise<Pick<NamedNorm, 'code' | 'norm' | 'note'>> {
  const addressed = namedByAddress(norm)
  if (addressed !== undefined) return addressed
  if (code !== undefined && !namesLaw(norm)) return { code, norm }
  return readNamedNorm(await corpusOf(corpus, days), norm)
}

/** The norm at an address of this server, as given in answers. */
export function namedByAddress(text: string): { code: string; norm: string } | undefined {
  const addressed = text.startsWith(SCHEME) ? readAddress(text) : undefined
  return addressed !== undefined && 'norm' in addressed ? { code: addressed.code, norm: addressed.norm } : undefined
}

const SCHEME = 'legal://'

/** True if a text is a designation only together with its law. */
export const namesLaw = (norm: string): boolean =>
  isAddress(norm) || (!norm.includes(':') && readDesignation(norm) === undefined)

/** The law or the norm in inputs, also one that only older states have. @throws LegalTextError as `readOneNorm` */
export async function lawOrNorm(
  corpus: Corpus,
  { code, norm }: { code?: string | undefined; norm?: string | undefined },
): Promise<{ code: string; norm?: string; note?: string }> {
  const addressed = namedByAddress(norm ?? '')
  if (addressed !== undefined) return addressed
  if (code !== undefined && (norm === undefined || !namesLaw(norm)))
    return { code, ...(norm !== undefined && { norm }) }
  if (norm !== undefined) return readLawOrNorm(corpus, norm.trim().split(/\s+/))
  throw new LegalTextError('invalid_input', 'name a law with `code`, or a norm with `norm`', {
    issues: [{ path: 'code', message: 'is missing' }],
  })
}
