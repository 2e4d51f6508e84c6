import type { Corpus } from '../../corpus/corpus.ts'
import { resolveCitations } from '../../corpus/resolve-citations.ts'
import { LegalTextError } from '../../errors.ts'

/**
 * Reads one designation with the name of its law, `§ 433 Abs. 1 BGB`.
 * @returns the code of the law and the norm path.
 * @throws LegalTextError `invalid_input` where the text is not exactly one, else as the citation fails.
 */
export async function normOfDesignation(corpus: Corpus, text: string): Promise<{ code: string; norm: string }> {
  const [citation, ...more] = await resolveCitations(corpus, text)
  if (citation === undefined || more.length > 0) {
    const found = more.length > 0 ? `names ${more.length + 1} norms` : 'names no norm'
    throw new LegalTextError(
      'invalid_input',
      `${JSON.stringify(text)} ${found}; expected is one norm with its law, such as "§ 433 Abs. 1 BGB", or CODE NORM`,
    )
  }
  const { code, norm, subdivision, status, message, candidates, suggestions } = citation
  if (code !== null && norm !== null && status !== 'out_of_range' && status !== 'ambiguous') {
    return { code, norm: subdivision === null ? norm : `${norm}/${subdivision}` }
  }
  throw new LegalTextError(status === 'ambiguous' ? 'ambiguous' : 'not_found', message ?? `${text} was not found`, {
    ...(code !== null && { code }),
    ...(candidates && { candidates }),
    ...(suggestions && { suggestions }),
  })
}
