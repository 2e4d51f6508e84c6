/** An invented law through invented states, for tests: its norms and their texts on each day. */

import { ObservedLaws } from '../../../src/import/history/observed-laws.ts'
import type { LawHistory } from '../../../src/model/law-history.ts'
import { UNTOLD } from '../../../src/model/law-state.ts'
import type { ParsedLaw, ParsedNorm } from '../../../src/model/parsed-law.ts'
import type { State } from '../../../src/model/versions.ts'

/** Texts of the norms by path; `null` if the state lacks the law. */
export type Content = Readonly<Record<string, string | Partial<ParsedNorm>>> | null

export interface Observed {
  on: string
  has: Content
  listing?: State['listing']
  law?: Partial<ParsedLaw>
}

/** A text long enough to be recognized elsewhere. */
export const long = (subject: string) =>
  `${subject} ist bei Ebbe wie bei Flut mit Rücksicht auf die Möwen zu behandeln.`

export function normOf(path: string, content: string | Partial<ParsedNorm>): ParsedNorm {
  return {
    path,
    kind: 'par',
    label: `§ ${path.replace('par:', '')}`,
    heading: '',
    status: 'in_force',
    text: '',
    footnotes: '',
    structure: [],
    subdivisions: [],
    attachments: [],
    marks: [],
    spans: [],
    tables: [],
    ranges: [],
    container: undefined,
    documentId: `BJNE${path}`,
    htmlUrl: null,
    ...(typeof content === 'string' ? { text: content } : content),
  }
}

export function lawOf(content: NonNullable<Content>, law: Partial<ParsedLaw> = {}): ParsedLaw {
  const norms = Object.entries(content).map(([path, each]) => normOf(path, each))
  return {
    code: 'testg',
    identity: 'BJNR900000000 TestG',
    abbreviation: 'TestG',
    title: 'Gesetz zum Testen',
    aliases: [],
    jurisdiction: 'DE',
    sourceFamily: 'test',
    language: 'de',
    promulgatedOn: null,
    promulgation: null,
    statusDate: null,
    statusNotes: [],
    state: UNTOLD,
    statusNote: null,
    notes: '',
    sourceUrl: null,
    htmlUrl: null,
    contentHash: JSON.stringify([norms, law]),
    parser: 'test@1',
    documentId: 'BJNR900000000',
    structure: [],
    norms,
    account: {
      elements: 0,
      headers: 0,
      headersWithText: 0,
      structure: 0,
      structureAsNorms: 0,
      structureEmpty: 0,
      designated: 0,
    },
    ...law,
  }
}

export function statesOf(observed: readonly Observed[]): State[] {
  return observed.map(({ on, listing = 'complete' }) => ({
    observed_on: on,
    source: 'test',
    listing,
    incomplete: null,
  }))
}

export function historyOf(observed: readonly Observed[]): LawHistory {
  const documents = new ObservedLaws(statesOf(observed), [])
  for (const { on, has, law } of observed) if (has !== null) documents.add({ from: on, to: on, law: lawOf(has, law) })
  return documents.history() as LawHistory
}

/** States a year apart from 2001, each with one of the contents. */
export function yearly(...contents: Content[]): Observed[] {
  return contents.map((has, index) => ({ on: `${2001 + index}-01-01`, has }))
}

/** Changes in short form: `2002 added par:1`, `2002 moved par:1 > par:2`, `2002 removed law`. */
export function changesOf(history: LawHistory): string[] {
  return history.changes.map(({ observedOn, type, path, movedTo }) => {
    return `${observedOn.slice(0, 4)} ${type} ${path ?? 'law'}${movedTo === null ? '' : ` > ${movedTo}`}`
  })
}

/** Versions of a norm in short form: `2001-2003`. */
export function versionsOf({ norms }: LawHistory, path: string): string[] {
  const versions = norms.filter(({ norm }) => norm.path === path).map(({ version }) => version)
  return [...new Set(versions)].map(({ from, to }) => `${from.slice(0, 4)}-${to.slice(0, 4)}`)
}
