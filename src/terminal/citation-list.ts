/** The citations of a text: what each means, or why it means nothing. */
import type { Citation } from '../corpus/citation.ts'
import type { Candidate } from '../errors.ts'
import { counted } from './fields.ts'
import { type Screen, styled } from './screen.ts'
import { wrapText } from './wrap.ts'

const INDENT = '  '
/** Longer wordings are cut; the norm command shows them whole. */
const LONGEST_WORDING = 400

/** Draws citations, one block each. */
export function citationList(answer: { citations: Citation[]; count: number }, screen: Screen): string {
  if (answer.count === 0) return 'No citation found.'
  const blocks = answer.citations.map((citation) => block(citation, screen))
  return [...blocks, counted(answer.count, 'citation')].join('\n\n')
}

function block(citation: Citation, screen: Screen): string {
  const { text, status, code, norm, subdivision, label, heading, wording, message } = citation
  const good = status === 'resolved'
  const path = norm === null ? null : [code, [norm, subdivision].filter(Boolean).join('/')].join(' ')
  const title = [label, heading].filter(Boolean).join('  ')
  const lines = [path, title, wording === null ? null : shortened(wording), message, ...alternatives(citation)]
  return [
    ...wrapText(text.replace(/\s+/g, ' '), screen.width).map((line) => styled(screen, 'label', line)),
    INDENT + styled(screen, good ? 'good' : 'bad', status.replaceAll('_', ' ')),
    ...lines.flatMap((line) => (line ? wrapText(line, screen.width, INDENT) : [])),
  ].join('\n')
}

function shortened(wording: string): string {
  const line = wording.replace(/\s+/g, ' ')
  return line.length > LONGEST_WORDING ? `${line.slice(0, line.lastIndexOf(' ', LONGEST_WORDING))} …` : line
}

function alternatives({ candidates = [], suggestions = [] }: Citation): string[] {
  const line = (word: string) => (candidate: Candidate) =>
    `${word} ${[candidate.code, candidate.norm, candidate.label, candidate.title].filter(Boolean).join(' ')}`
  return [...candidates.map(line('candidate:')), ...suggestions.map(line('near:'))]
}
