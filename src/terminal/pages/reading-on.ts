/** The end of a norm's page: its versions, the norms next to it, and how many norms it cites and is cited by. */
import type { CitationCount, NormSummary, VersionSpan } from '../../corpus/corpus.ts'
import { type AsOf, stateOfVersion } from '../../layout/notes.ts'
import { counted, formatNumber } from '../../texts/readable.ts'
import { t } from '../../texts/texts.ts'
import { type Field, fieldLines } from '../fields.ts'
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

/** Columns of the labels, without the gap of two after them. */
const labelWidth = () => Math.max(...[t`Citations`, t`Wording`, t`Previous`, t`Next`].map(({ length }) => length))

/** @param answer of the operation `norm` @returns lines after an empty one */
export function readingOnLines(answer: unknown, screen: Screen): string[] {
  const { citation_counts, as_of, version, ...named } = answer as NormAnswer
  if (citation_counts === undefined) return []
  // Without the text, which may be long and was sanitized before.
  const { code, norm, previous_norm, next_norm } = sanitize(placeOf(named))
  const neighbour = (label: string, summary: NormSummary | null | undefined): Field => {
    return [label.padEnd(labelWidth()), summary && oneLine(titleOf(summary), screen.width - labelWidth() - 2)]
  }
  const { cites, cited_by } = citation_counts
  const place = `${code} ${shellWord(norm)}`
  const published = as_of === undefined && version && publishedSince(version)
  return [
    '',
    ...(published ? fieldWithCommand(t`Wording`, published, `legal-text history ${place}`, screen) : []),
    ...fieldLines(screen, [neighbour(t`Previous`, previous_norm), neighbour(t`Next`, next_norm)]),
    ...fieldWithCommand(
      t`Citations`,
      t`cites ${normsOf(cites)}, cited by ${normsOf(cited_by)}`,
      cites.total + cited_by.total > 0 ? `legal-text related ${place}` : '',
      screen,
    ),
  ]
}

/** A field, and the command that tells more: on the same line if there is room. */
function fieldWithCommand(label: string, words: string, command: string, screen: Screen): string[] {
  const width = labelWidth()
  const isOneLine = displayWidth(`${words}: ${command}`) <= screen.width - width - 2
  const quiet = command && styled(screen, 'quiet', command)
  return [
    ...fieldLines(screen, [[label.padEnd(width), quiet && isOneLine ? `${words}: ${quiet}` : words]]),
    ...(quiet && !isOneLine ? wrapText(quiet, screen.width, ' '.repeat(width + 2)) : []),
  ]
}

const publishedSince = (version: VersionSpan) =>
  stateOfVersion(version) === 'valid'
    ? t`valid since ${version.observed_from}`
    : t`published since ${version.observed_from}`

const placeOf = ({ code, norm, previous_norm, next_norm }: NormAnswer) => ({ code, norm, previous_norm, next_norm })

const titleOf = ({ norm, label, heading }: NormSummary) => [label, heading].filter(Boolean).join(' ') || norm

/** `3 norms`, `2 norms (5 times)`. */
function normsOf({ total, norms }: CitationCount): string {
  if (norms === 0) return t`none`
  return counted(norms, 'norm') + (total > norms ? t` (${formatNumber(total)} times)` : '')
}

/** The text, cut to one line. */
function oneLine(text: string, width: number): string {
  const [first = '', ...rest] = wrapText(text, width)
  return rest.length === 0 ? first : `${wrapText(text, width - ' …'.length)[0]} …`
}
