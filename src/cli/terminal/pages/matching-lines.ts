/** Lines that match a pattern: grouped by norm for people, or each with its place for programs. */

import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted } from '../../../i18n/readable.ts'
import { t } from '../../../i18n/texts.ts'
import type { PatternResult } from '../../../operations/grep.ts'
import type { AnswerInParts } from '../../../operations/operation.ts'
import { leadLines } from '../fields.ts'
import { sanitize } from '../sanitize.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { emptyPage, shellWord } from './paging.ts'
import { markMatches } from './search-results.ts'

type Line = NonNullable<PatternResult['lines']>[number]
type Head = { pattern: string; codes: string[]; jurisdiction: string | null }
type Tail = { count: number; line_count: number; is_complete: boolean }

/** Draws the norms with their lines, each as soon as it is found, then their number. */
export async function* linesByNorm(
  { head, parts, tail }: AnswerInParts,
  screen: Screen,
  dataset: string,
): AsyncGenerator<string> {
  for await (const results of parts as AsyncIterable<PatternResult[]>) {
    yield results.map((result) => `${normLines(sanitize(result), screen).join('\n')}\n\n`).join('')
  }
  const found = tail?.() as Tail
  if (found.count === 0) yield `${nothingFound(head as Head, screen, dataset)}\n`
  else yield `${wrapText(shareOf(found), screen.width).join('\n')}\n`
}

function normLines(result: PatternResult, screen: Screen): string[] {
  const { code, norm, label, heading, lines = [] } = result
  const inHeading = lines.find(({ line }) => line === 0)?.highlights ?? []
  const title = [nameOfLaw(result), label, markMatches(screen, heading, inHeading)].filter(Boolean).join(' ')
  const ofText = lines.filter(({ line }) => line > 0)
  const width = String(ofText.at(-1)?.line ?? 0).length
  return [
    ...leadLines(screen, `${code} ${norm}`, title, inHeading.length === 0 ? 'heading' : undefined),
    ...ofText.flatMap(({ line, text, highlights }) => {
      const lead = `  ${styled(screen, 'quiet', String(line).padStart(width))}  `
      const marked = markMatches(screen, text.replaceAll('\n', ' '), highlights)
      return wrapText(marked, screen.width, lead, ' '.repeat(width + 4))
    }),
  ]
}

/**
 * Draws each line unchanged, after its place: `msgb par:1:2:…`. Without lines, the norms with their number.
 * @param withCounts false for the norms alone
 */
export async function* linesWithPlaces(
  { parts }: AnswerInParts,
  screen: Screen,
  withCounts: boolean,
): AsyncGenerator<string> {
  for await (const results of parts as AsyncIterable<PatternResult[]>) {
    const lines = results.map(sanitize).flatMap(({ code, norm, count, lines }) => {
      const place = styled(screen, 'path', `${code} ${norm}`)
      if (lines === undefined) return [withCounts ? `${place}:${count}` : place]
      return lines.map((line) => `${place}:${line.line}:${lineText(line, screen)}`)
    })
    yield `${lines.join('\n')}\n`
  }
}

function lineText({ text, highlights }: Line, screen: Screen): string {
  // The line separators in cells.
  const line = text.replaceAll('\n', ' ')
  return screen.colour ? markMatches(screen, line, highlights) : line
}

/** A note after lines for programs: nothing was found, or there are more. */
export function noteOn({ head, tail }: AnswerInParts): string | undefined {
  const found = tail?.() as Tail
  if (found.count === 0) return noMatch(head as Head)
  return found.is_complete ? undefined : shareOf(found)
}

function shareOf({ count, line_count, is_complete }: Tail): string {
  const share = t`${counted(line_count, 'line')} in ${counted(count, 'norm')}`
  return is_complete ? share : t`${share}; further norms match`
}

function nothingFound(head: Head, screen: Screen, dataset: string): string {
  const { pattern, codes, jurisdiction } = head
  const hints = [
    t`upper and lower case alike: -i`,
    ...(/[\\^$.*+?()[\]{}|]/.test(pattern) ? [t`the pattern as a text, not as an expression: -F`] : []),
    ...(codes.length > 0 || jurisdiction !== null ? [t`legal-text grep ${shellWord(pattern)}, for all laws`] : []),
    t`legal-text search, for words in any inflection`,
  ]
  return emptyPage(screen, noMatch(head), hints, dataset)
}

function noMatch({ pattern, codes, jurisdiction }: Head): string {
  const place = jurisdiction === null ? '' : t` (jurisdiction ${jurisdiction})`
  return t`No line matches “${pattern}” ${codes.length === 0 ? t`in any law` : t`in ${codes.join(', ')}`}${place}.`
}
