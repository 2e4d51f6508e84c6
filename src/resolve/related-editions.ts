/** Finds the versions of norms that texts of norms cite in an edition. */
import { namedVersion } from '../citation/text/edition-day.ts'
import type { Corpus, Norm, Relationship } from '../model/corpus.ts'
import { LegalTextError } from '../util/errors.ts'
import { datesOf, formerDate } from './edition-dates.ts'

/**
 * The relationships of a norm with the versions of the cited norms, if a text names an edition in the corpus.
 * @param own the norm, which is the cited one of `cited_by`
 * @param today ISO date of the request
 */
export async function withVersions(
  corpus: Corpus,
  own: { code: string; norm: string },
  relationships: readonly Relationship[],
  today: string,
): Promise<Relationship[]> {
  const found: Relationship[] = []
  for (const each of relationships) {
    const cited = each.type === 'cites' ? each : own
    const { code, norm: path } = cited
    const isCited = each.edition !== undefined && code !== null && path !== null
    const dated = isCited ? await normInEdition(corpus, { code, path }, each.edition ?? '', today) : undefined
    if (dated === undefined) found.push(each)
    else {
      const { as_of, norm } = dated
      const { version, label, heading } = norm
      const named = each.type === 'cites' ? { label, heading, resolved: true } : {}
      found.push({ ...each, ...named, as_of, ...(version && { version }) })
    }
  }
  return found
}

/** A norm in the version of a named edition; `undefined` if the corpus lacks it, or cannot identify it. */
async function normInEdition(
  corpus: Corpus,
  norm: { code: string; path: string },
  words: string,
  today: string,
): Promise<{ as_of: string; norm: Norm } | undefined> {
  const version = namedVersion(words)
  if (version === undefined) return undefined
  const dates =
    version.by === 'former' ? await formerDate(corpus, norm, today) : await datesOf(corpus, version, norm.code)
  for (const { corpus: then, day } of typeof dates === 'string' ? [] : [dates].flat()) {
    try {
      const found = await then.norm(norm.code, norm.path)
      return found && { as_of: day, norm: found }
    } catch (error) {
      // The states around the day have different wordings.
      if (!(error instanceof LegalTextError && error.kind === 'ambiguous')) throw error
    }
  }
  return undefined
}
