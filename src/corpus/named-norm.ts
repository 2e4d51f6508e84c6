/** One norm that is named together with its law, as a single argument. */
import { readDesignation } from '../citation/read-designation.ts'
import { LegalTextError } from '../errors.ts'
import type { Corpus } from './corpus.ts'
import { NO_LAW, resolveCitations } from './resolve-citations.ts'

/**
 * Reads one designation with the name of its law: `§ 433 Abs. 1 BGB`, `Präambel GG`, `bgb par:433/abs:1`.
 * @returns the code of the law, the norm path, and a note where the designation names more than is shown
 * @throws LegalTextError `invalid_input` where the text is not exactly one, else as the citation fails.
 */
export async function normOfDesignation(
  corpus: Corpus,
  text: string,
): Promise<{ code: string; norm: string; note?: string }> {
  const [citation, ...more] = await resolveCitations(corpus, text)
  if (citation === undefined) {
    const split = await splitAtLaw(corpus, text)
    if (split !== undefined) return split
  }
  if (citation === undefined || more.length > 0 || citation.message === NO_LAW) {
    const found = more.length > 0 ? `names ${more.length + 1} norms` : citation ? 'names no law' : 'names no norm'
    throw new LegalTextError(
      'invalid_input',
      `${JSON.stringify(text)} ${found}; expected is one norm with its law, such as "§ 433 Abs. 1 BGB", or CODE NORM`,
    )
  }
  const { code, norm, subdivision, status, message, candidates, suggestions } = citation
  if (code !== null && norm !== null && status !== 'out_of_range' && status !== 'ambiguous') {
    return { code, norm: subdivision === null ? norm : `${norm}/${subdivision}`, ...(message && { note: message }) }
  }
  throw new LegalTextError(status === 'ambiguous' ? 'ambiguous' : 'not_found', message ?? `${text} was not found`, {
    ...(code !== null && { code }),
    ...(candidates && { candidates }),
    ...(suggestions && { suggestions }),
  })
}

/** Designations that are no citations in running text, in front of the name of a law or behind it. */
async function splitAtLaw(corpus: Corpus, text: string): Promise<{ code: string; norm: string } | undefined> {
  const words = text.trim().split(/\s+/)
  for (let at = 1; at < words.length; at++) {
    const [front, back] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    for (const [code, norm] of [
      [front, back],
      [back, front],
    ] as const) {
      if (readDesignation(norm) !== undefined && (await corpus.findLaws(code)).length > 0) return { code, norm }
    }
  }
  return undefined
}
