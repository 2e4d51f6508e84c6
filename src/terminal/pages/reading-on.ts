/** The end of a norm's page: the norms next to it, and how many norms it cites and is cited by. */
import type { CitationCount, NormSummary } from '../../corpus/corpus.ts'
import { counted, type Field, fieldLines, formatNumber } from '../fields.ts'
import { sanitize } from '../sanitize.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { shellWord } from './paging.ts'

/** The fields of the operation `norm` that lead on. Norms of a whole law come without them. */
interface NormAnswer {
  code: string
  norm: string
  previous_norm?: NormSummary | null
  next_norm?: NormSummary | null
  citation_counts?: Record<'cites' | 'cited_by', CitationCount>
}

/** Columns of the labels, with the gap after them. */
const LABELS = 'Citations  '.length

/** @param answer of the operation `norm` @returns lines after an empty one */
export function readingOnLines(answer: unknown, screen: Screen): string[] {
  const { citation_counts, ...named } = answer as NormAnswer
  if (citation_counts === undefined) return []
  // Without the text, which may be long and was sanitized before.
  const { code, norm, previous_norm, next_norm } = sanitize(placeOf(named))
  const neighbour = (label: string, summary: NormSummary | null | undefined): Field => {
    return [label, summary && oneLine(titleOf(summary), screen.width - LABELS)]
  }
  const { cites, cited_by } = citation_counts
  const citations = `cites ${normsOf(cites)}, cited by ${normsOf(cited_by)}`
  const command = cites.total + cited_by.total > 0 ? `legal-text related ${code} ${shellWord(norm)}` : ''
  const isOneLine = displayWidth(`${citations}: ${command}`) <= screen.width - LABELS
  const quiet = command && styled(screen, 'quiet', command)
  return [
    '',
    ...fieldLines(screen, [
      neighbour('Previous', previous_norm),
      neighbour('Next', next_norm),
      ['Citations', quiet && isOneLine ? `${citations}: ${quiet}` : citations],
    ]),
    ...(quiet && !isOneLine ? wrapText(quiet, screen.width, ' '.repeat(LABELS)) : []),
  ]
}

const placeOf = ({ code, norm, previous_norm, next_norm }: NormAnswer) => ({ code, norm, previous_norm, next_norm })

const titleOf = ({ norm, label, heading }: NormSummary) => [label, heading].filter(Boolean).join(' ') || norm

/** `3 norms`, `2 norms (5 times)`. */
function normsOf({ total, norms }: CitationCount): string {
  if (norms === 0) return 'none'
  return counted(norms, 'norm') + (total > norms ? ` (${formatNumber(total)} times)` : '')
}

/** The text, cut to one line. */
function oneLine(text: string, width: number): string {
  const [first = '', ...rest] = wrapText(text, width)
  return rest.length === 0 ? first : `${wrapText(text, width - ' …'.length)[0]} …`
}
