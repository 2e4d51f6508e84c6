/** Resolves a name that people use to the one law that it means. */
import type { Corpus, LawMatch, LawSummary } from '../corpus/corpus.ts'
import { type Candidate, LegalTextError } from '../errors.ts'

const SUGGESTIONS = 5

/**
 * @param name a code, abbreviation, title or other alias
 * @throws LegalTextError `not_found` with suggestions, `ambiguous` with the candidates
 */
export async function resolveLaw(corpus: Corpus, name: string): Promise<LawMatch> {
  const [law, ...others] = await corpus.findLaws(name)
  if (law === undefined) {
    const suggestions = (await corpus.similarLaws(name, SUGGESTIONS)).map(lawCandidate)
    const hint = suggestions[0] ? `; did you mean ${suggestions[0].code} (${suggestions[0].label})?` : ''
    throw new LegalTextError('not_found', noSuchLaw(corpus, name) + hint, {
      code: name,
      ...(suggestions.length > 0 && { suggestions }),
    })
  }
  if (others.length > 0) {
    const candidates = [law, ...others].map(lawCandidate)
    throw new LegalTextError(
      'ambiguous',
      `${JSON.stringify(name)} fits ${candidates.length} laws: ${shortList(candidates.map(({ code }) => code))}`,
      { code: name, candidates },
    )
  }
  return law
}

/** `the starter dataset has no law BGB` */
export function noSuchLaw({ bundle }: Pick<Corpus, 'bundle'>, name: string): string {
  return `${bundle.name} has no law ${name.replace(/\s+/g, ' ')}`
}

/** A law in a list of candidates or suggestions. */
export function lawCandidate({ code, abbreviation, title }: LawSummary): Candidate {
  return { code, label: abbreviation, title }
}

/** The first few names of a list, with `…` if there are more. */
export function shortList(names: string[], most = 5): string {
  return names.length > most ? `${names.slice(0, most).join(', ')} …` : names.join(', ')
}
