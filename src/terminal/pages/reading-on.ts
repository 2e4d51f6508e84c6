/** The end of a norm's page: its versions, the norms next to it, and how many norms it cites and is cited by. */
import type { CitationCount, NormSummary, VersionSpan } from '../../corpus/corpus.ts'
import { type AsOf, stateOfVersion } from '../../layout/notes.ts'
import { counted, type Field, fieldLines, formatNumber } from '../fields.ts'
import { sanitize } from '../sanitize.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { shellWord } from './paging.ts'

/** The fields of the operation `norm` that lead on. Norms of a whole law come without them. */
interface NormAnswer extends AsOf {
  code: string
  norm: string
  version?: VersionSpan
  previous_norm?: NormSummary | null
  next_norm?: NormSummary | null
  citation_counts?: Record<'cites' | 'cited_by', CitationCount>
}

/** Columns of the labels, without and with the gap after them. */
const LABEL = 'Citations'.length
const LABELS = LABEL + 2

/** @param answer of the operation `norm` @returns lines after an empty one */
export function readingOnLines(answer: unknown, screen: Screen): string[] {
  const { citation_counts, as_of, version, ...named } = answer as NormAnswer
  if (citation_counts === undefined) return []
  // Without the text, which may be long and was sanitized before.
  const { code, norm, previous_norm, next_norm } = sanitize(placeOf(named))
  const neighbour = (label: string, summary: NormSummary | null | undefined): Field => {
    return [label.padEnd(LABEL), summary && oneLine(titleOf(summary), screen.width - LABELS)]
  }
  const { cites, cited_by } = citation_counts
  const place = `${code} ${shellWord(norm)}`
  const published = as_of === undefined && version && `${stateOfVersion(version)} since ${version.observed_from}`
  return [
    '',
    ...(published ? fieldWithCommand('Wording', published, `legal-text history ${place}`, screen) : []),
    ...fieldLines(screen, [neighbour('Previous', previous_norm), neighbour('Next', next_norm)]),
    ...fieldWithCommand(
      'Citations',
      `cites ${normsOf(cites)}, cited by ${normsOf(cited_by)}`,
      cites.total + cited_by.total > 0 ? `legal-text related ${place}` : '',
      screen,
    ),
  ]
}

/** A field, and the command that tells more: on the same line if there is room. */
function fieldWithCommand(label: string, words: string, command: string, screen: Screen): string[] {
  const isOneLine = displayWidth(`${words}: ${command}`) <= screen.width - LABELS
  const quiet = command && styled(screen, 'quiet', command)
  return [
    ...fieldLines(screen, [[label.padEnd(LABEL), quiet && isOneLine ? `${words}: ${quiet}` : words]]),
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
