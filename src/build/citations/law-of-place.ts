/** The law of a norm that stands without one, told by where it stands: below a lead-in, in brackets, in a deviating law. */
import { bracketedLaws } from '../../citation/bracketed-law.ts'
import type { FoundDesignation } from '../../citation/find.ts'
import { endsLikeLawName } from '../../citation/law-like.ts'
import { findLeadIns } from '../../citation/lead-in.ts'
import type { Tokens } from '../../citation/tokens.ts'
import { normsOf, ownNorms } from './cited-norms.ts'
import type { LawIndex } from './law-index.ts'
import type { CitingNorm } from './read-citations.ts'

/** A list below the name of a law, `[start, end)` of the text, and the laws that are called so. */
export interface LawList {
  name: string
  laws: readonly number[]
  start: number
  end: number
}

/** Returns the lists of a text below the name of a law. */
export function lawLists(tokens: Tokens, index: LawIndex): LawList[] {
  return findLeadIns(tokens).flatMap(({ names, certain, start, end }) => {
    for (const name of names) {
      const laws = index.lawsNamed(name)
      if (laws.length > 0 || (certain && endsLikeLawName(name))) return [{ name, laws, start, end }]
    }
    return []
  })
}

/** Returns the law in front of the brackets in which a norm stands, if it has the norm and that is not one of the own law. */
export function lawOfBrackets(
  { start, norms: [norm] }: FoundDesignation,
  citing: CitingNorm,
  tokens: Tokens,
  index: LawIndex,
): number | undefined {
  if (norm === undefined || tokens.text.charAt(start - 1) !== '(') return undefined
  for (const { name, certain } of bracketedLaws(tokens, start)) {
    const [law, ...others] = index.lawsNamed(name.text)
    if (law === undefined) continue
    if (others.length > 0 || law === citing.law || normsOf(norm, law, index).length === 0) return undefined
    return certain || !isOwn(norm, citing, index) ? law : undefined
  }
  return undefined
}

/** `Verordnung zur vorübergehenden Abweichung von der Binnenschifffahrtsstraßen-Ordnung` */
const DEVIATION = /(?<!\p{L})Abweichung(?:en)? (?:von|vom) (?:de[mnr] )?(\p{Lu}.*)$/u

/** Returns the law from which the citing law deviates by its title, if only that has the norm. */
export function lawDeviatedFrom(
  { norms: [norm] }: FoundDesignation,
  citing: CitingNorm,
  index: LawIndex,
): number | undefined {
  const name = DEVIATION.exec(citing.title)?.[1]
  const [law, ...others] = name === undefined ? [] : index.lawsNamed(name)
  if (norm === undefined || law === undefined || others.length > 0 || isOwn(norm, citing, index)) return undefined
  return normsOf(norm, law, index).length > 0 ? law : undefined
}

function isOwn(norm: FoundDesignation['norms'][number], citing: CitingNorm, index: LawIndex): boolean {
  return citing.own !== 'none' && ownNorms(norm, citing, index).length > 0
}
