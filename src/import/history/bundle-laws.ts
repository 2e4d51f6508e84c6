/** The laws of all states of a bundle that a newer one replaces. */

import { contentHash } from '../../files/content-hash.ts'
import { say } from '../../i18n/texts.ts'
import type { ObservedLaw } from '../../model/law-history.ts'
import { HistoryReader } from '../../store/sqlite/history-reader.ts'
import { LegalTextError, legalTextError } from '../../util/errors.ts'
import type { PastFile, PastLaws } from '../source.ts'
import { dayOf } from '../values.ts'
import { OwnDays } from './own-days.ts'

export class BundleLaws extends HistoryReader implements PastLaws {
  #days: OwnDays
  #foreignDays: readonly string[] = []

  /** @throws LegalTextError `invalid_input` if the day of its only state is unknown; else as {@link HistoryReader} */
  constructor(file: string) {
    super(file, (newestFetch, listing) => {
      if (newestFetch === null) {
        const message = say`the day on which the laws of ${file} were fetched is not known`
        throw new LegalTextError('invalid_input', message)
      }
      const observed_on = dayOf(newestFetch)
      return { observed_on, source: say`the corpus before`, listing, incomplete: null }
    })
    const days = this.states.map(({ observed_on }) => observed_on)
    this.#days = new OwnDays(days, days)
  }

  /** Selects the days that count, among all states. @param foreign days of other states */
  keep(days: OwnDays, foreign: readonly string[]): void {
    this.#days = days
    this.#foreignDays = foreign
  }

  async hasAll(identity: string, files: readonly PastFile[]): Promise<boolean> {
    const documents = this.documents(identity)
    const days = new Set(this.#foreignDays)
    for (const { from, to, file } of files) {
      const same = documents.find((each) => each.from < from && to < each.to)
      if (same === undefined || same.hash !== contentHash(await file.read())) return false
      for (const day of days) if (from <= day && day <= to) days.delete(day)
    }
    // A state that knows nothing of the law does not change it either.
    if (days.size > 0) return false
    this.skip(identity)
    return true
  }

  override take(identity: string): ObservedLaw[] {
    return super
      .take(identity)
      .flatMap((observed) => this.#days.spans(observed).map((span) => ({ ...observed, ...span })))
  }

  override *rest(): Generator<ObservedLaw[]> {
    for (const own of super.rest()) if (own.length > 0) yield own
  }
}

/** Returns why the laws of a bundle cannot be kept as older ones; `undefined` if they can. @param day of the newer state */
export function keepingFault(file: string, day: string): string | undefined {
  let laws: BundleLaws | undefined
  try {
    laws = new BundleLaws(file)
    const newest = laws.states.at(-1)?.observed_on ?? ''
    return newest <= day ? undefined : say`the laws of ${file} are of ${newest}, and the new ones of ${day}`
  } catch (error) {
    return legalTextError(error).message
  } finally {
    laws?.close()
  }
}
