/** An error on stderr: the message, and the candidates or suggestions. */

import { t, translated } from '../../../i18n/texts.ts'
import type { Candidate, ErrorBody } from '../../../util/errors.ts'
import { shortened } from '../../../util/shorten.ts'
import { fieldLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { lookedIn, shellWord } from './paging.ts'

/** A hint in the message that repeats the list of suggestions. */
const HINT = /; did you mean [^?]*\?$/

/** Draws the body of an error. @param body with the name of the dataset that lacks something */
export function errorMessage(body: ErrorBody & { dataset?: string | undefined }, screen: Screen): string {
  const message = body.suggestions?.length ? body.message.replace(HINT, '') : body.message
  const mark = t`Error:`
  const [first = '', ...rest] = wrapText(`${mark} ${translated(shortened(message))}`, screen.width)
  const lines = [styled(screen, 'bad', mark) + first.slice(mark.length), ...rest]
  if (body.candidates?.length) lines.push(t`It may be one of:`, ...candidateLines(screen, body.candidates))
  if (body.suggestions?.length) lines.push(t`Did you mean:`, ...candidateLines(screen, body.suggestions))
  const { error, dataset } = body
  if (error === 'not_found' && dataset !== undefined && !message.includes(dataset))
    lines.push(...lookedIn(dataset, screen.width))
  return lines.join('\n')
}

/** `msgb par:22a --as-of 2024-06-01` */
export function candidateWords({ code, norm, observed_on, in_force_on }: Candidate): string {
  return [code, norm, observed_on && `--as-of ${observed_on}`, in_force_on && `--in-force-on ${in_force_on}`]
    .filter(Boolean)
    .join(' ')
}

/** The name of a candidate: its designation and its title, which for acts begins with the number. */
export function candidateName({ label = '', title = '' }: Candidate): string {
  return title.startsWith(`${label} `) ? title : [label, title].filter(Boolean).join(' ')
}

/**
 * One candidate a line: the words to type, then its title. Commands of parts are long: if one leaves its title less than half of
 * the line, all titles go below their commands.
 */
function candidateLines(screen: Screen, candidates: Candidate[]): string[] {
  const fields = candidates.map((each): [words: string, title: string] => {
    const { code, part } = each
    const words = part === undefined ? candidateWords(each) : `legal-text law ${code} --part ${shellWord(part)}`
    return [words, candidateName(each) || '-']
  })
  const isLong = fields.some(([words]) => displayWidth(words) > screen.width / 2)
  if (!isLong) return fieldLines(screen, fields, 'path', '  ')
  return fields.flatMap(([words, title]) => [
    ...wrapText(words, screen.width, '  ', '    ').map((line) => styled(screen, 'path', line)),
    ...wrapText(title, screen.width, '    '),
  ])
}
