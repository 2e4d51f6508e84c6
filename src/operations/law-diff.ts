import * as z from 'zod'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { ChangedNorm, NormPair } from '../differences/laws.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, Law, Norm } from '../model/corpus.ts'
import { lawAsOf, newestState } from '../resolve/as-of.ts'
import { resolveLawInTime } from '../resolve/in-time.ts'
import { lawCandidate } from '../resolve/resolve-law.ts'
import { LegalTextError } from '../util/errors.ts'
import { comparedNormOf, onlyVersion, wasThere } from './norm-diff.ts'
import {
  assertInOrder,
  codeInput,
  comparedDays,
  comparedInputs,
  defineOperation,
  namedLawOutputs,
  record,
  stateBefore,
  text,
} from './operation.ts'
import { changedNorm, lawVersion } from './schemas.ts'

/** The norms of a law that changed from one day to another. */
export const lawDiff = defineOperation({
  name: 'lawDiff',
  summary: 'Compare two versions of a law',
  description:
    'Compares a law as published on two days: the norms that were added, changed, renumbered and removed in all, in ' +
    'document order, each with the words that changed. Norms that changed and changed back are left out, and so are ' +
    'norms that a state lacks by mistake, since a later one has them unchanged. Without days ' +
    'it compares the last two versions; with one of them, that version with the newest one or with the one before it. ' +
    'The law may be one that only older states have; on a day without the law, it has no norms.',
  path: '/laws/{code}/diff',
  input: z.strictObject({
    code: codeInput,
    ...comparedInputs(),
  }),
  list: 'norms',
  output: record(() => ({
    code: text,
    ...namedLawOutputs(),
    abbreviation: text,
    title: text,
    from: text.describe('The earlier day.'),
    to: text.describe('The later day.'),
    in_force_on: text.exactOptional(),
    newest_state: text.describe('The day of the newest state.'),
    from_version: lawVersion().nullable().describe('The version of the law on that day; null if it had none.'),
    to_version: lawVersion().nullable(),
    norms: z.array(changedNorm()),
    count: z.int(),
  })),
  longWork: 'computing',
  example: { code: 'msgb' },
  errors: {
    not_found: { code: 'msgbe' },
    ambiguous: { code: 'BienHV' },
    invalid_input: { code: 'msgb', from: '2025-06-30', to: '2024-06-30' },
  },
  async answer(corpus, { code: name, ...days }) {
    const { from: asked, to: wanted } = await comparedDays(corpus, days)
    const { law } = await resolveLawInTime(corpus, name)
    const { code, abbreviation, title } = law
    const versions = await corpus.lawVersions(code)
    const newestDay = await newestState(corpus)
    const [newest, previous] = versions
    const isLast = newest !== undefined && (newest.observed_to === null || previous !== undefined)
    const to = wanted ?? (asked === undefined && isLast ? newest.observed_from : newestDay)
    const from = asked ?? (await endOfVersionBefore(corpus, code, versions, to))
    if (asked === undefined && wanted === undefined && from === to) {
      throw onlyVersion(code, newest?.observed_from, nameOfLaw(law))
    }
    assertInOrder({ from, to })
    const sideOn = async (day: string): Promise<LawInState> => {
      const state = await lawOnDay(corpus, code, day)
      return wasThere(versions, state.day) ? state : { ...state, law: undefined }
    }
    const [before, after] = [await sideOn(from), await sideOn(to)]
    const norms = await differences(corpus, before, after)
    const versionOn = (day: string) => versions.find(({ observed_from }) => observed_from <= day) ?? null
    return {
      code,
      abbreviation,
      title,
      from,
      to,
      newest_state: newestDay,
      from_version: before.law ? versionOn(before.day) : null,
      to_version: after.law ? versionOn(after.day) : null,
      norms,
      count: norms.length,
    }
  },
})

/** The last day of the version before that of a day; else the day before the law was added; else the day itself. */
async function endOfVersionBefore(
  corpus: Corpus,
  code: string,
  versions: readonly { observed_from: string; observed_to: string | null }[],
  day: string,
): Promise<string> {
  const [own, previous] = versions.filter(({ observed_from }) => observed_from <= day)
  if (own?.observed_to != null && own.observed_to < day) return own.observed_to
  if (previous?.observed_to != null) return previous.observed_to
  const first = own?.observed_from ?? day
  // Before its first version, a dated law is unknown.
  const isDated = (await corpus.datedSince(code)) !== undefined
  return (isDated ? undefined : stateBefore(await corpus.states(), first)?.observed_on) ?? day
}

/** A law in the state of a day. */
interface LawInState {
  day: string
  code: string
  corpus: Corpus
  law: Law | undefined
}

/** @throws LegalTextError `ambiguous` for a day between two states if the law changed in the later one */
async function lawOnDay(corpus: Corpus, code: string, day: string): Promise<LawInState> {
  const asked = await lawAsOf(corpus, code, day)
  const law = await asked.law(code)
  if ((await corpus.datedSince(code)) !== undefined) return { day, code, corpus: asked, law }
  const states = await corpus.states()
  const state = states.findLast(({ observed_on }) => observed_on <= day)?.observed_on ?? ''
  const next = states.find(({ observed_on }) => observed_on > day)?.observed_on
  if (law?.norms.some(({ uncertain }) => uncertain) && next !== undefined) {
    const candidates = [state, next].map((observed_on) => ({ ...lawCandidate(law), observed_on }))
    const message = say`what ${code} was on ${day} is not known: the states of ${state} and ${next}, the nearest ones, differ`
    throw new LegalTextError('ambiguous', message, { code, candidates, as_of: day })
  }
  return { day: state, code, corpus: corpus.atState(state), law }
}

async function differences(corpus: Corpus, before: LawInState, after: LawInState) {
  const [{ changedNorms, inDocumentOrder }, { compareNorms }, { Work }] = await Promise.all([
    import('../differences/laws.ts'),
    import('../differences/norms.ts'),
    import('../differences/parts.ts'),
  ])
  const pairs: NormPair[] = []
  for (const path of await corpus.differingNorms(before.code, before.day, after.day)) {
    const pair = { before: await normOf(before, path), after: await normOf(after, path) }
    if (pair.before === undefined && pair.after === undefined) continue
    if (!isLeftOut(pair, before.day, after.day)) pairs.push(pair)
  }
  const pathsOf = ({ law }: LawInState) => law?.norms.map(({ norm }) => norm) ?? []
  const changed = inDocumentOrder(changedNorms(pairs), pathsOf(before), pathsOf(after))
  const work = new Work()
  const norms: z.output<ReturnType<typeof changedNorm>>[] = []
  for (const each of changed) {
    norms.push({ ...described(each), ...compareNorms(each.before, each.after, work) })
  }
  return norms
}

/** True if one of the days lacks the norm by mistake: a version of the other day spans it. */
function isLeftOut({ before, after }: NormPair, from: string, to: string): boolean {
  if (before === undefined) return (after?.version?.observed_from ?? to) <= from
  if (after !== undefined) return false
  const last = before.version?.observed_to
  return last === null || (last !== undefined && last >= to)
}

async function normOf({ corpus, code, law }: LawInState, path: string): Promise<Norm | undefined> {
  return law && corpus.norm(code, path)
}

function described({ type, before, after }: ChangedNorm) {
  const shown = after ?? before
  return {
    norm: (before ?? after)?.norm ?? '',
    type,
    moved_to: type === 'moved' ? (after?.norm ?? null) : null,
    label: shown?.label ?? '',
    heading: shown?.heading ?? '',
    from: before === undefined ? null : comparedNormOf(before),
    to: after === undefined ? null : comparedNormOf(after),
  }
}
