/** What one query may ask for, so that none takes more than about 150 ms of processor time on federal law. */
import { say } from '../i18n/texts.ts'

/** Phrases and prefixes in a query. */
export const MAX_COSTLY_CLAUSES = 12

/** Words that the prefixes of a query stand for together; of federal law no prefix of two letters has more than 12,000. */
export const MAX_PREFIX_WORDS = 30_000

/** Headings in which the phrases and prefixes after `heading:` are looked for. */
export const MAX_HEADINGS_READ = 10_000

/** Length of the texts whose hits are explained, in UTF-16 code units. The first hit is explained in any case. */
export const MAX_EXPLAINED_LENGTH = 500_000

/** A query asks for more than its budget. The message says what is too much, and what to do. */
export class QueryBudgetError extends Error {}

/** Counts the words that the prefixes of one query stand for. */
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

  /** @throws QueryBudgetError if so many more are beyond the budget */
  spend(headings: number): void {
    this.#left -= headings
    if (this.#left >= 0) return
    throw new QueryBudgetError(
      say`its phrases and prefixes after heading: must be looked for in at most ${MAX_HEADINGS_READ} headings; use longer ones`,
    )
  }
}
