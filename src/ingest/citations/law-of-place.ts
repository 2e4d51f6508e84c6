/** The law of a designation without one, from its place: below a lead-in, in brackets, in a table, in a deviating law. */

import type { Tokens } from '../../citation/grammar/tokens.ts'
import { endsLikeLawName, looksLikeAbbreviation } from '../../citation/laws/law-form.ts'
import { bracketAntecedents, findListAntecedents } from '../../citation/text/antecedents.ts'
import type { FoundDesignation } from '../../citation/text/find-designations.ts'
import { normsOf, ownNorms } from './cited-norms.ts'
import { type CitingNorm, isInRunningText } from './citing-norm.ts'
import type { LawIndex } from './law-index.ts'

/** A list below the name of a law, `[start, end)` of the text, and the laws with that name. */
export interface LawList {
  /** As the text writes it; `undefined` if it is not named. */
  name: string | undefined
  laws: readonly number[]
  start: number
  end: number
}

/** Returns the lists of a text below the name of a law. */
export function lawLists(tokens: Tokens, index: LawIndex): LawList[] {
  return findListAntecedents(tokens).flatMap(({ names, certain, amended, start, end }): LawList[] => {
    for (const name of names) {
      const laws = index.lawsNamed(name)
      if (laws.length > 0 || (certain && endsLikeLawName(name))) return [{ name, laws, start, end }]
    }
    // An amended law is not the citing one.
    return amended ? [{ name: names.find(endsLikeLawName), laws: [], start, end }] : []
  })
}

/** Returns the law before the brackets around a designation, if that has the norm and the citing law does not. */
export function lawOfBrackets(
  { start, norms: [norm] }: FoundDesignation,
  citing: CitingNorm,
  tokens: Tokens,
  index: LawIndex,
): number | undefined {
  if (norm === undefined || tokens.text.charAt(start - 1) !== '(') return undefined
  for (const { name, certain } of bracketAntecedents(tokens, start)) {
    const [law, ...others] = index.lawsNamed(name.text)
    if (law === undefined) continue
    if (others.length > 0 || law === citing.law || normsOf(norm, law, index).length === 0) return undefined
    return certain || !isOwn(norm, citing, index) ? law : undefined
  }
  return undefined
}

/** `Verordnung zur vorübergehenden Abweichung von der …`, `Verordnung zur Einführung der Binnenschifffahrtsstraßen-Ordnung` */
const SUBJECT = /(?<!\p{L})(?:Abweichung(?:en)? (?:von|vom)|zur Einführung) (?:de[mnrs] )?(\p{Lu}.*)$/u

/** Returns the law that the title of the citing law deviates from or introduces, if only that has the norm. */
export function lawOfTitle(
  { norms: [norm] }: FoundDesignation,
  citing: CitingNorm,
  index: LawIndex,
): number | undefined {
  const name = SUBJECT.exec(citing.title)?.[1]
  const [law, ...others] = name === undefined ? [] : index.lawsNamed(name)
  if (norm === undefined || law === undefined || others.length > 0 || isOwn(norm, citing, index)) return undefined
  return normsOf(norm, law, index).length > 0 ? law : undefined
}

function isOwn(norm: FoundDesignation['norms'][number], citing: CitingNorm, index: LawIndex): boolean {
  return citing.own !== 'none' && ownNorms(norm, citing, index).length > 0
}

/** A cell with the name of a law only: `Hafenordnung (HafenO)`, `a) Hafenordnung`, `Rechtsgrundlage nach HafenG`. */
const HEAD =
  /(?<=[\t\n])(?:[a-z]\)\s|(?:Rechts-?\s?grundlagen?|Vorschrift(?:en)?|Norm|Fundstelle)\s(?:nach|in|des|der)\s(?:de[mr]\s)?)?(\p{Lu}[^\t\n§()]{1,90}?)(?:\s\([^()\t\n]{2,20}\))?(?=[\t\n])/gu

/** A cell of a table that names a law, with its offset. */
export interface HeadCell {
  law: number
  start: number
}

/** Returns the cells of an annex that name a law, whose norms are below them. */
export function headCells({ path, text, own }: CitingNorm, index: LawIndex): HeadCell[] {
  // The sections of a contract are its own.
  if (own === 'none' || !path.startsWith('annex:') || !text.includes('\t')) return []
  return [...text.matchAll(HEAD)].flatMap(({ 1: name = '', index: start }) => {
    const last = name.slice(name.lastIndexOf(' ') + 1)
    if (!looksLikeAbbreviation(last) && !endsLikeLawName(last) && !/^SGB /.test(name)) return []
    const [law, ...others] = index.lawsNamed(name)
    return law === undefined || others.length > 0 ? [] : [{ law, start }]
  })
}

/**
 * Returns the law of the last such cell above a designation, if it has the norm. The designation must fill a cell, or be one
 * that the citing law lacks.
 */
export function lawOfHead(
  { start, norms: [norm] }: FoundDesignation,
  citing: CitingNorm,
  cells: readonly HeadCell[],
  index: LawIndex,
): number | undefined {
  const law = cells.findLast((cell) => cell.start < start)?.law
  if (norm === undefined || law === undefined || normsOf(norm, law, index).length === 0) return undefined
  const fillsCell = citing.own === 'running' && !isInRunningText(citing.text, start)
  return fillsCell || !isOwn(norm, citing, index) ? law : undefined
}
