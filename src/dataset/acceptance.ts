/** Whether what was fetched is good enough to replace a corpus. */

import { say } from '../i18n/texts.ts'
import { SITES, type SiteName } from '../import/families.ts'
import type { StoredCoverage } from '../store/bundle-schema.ts'
import { LegalTextError } from '../util/errors.ts'
import type { BundleOrigin } from './bundle-origin.ts'
import { askEngine } from './open-engine.ts'

/** How much of a source may fail if there is no corpus to replace, in percent. */
const FIRST_MAY_FAIL = 90

/** Throws if a bundle with this coverage is not good enough. */
type Accept = (coverage: StoredCoverage) => void

/** What came of fetching a site. */
export interface FetchedCounts {
  source: SiteName
  url: string
  /** Number of laws of the site. */
  total: number
  /** Number of laws that could not be fetched. */
  failed: number
  /** Number of laws of which the copy has a text. */
  kept: number
  /** Why laws could not be fetched, in words; empty if all were. */
  reasons: string
}

/** The corpus that would be replaced. */
interface Replaced {
  file: string
  readable: boolean
  origin: BundleOrigin | null
}

/**
 * Returns the check that a bundle must pass to replace another one: each site for itself.
 * @param isAlone false if local files have laws, too: which ones the sites no longer list is not known then
 * @param replaced the present bundle, `undefined` if there is none
 * @param isSame whether it is of the same sites: then its gaps do not make the new one worse
 * @param percent how much of a site may fail
 * @throws LegalTextError `not_ready` if too many laws could not be fetched for any bundle to be good enough
 */
export async function acceptanceOfAll(
  sources: readonly FetchedCounts[],
  isAlone: boolean,
  replaced: Replaced | undefined,
  isSame: boolean,
  percent: number,
): Promise<Accept> {
  const coverage = replaced?.readable ? await askEngine(replaced.file, (corpus) => corpus.coverage()) : undefined
  const checks = sources.map((fetched) => {
    const { name: family, jurisdiction, listsLaws } = SITES[fetched.source]
    const before = {
      laws: isAlone && listsLaws ? (coverage?.laws_by_source_family[family] ?? 0) : 0,
      // Of acts of the Union most limitations are no failures.
      failed:
        replaced?.origin?.sites?.find(({ source }) => source === fetched.source)?.failed ??
        coverage?.limitations_by_source_family[family] ??
        0,
    }
    // What adds the laws of another jurisdiction replaces none.
    const replaces = coverage === undefined || coverage.laws_by_jurisdiction[jurisdiction] !== undefined
    const mayFail = replaced !== undefined && replaces ? percent : undefined
    return acceptanceOf(fetched, isSame ? before : undefined, mayFail)
  })
  return (found) => {
    for (const check of checks) check(found)
  }
}

/**
 * Returns the check for the laws of one site.
 * @param previous numbers of the present bundle of the same site
 * @param mayFail percent; `undefined` if there is no corpus to replace
 * @throws LegalTextError `not_ready` if too many laws could not be fetched for any bundle to be good enough
 */
export function acceptanceOf(
  fetched: FetchedCounts,
  previous: { laws: number; failed: number } | undefined,
  mayFail: number | undefined,
): Accept {
  const { url, total, reasons } = fetched
  const { laws, failed: before } = previous ?? { laws: 0, failed: 0 }
  const gone = Math.max(0, laws - total)
  const assertGood = (failed: number) =>
    assertGoodEnough({ url, reasons, total: total + gone, failed: Math.max(0, failed - before) + gone }, mayFail)
  assertGood(fetched.failed)
  return (coverage) => assertGood(failedLaws(fetched, coverage))
}

/** Counts the laws of a site that could not be fetched, and those that a bundle of them lacks. */
export function failedLaws(
  { source, failed, kept }: FetchedCounts,
  { laws_by_source_family: laws }: Pick<StoredCoverage, 'laws_by_source_family'>,
): number {
  return failed + Math.max(0, kept - (laws[SITES[source].name] ?? 0))
}

interface FailedShare extends Pick<FetchedCounts, 'url' | 'reasons'> {
  /** Number of expected laws: those of the source, or of the present corpus if it has more. */
  total: number
  /** How many of them could not be fetched or read, or are no longer listed. */
  failed: number
}

/**
 * @param mayFail percent; `undefined` if there is no corpus to replace
 * @throws LegalTextError `not_ready` if too many failed
 */
function assertGoodEnough({ url, reasons, total, failed }: FailedShare, mayFail: number | undefined): void {
  const percent = (100 * failed) / total
  if (percent <= (mayFail ?? FIRST_MAY_FAIL)) return
  throw new LegalTextError(
    'not_ready',
    say`${new URL(url).host}: ${failed} of ${total} laws (${percent.toFixed(1)} %) could not be fetched or read, or are no longer listed: ` +
      (mayFail === undefined
        ? say`the rest is not a corpus`
        : say`more than the ${mayFail} % that MAX_FAILED_PERCENT allows; the present corpus stays in use`) +
      (reasons && say`. ${reasons}. Check the names of the laws, or try again later`),
  )
}
