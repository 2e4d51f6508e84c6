/** An error on stderr: the message, and the candidates or suggestions. */
import type { Candidate, ErrorBody } from '../../errors.ts'
import { shortened } from '../../shorten.ts'
import { type Field, fieldLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { lookedIn, shellWord } from './paging.ts'

const MARK = 'Error:'

/** Draws the body of an error. @param body with the name of the dataset in which something was not found */
export function errorMessage(body: ErrorBody & { dataset?: string | undefined }, screen: Screen): string {
  const [first = '', ...rest] = wrapText(`${MARK} ${shortened(body.message)}`, screen.width)
  const lines = [styled(screen, 'bad', MARK) + first.slice(MARK.length), ...rest]
  if (body.candidates?.length) lines.push('It may be one of:', ...candidateLines(screen, body.candidates))
  if (body.suggestions?.length) lines.push('Did you mean:', ...candidateLines(screen, body.suggestions))
  const { error, message, dataset } = body
  if (error === 'not_found' && dataset !== undefined && !message.includes(dataset))
    lines.push(...lookedIn(dataset, screen.width))
  return lines.join('\n')
}

/** One candidate a line: the words to type, then its title. */
function candidateLines(screen: Screen, candidates: Candidate[]): string[] {
  const fields = candidates.map(({ code, norm, part, label, title }): Field => {
    const words = [code, norm, part && `--part ${shellWord(part)}`]
    return [words.filter(Boolean).join(' '), [label, title].filter(Boolean).join('  ') || '-']
  })
  return fieldLines(screen, fields, 'path', '  ')
}
