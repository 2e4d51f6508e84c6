/** Shared parts of list pages: the line with the number of entries, and the page of an empty list. */

import { counted, formatNumber } from '../../../i18n/readable.ts'
import { t, translated } from '../../../i18n/texts.ts'
import { shortened } from '../../../util/shorten.ts'
import { sanitizeText } from '../sanitize.ts'
import type { Screen } from '../screen.ts'
import { wrapText } from '../wrap.ts'

/** The paging fields of an answer. */
export interface PageOfList {
  count: number
  total: number
  /** Further entries: those that fit in part. */
  partial_total?: number
  /** False if there may be more entries. */
  total_is_exact?: boolean
  next: number | null
}

/** The line with the number of entries. @param hasAll true if the command has the flag --all */
export function pageLine(screen: Screen, page: PageOfList, one: string, hasAll = false): string {
  return wrapText(shareOf(page, one, hasAll), screen.width).join('\n')
}

/**
 * `1,234 laws`, or with more to come `20 of 1,234 laws; the next with --offset 20`, `20 of at least 10,000 results …`.
 */
export function shareOf(
  { count, total, partial_total: partial = 0, total_is_exact: isExact = true, next }: PageOfList,
  one: string,
  hasAll: boolean,
): string {
  const entries = total + partial
  const all = counted(entries, one)
  if (count === entries && isExact) return all
  const share = isExact ? t`${formatNumber(count)} of ${all}` : t`${formatNumber(count)} of at least ${all}`
  if (next === null) return share
  return hasAll
    ? t`${share}; the next with --offset ${next}, all with --all`
    : t`${share}; the next with --offset ${next}`
}

/** Names the dataset that lacks something. */
export const lookedIn = (dataset: string, width: number) =>
  wrapText(t`Looked in ${translated(sanitizeText(dataset))}.`, width)

/** Draws the page of an empty list: a message with the searched dataset, and below it the hints, one a line. */
export function emptyPage(screen: Screen, message: string, hints: readonly string[], dataset?: string): string {
  const lines = wrapText(shortened(message), screen.width)
  if (dataset !== undefined) lines.push(...lookedIn(dataset, screen.width))
  if (hints.length > 0) lines.push('', t`What may help:`)
  return [...lines, ...hints.flatMap((hint) => wrapText(hint, screen.width, '- ', '  '))].join('\n')
}

/** A text as one word of a command line. */
export function shellWord(text: string): string {
  // Most are ASCII; the classes of Unicode take a millisecond to compile.
  return /^[\w.:,/-]+$/.test(text) || /^[\p{L}\p{N}._:,/-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
