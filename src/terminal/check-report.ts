/** What became of the citations of a text: a line for each that editors and terminals can follow, and a summary. */
import type { CheckSummary } from '../corpus/check-summary.ts'
import type { Finding } from '../corpus/check-text.ts'
import { counted, formatNumber } from './fields.ts'
import { normTextLines } from './norm-text.ts'
import { type Screen, styled } from './screen.ts'
import { displayWidth, wrapText } from './wrap.ts'

const INDENT = '  '
/** Alternatives that are named. */
const MOST_NAMED = 3

/**
 * `file:line:column: status: citation — what is to say`, as compilers write it. A location that takes more than half of
 * the screen has a line of its own, unbroken.
 */
export function findingLines(file: string, finding: Finding, screen: Screen): string[] {
  const location = `${file.replace(/\s/g, ' ')}:${finding.line}:${finding.column}:`
  const status = finding.status.replaceAll('_', ' ')
  const said = [finding.text.replace(/\s+/g, ' '), details(finding)].filter(Boolean).join(' — ')
  const beside = displayWidth(location) <= screen.width / 2
  const lead = beside ? `${location} ` : INDENT
  const [first = '', ...rest] = wrapText(`${status}: ${said}`, screen.width, lead, INDENT)
  const mark = styled(screen, finding.status === 'resolved' ? 'good' : 'bad', status)
  const line = mark + first.slice(lead.length + status.length)
  const styledLocation = styled(screen, 'label', location)
  return beside ? [`${styledLocation} ${line}`, ...rest] : [styledLocation, INDENT + line, ...rest]
}

/** The wording of what is cited, indented, and an empty line. */
export async function wordingLines({ wording }: Finding, screen: Screen): Promise<string[]> {
  if (wording === null || wording === '') return ['']
  const lines = await normTextLines({ ...screen, width: screen.width - 2 * INDENT.length }, wording)
  const start = lines[0] === '' ? 1 : 0
  return ['', ...lines.slice(start).map((line) => (line === '' ? '' : INDENT + INDENT + line)), '']
}

function details({ code, norm, subdivision, label, heading, message, candidates, suggestions }: Finding): string {
  const path = norm === null ? '' : `${code} ${[norm, subdivision].filter(Boolean).join('/')}`
  const title = message === null ? [label, heading].filter(Boolean).join(' ') : ''
  const named = (code === null ? (suggestions ?? []) : [])
    .slice(0, MOST_NAMED)
    .map((law) => `${law.label} (${law.code})`)
  const hint = named.length > 0 && candidates === undefined ? `did you mean ${named.join(', ')}?` : ''
  return [[path, title].filter(Boolean).join(' '), message, hint].filter(Boolean).join('; ')
}

/** How many were verified, and what became of the others. */
export function checkSummary(summary: CheckSummary, screen: Screen): string[] {
  const { files, citations, verified, unverified, with_note, set_aside, by_status } = summary
  const { resolved: _, ...others } = by_status
  const counts = Object.entries(others)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${formatNumber(count)} ${status.replaceAll('_', ' ')}`)
  const total = `${counted(citations, 'citation')} in ${counted(files, 'file')}`
  const result =
    unverified === 0 ? 'all verified' : `${formatNumber(verified)} verified, ${formatNumber(unverified)} not`
  const lines = [
    citations === 0 ? 'No citation found.' : `${total}: ${result}${counts.length > 0 ? ` (${counts.join(', ')})` : ''}`,
    with_note > 0 ? `${counted(with_note, 'verified citation')} with a note; --all shows it` : '',
    set_aside > 0 ? `${counted(set_aside, 'designation')} of contracts, by-laws or annexes set aside` : '',
  ]
  return lines.filter(Boolean).flatMap((line) => wrapText(line, screen.width, '', INDENT))
}
