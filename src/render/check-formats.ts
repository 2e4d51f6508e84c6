/** Findings of `check` for other tools: workflow commands of GitHub Actions, and SARIF 2.1.0 (OASIS). */
import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { say } from '../i18n/texts.ts'
import type { PartNews } from '../operations/cited-parts.ts'
import { version } from '../program/package.ts'
import { type Position, Positions } from '../read-text/plain-text.ts'
import type { Finding } from '../resolve/check-text.ts'
import type { CitationClass } from '../resolve/citation.ts'
import { cached } from '../util/cached.ts'
import {
  CLASS_MEANINGS,
  citedText,
  findingText,
  placeText,
  type ReportedFinding,
  STANDARD_INPUT_NAME,
  verdictOf,
} from './check-verdict.ts'

const COMMANDS: Readonly<Record<CitationClass, string>> = {
  right: 'notice',
  wrong: 'error',
  uncertain: 'warning',
  outside: 'notice',
}

/** One workflow command, which GitHub shows next to the line: `::error file=…,line=…,col=…,title=…::message`. */
export function githubLine({ file, finding, place, news }: ReportedFinding): string {
  const isText = place === undefined
  const properties: [name: string, value: string | number | undefined][] = [
    ['file', file === '-' ? undefined : file.replaceAll('\\', '/')],
    ['line', isText ? finding.line : undefined],
    ['col', isText ? finding.column : undefined],
    ['title', isOfWording(finding, news) ? 'Cited wording' : `Citation ${verdictOf(finding)}`],
  ]
  const named = properties.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${escapeProperty(value)}`]))
  const said = findingText(finding, news)
  const command = news?.change && finding.class === 'right' ? 'warning' : COMMANDS[finding.class]
  const where = isText
    ? file === '-'
      ? `${STANDARD_INPUT_NAME}:${finding.line}:${finding.column}: `
      : ''
    : `${placeText(place)}: `
  return `::${command} ${named.join(',')}::${escapeData(`${where}${said}`)}`
}

const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (value: string | number) =>
  escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const LEVELS: Readonly<Record<CitationClass, string>> = {
  right: 'none',
  wrong: 'error',
  uncertain: 'warning',
  outside: 'note',
}
const CLASSES = Object.keys(CLASS_MEANINGS) as CitationClass[]

/** The rule of right citations of a part whose wording has changed since the baseline, or will change. */
const WORDING_RULE = {
  id: 'wording',
  name: 'CitedWording',
  shortDescription: { text: say`The cited wording has changed since the baseline, or will change.` },
  defaultConfiguration: { level: 'warning' },
}

/** True for a right citation listed because of news of the cited part. */
const isOfWording = (finding: Pick<Finding, 'class'>, news: PartNews | undefined) =>
  news !== undefined && finding.class === 'right'

export interface SarifOptions {
  /** Text of a file, which offsets of findings refer to; `undefined` if findings have places instead of lines. */
  sourceOf(file: string): string | undefined
  hasBaseline: boolean
  totals: object
}

/** The SARIF log of one run. Each class is a rule; `properties` of a result are the fields of the JSON output. */
export function sarifLog(
  findings: readonly ReportedFinding[],
  { sourceOf, hasBaseline, totals }: SarifOptions,
): object {
  const known = new Map<string, Positions | undefined>()
  const positionsIn = (source: string | undefined) => (source === undefined ? undefined : new Positions(source))
  const endOf = (file: string, offset: number) => cached(known, file, () => positionsIn(sourceOf(file)))?.at(offset)
  const repetitions = new Map<string, number>()
  const rules = CLASSES.map((verdict) => ({
    id: verdict as string,
    name: `${verdict[0]?.toUpperCase()}${verdict.slice(1)}Citation`,
    shortDescription: { text: CLASS_MEANINGS[verdict] },
    defaultConfiguration: { level: LEVELS[verdict] },
  }))
  if (hasBaseline) rules.push(WORDING_RULE)
  const results = findings.map((reported) => {
    const { finding, isKnown, news } = reported
    const isOfNews = isOfWording(finding, news)
    const levelOfNews = news?.change ? 'warning' : 'note'
    return {
      ruleId: isOfNews ? WORDING_RULE.id : finding.class,
      ruleIndex: isOfNews ? CLASSES.length : CLASSES.indexOf(finding.class),
      kind: finding.class === 'right' && !isOfNews ? 'pass' : 'fail',
      level: isOfNews ? levelOfNews : LEVELS[finding.class],
      message: { text: messageOf(reported) },
      locations: [locationOf(reported, endOf)],
      partialFingerprints: { 'citation/v1': fingerprint(reported, repetitions) },
      ...(hasBaseline && { baselineState: isKnown ? 'unchanged' : 'new' }),
      properties: propertiesOf(reported),
    }
  })
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'legal-text', version, semanticVersion: version, rules } },
        columnKind: 'unicodeCodePoints',
        results,
        properties: { summary: totals },
      },
    ],
  }
}

function messageOf({ finding, place, news }: ReportedFinding): string {
  const said = findingText(finding, news)
  return `${place === undefined ? '' : `${placeText(place)}: `}${verdictOf(finding)}: ${said}`
}

function propertiesOf({ finding, place, news }: ReportedFinding) {
  const { class: verdict, status, edition, code, abbreviation, norm, subdivision } = finding
  const fields = { class: verdict, status, text: citedText(finding), edition, code, abbreviation, norm, subdivision }
  return { ...fields, ...(place && { place: { ...place } }), ...news }
}

function locationOf(
  { file, finding, place }: ReportedFinding,
  endOf: (file: string, offset: number) => Position | undefined,
) {
  const artifactLocation = { uri: uriOf(file) }
  if (place !== undefined) {
    return { physicalLocation: { artifactLocation }, logicalLocations: [{ fullyQualifiedName: placeText(place) }] }
  }
  const end = endOf(file, finding.end)
  const region = {
    startLine: finding.line,
    startColumn: finding.column,
    ...(end && { endLine: end.line, endColumn: end.column }),
  }
  return { physicalLocation: { artifactLocation, region } }
}

/** A relative path as a URI reference, an absolute one as a `file:` URI. */
function uriOf(file: string): string {
  if (file === '-') return encodeURIComponent(STANDARD_INPUT_NAME)
  if (isAbsolute(file)) return pathToFileURL(file).href
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}

/** A fingerprint independent of line numbers. Equal findings of a file have different ones. */
function fingerprint({ file, finding }: ReportedFinding, repetitions: Map<string, number>): string {
  const { text, status, code, norm, subdivision } = finding
  const key = JSON.stringify([file, text.replace(/\s+/g, ' '), status, code, norm, subdivision])
  const count = repetitions.get(key) ?? 0
  repetitions.set(key, count + 1)
  return createHash('sha256').update(`${key}${count}`).digest('hex').slice(0, 32)
}
