/** Finds citations, judged as of a day, whose text has changed since. */

import { say } from '../i18n/texts.ts'
import type { Corpus, Norm } from '../model/corpus.ts'
import { legalTextError } from '../util/errors.ts'
import { assertDatesOfEffect, type Days } from './as-of.ts'
import { type Citation, withNote } from './citation.ts'
import { memoize } from './cited-law.ts'

type Cited = Pick<Citation, 'code' | 'norm' | 'subdivision' | 'as_of' | 'message'> & { status: string }
type Place = [code: string, norm: string, subdivision: string | null]

/** The citations with the notes that the days of the corpus require. */
export async function withNotesOfDay<Each extends Cited>(
  corpus: Corpus,
  citations: readonly Each[],
  days: Days,
): Promise<Each[]> {
  if (days.in_force_on !== undefined) return withoutDates(corpus, citations, days)
  return days.as_of === undefined ? [...citations] : withNewerTexts(corpus, citations)
}

/** If its source names no dates of effect, it is unknown whether a law was in force: its citations are uncertain. */
async function withoutDates<Each extends Cited>(
  corpus: Corpus,
  citations: readonly Each[],
  days: Days,
): Promise<Each[]> {
  const reason = memoize(
    (code: string) => code,
    (code) => assertDatesOfEffect(corpus, [code], days).then(() => undefined, legalTextError),
  )
  const judged = citations.map(async (citation): Promise<Each> => {
    const undated = citation.code === null ? undefined : await reason(citation.code)
    return undated === undefined ? citation : { ...citation, class: 'uncertain', message: undated.message }
  })
  return Promise.all(judged)
}

/**
 * The citations with notes on changes up to the newest state, except citations of named editions.
 * @param corpus as of the day
 */
async function withNewerTexts<Each extends Cited>(corpus: Corpus, citations: readonly Each[]): Promise<Each[]> {
  const day = (await corpus.states()).at(-1)?.observed_on
  if (day === undefined) return [...citations]
  const newest = corpus.atState(day)
  const noteAt = memoize(
    (place: Place) => place.join(' '),
    async ([code, norm, part]) => noteOn(await corpus.norm(code, norm), await newest.norm(code, norm), part, day),
  )
  const noted: Each[] = []
  for (const citation of citations) {
    const { code, norm, subdivision, status, as_of } = citation
    const isJudged = as_of === undefined && (status === 'resolved' || status === 'repealed')
    const isNorm = isJudged && code !== null && norm !== null
    const note = isNorm ? await noteAt([code, norm, subdivision]) : undefined
    noted.push(note === undefined ? citation : { ...citation, message: withNote(citation.message, note) })
  }
  return noted
}

function noteOn(then: Norm | undefined, now: Norm | undefined, part: string | null, day: string): string | undefined {
  if (then === undefined || then.version?.observed_from === now?.version?.observed_from) return undefined
  if (now === undefined) return say`the law as published on ${day} no longer has it`
  return textOf(then, part) === textOf(now, part) ? undefined : say`today's text of it differs, as published on ${day}`
}

/** Text for comparing two versions, without white space. */
function textOf({ label, heading, status, text, subdivisions }: Norm, part: string | null): string | undefined {
  const wording =
    part === null ? `${label} ${heading} ${status} ${text}` : subdivisions.find(({ path }) => path === part)?.text
  return wording?.replace(/\s+/g, '')
}
