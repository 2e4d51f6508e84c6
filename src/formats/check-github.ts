/** Findings as workflow commands of GitHub Actions, which show them beside the lines of a pull request. */

import { placeText } from '../documents/document.ts'
import type { CitationClass } from '../resolve/citation.ts'
import { citedText, findingDetails, type ReportedFinding, STANDARD_INPUT_NAME, verdictOf } from './check-verdict.ts'

const COMMANDS: Readonly<Record<CitationClass, string>> = {
  right: 'notice',
  wrong: 'error',
  uncertain: 'warning',
  outside: 'notice',
}

/** One command, `::error file=…,line=…,col=…,title=…::message`. */
export function githubLine({ file, finding, place }: ReportedFinding): string {
  const isText = place === undefined
  const properties: [name: string, value: string | number | undefined][] = [
    ['file', file === '-' ? undefined : file.replaceAll('\\', '/')],
    ['line', isText ? finding.line : undefined],
    ['col', isText ? finding.column : undefined],
    ['title', `Citation ${verdictOf(finding)}`],
  ]
  const named = properties.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${escapeProperty(value)}`]))
  const said = [citedText(finding), findingDetails(finding)].filter(Boolean).join(' — ')
  const where = isText
    ? file === '-'
      ? `${STANDARD_INPUT_NAME}:${finding.line}:${finding.column}: `
      : ''
    : `${placeText(place)}: `
  return `::${COMMANDS[finding.class]} ${named.join(',')}::${escapeData(`${where}${said}`)}`
}

const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (value: string | number) =>
  escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')
