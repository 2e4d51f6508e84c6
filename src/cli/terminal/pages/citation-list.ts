/** The citations of a text, each with its norm or the reason why it has none. */
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted, formatNumber, wordsOf } from '../../../i18n/readable.ts'
import { t, translated } from '../../../i18n/texts.ts'
import type { AsOf } from '../../../layout/notes.ts'
import type { Citation } from '../../../resolve/citation.ts'
import type { Candidate } from '../../../util/errors.ts'
import { leadLines } from '../fields.ts'
import { proseScreen, type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { candidateName, candidateWords } from './error-page.ts'
import { emptyPage } from './paging.ts'
import { publishedHead } from './published.ts'

interface CitationsAnswer extends AsOf {
  query: string
  citations: Citation[]
  count: number
}

const INDENT = '  '
/** Maximum length of wordings; longer ones are cut. The norm command shows them whole. */
const LONGEST_WORDING = 400

/** Draws citations, one block each. */
export function citationList(answer: CitationsAnswer, screen: Screen): string {
  const { citations, count } = answer
  if (count === 0) return emptyPage(screen, ...nothingFound(answer))
  const classes = Map.groupBy(citations, (citation) => citation.class)
  const counts = [...classes].map(([verdict, { length }]) => `${formatNumber(length)} ${wordsOf(verdict)}`)
  const summary = wrapText(`${counted(count, 'citation')}: ${counts.join(', ')}`, screen.width)
  const blocks = [...citations.map((citation) => block(citation, screen)), summary.join('\n')]
  return publishedHead(answer, screen) + blocks.join('\n\n')
}

function block(citation: Citation, screen: Screen): string {
  const { text, status, class: verdict, code, norm, subdivision, label, heading, wording, message } = citation
  const inner = { ...screen, width: screen.width - INDENT.length }
  const part = status === 'out_of_range' ? null : subdivision
  const path = [code, [norm, part].filter(Boolean).join('/')].join(' ')
  const title = [label, heading].filter(Boolean).join(' ')
  return [
    ...wrapText(text.replace(/\s+/g, ' '), screen.width).map((line) => styled(screen, 'label', line)),
    ...[
      styled(screen, verdict === 'right' ? 'good' : 'bad', `${wordsOf(verdict)}: ${wordsOf(status)}`),
      ...(norm === null ? lawLines(citation, inner) : leadLines(inner, path, title, 'heading')),
      ...[wording && shortened(wording), message && translated(message)].flatMap((line) =>
        line ? wrapText(line, proseScreen(inner).width) : [],
      ),
      ...alternatives(citation, inner),
    ].map((line) => INDENT + line),
  ].join('\n')
}

/** The act cited as a whole. */
function lawLines({ status, code, abbreviation }: Citation, screen: Screen): string[] {
  return status === 'resolved' && code !== null
    ? leadLines(screen, code, nameOfLaw({ code, abbreviation }), 'heading')
    : []
}

function shortened(wording: string): string {
  const line = wording.replace(/\s+/g, ' ')
  return line.length > LONGEST_WORDING ? `${line.slice(0, line.lastIndexOf(' ', LONGEST_WORDING))} …` : line
}

function alternatives({ status, candidates = [], suggestions = [] }: Citation, screen: Screen): string[] {
  const inner = { ...screen, width: screen.width - INDENT.length }
  const list = (title: string, found: Candidate[]) => [
    ...(found.length > 0 ? [title] : []),
    ...found
      .flatMap((each) => leadLines(inner, candidateWords(each), candidateName(each)))
      .map((line) => INDENT + line),
  ]
  return [
    ...list(status === 'resolved' ? t`Of the same name:` : t`It may be one of:`, candidates),
    ...list(t`Near it:`, suggestions),
  ]
}

function nothingFound({ query }: CitationsAnswer): [message: string, hints: string[]] {
  return [
    t`No citation found in “${shortened(query)}”.`,
    [
      t`a citation with its law: § 433 Abs. 1 BGB, Art. 1 GG`,
      t`legal-text laws --query, for what a law is called here`,
    ],
  ]
}
