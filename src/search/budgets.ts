/** Limits of a query, so that none takes more than about 150 ms of processor time on federal law. */
import { say } from '../i18n/texts.ts'

/** Maximum number of phrases and prefixes in a query. */
export const MAX_COSTLY_CLAUSES = 12

/** Maximum number of words that a query's prefixes expand to. In federal law a two-letter prefix has at most 12,000. */
export const MAX_PREFIX_WORDS = 30_000

/** Maximum number of headings searched for the phrases and prefixes after `heading:`. */
export const MAX_HEADINGS_READ = 10_000

/** Maximum length of the texts whose hits are explained, in UTF-16 code units. The first hit is always explained. */
export const MAX_EXPLAINED_LENGTH = 500_000

/** A query exceeds its budget. The message names the excess and the remedy. */
export class QueryBudgetError extends Error {}

/** Counts the words that the prefixes of one query expand to. */
export class PrefixBudget {
  #left = MAX_PREFIX_WORDS

  /** @throws QueryBudgetError for the first word beyond the budget */
  spend(): void {
    this.#left -= 1
    if (this.#left >= 0) return
    throw new QueryBudgetError(
      say`its prefixes must stand for at most ${MAX_PREFIX_WORDS} words; use longer prefixes, or fewer`,
    )
  }
}

/** Counts the headings that one query reads. */
export class HeadingBudget {
  #left = MAX_HEADINGS_READ

  /** @throws QueryBudgetError if they exceed the budget */
  spend(headings: number): void {
    this.#left -= headings
    if (this.#left >= 0) return
    throw new QueryBudgetError(
      say`its phrases and prefixes after heading: must be looked for in at most ${MAX_HEADINGS_READ} headings; use longer ones`,
    )
  }
}
