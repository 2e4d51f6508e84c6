/** Addresses of norms on the target sites of links. */

import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { compareValues, parseNormPath } from '../citation/norm-path.ts'
import { pagePath } from '../citation/page-address.ts'
import type { Corpus } from '../model/corpus.ts'
import { memoize } from '../resolve/cited-law.ts'
import type { TextFinding } from '../resolve/complete-citations.ts'

/** Target sites of links. `self`: your own server. */
export const SITES = ['official', 'dejure', 'buzer', 'eur-lex', 'self'] as const
export type Site = (typeof SITES)[number]

/** A cited norm, or a law as a whole. */
export type Cited = Pick<TextFinding, 'code' | 'abbreviation' | 'norm' | 'subdivision' | 'as_of'>

/**
 * Returns a function from citations to addresses; it returns `undefined` if no address on the site is known. It looks up each
 * norm once. Pages of other sites have today's wording: a citation of a former version leads to `self` only.
 * @param base address of the server, for `self`
 */
export function addressesOn(corpus: Corpus, site: Site, base = ''): (cited: Cited) => Promise<string | undefined> {
  const sourceOf = memoize(
    ({ code, norm }: { code: string; norm: string | null }) => `${code} ${norm ?? ''}`,
    async ({ code, norm }) => (await (norm === null ? corpus.law(code) : corpus.norm(code, norm)))?.provenance,
  )
  return async ({ code, abbreviation, norm, subdivision, as_of }) => {
    if (code === null) return undefined
    if (site === 'self') {
      const path = norm === null ? null : [norm, subdivision].filter(Boolean).join('/')
      const day = as_of === undefined ? '' : `?as_of=${as_of}`
      return `${base.replace(/\/+$/, '')}/${pagePath(code, path, () => false)}${day}`
    }
    if (as_of !== undefined) return undefined
    if (site === 'official') return (await sourceOf({ code, norm }))?.html_url ?? undefined
    if (site === 'eur-lex') {
      const source = await sourceOf({ code, norm })
      return source?.celex === undefined ? undefined : (source.html_url ?? undefined)
    }
    const number = numberOf(norm)
    const law = nameOfLaw({ code, abbreviation: abbreviation ?? '' })
    if (number === undefined || !ABBREVIATION.test(law)) return undefined
    return site === 'dejure'
      ? `https://dejure.org/gesetze/${encodeURIComponent(law.replaceAll(' ', '_'))}/${number}.html`
      : `https://www.buzer.de/s1.htm?g=${encodeURIComponent(law)}&a=${number}`
  }
}

/** `BGB`, `SGB V`, but not the title of an act of the Union. */
const ABBREVIATION = /^\p{L}[\p{L}\p{N}.-]*(?: [IVX]+)?$/u

/** The number of a section or an article, the only norms with predictable addresses on these sites: `433`, `312g`. */
function numberOf(norm: string | null): string | undefined {
  const [only, ...below] = parseNormPath(norm ?? '')?.norm ?? []
  if (only === undefined || below.length > 0 || (only.kind !== 'par' && only.kind !== 'art')) return undefined
  return /^\d+[a-z]*$/.test(only.value) ? only.value : undefined
}

/** True if the last number of a range is the norm's: `6 MSGB` for `par:6`. */
export const isNumberOf = (words: string, norm: string | null): boolean => {
  const value = parseNormPath(norm ?? '')?.norm.at(-1)?.value
  return value !== undefined && compareValues(words.replace(/\s/g, '').toLowerCase(), value) === 0
}
