import * as z from 'zod'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawVersion, Norm, NormVersion } from '../model/corpus.ts'
import { lawAsOf, newestState } from '../resolve/as-of.ts'
import { resolveNormInTime } from '../resolve/in-time.ts'
import { LegalTextError } from '../util/errors.ts'
import { dayBefore } from '../util/iso-date.ts'
import { lazy } from '../util/lazy.ts'
import {
  codeInput,
  comparedDays,
  comparedInputs,
  defineOperation,
  namedLawOutputs,
  normInput,
  nullableText,
  record,
  text,
} from './operation.ts'
import { type ComparedNorm, comparedNorm, normDifference, resolution } from './schemas.ts'

const side = lazy(() =>
  comparedNorm().extend({
    as_of: nullableText.describe('The day that was asked for; null if the version was chosen.'),
    status_note: nullableText.describe(
      'The newest amendment of the law that the source named at the beginning of the version.',
    ),
    moved_from: nullableText.describe(
      'The path that the norm had before this version, if only its designation changed.',
    ),
  }),
)

type Side = z.output<ReturnType<typeof side>>

/** The words of a norm that changed from one day to another. */
export const normDiff = defineOperation({
  name: 'normDiff',
  summary: 'Compare two versions of a norm',
  description:
    'Compares a norm as published on two days, word by word, and its heading and footnotes likewise. Without days it ' +
    'compares the last two versions; with one of them, that version with the newest one or with the one before it. ' +
    'Without days, a norm of one version is not found. If a norm had no text on one of the days, `from` or `to` is null. ' +
    'The norm is given as for the norm itself; it may be one that only older states have. A subdivision means the whole ' +
    'norm.',
  path: '/laws/{code}/norms/{norm}/diff',
  input: z.strictObject({
    code: codeInput,
    norm: normInput,
    ...comparedInputs(),
  }),
  output: record(() => ({
    code: text,
    ...namedLawOutputs(),
    abbreviation: text,
    title: text,
    norm: text,
    resolution: resolution(),
    from: side().nullable(),
    to: side().nullable(),
    in_force_on: text.exactOptional(),
    newest_state: text.describe('The day of the newest state.'),
    ...normDifference().shape,
  })),
  example: { code: 'msgb', norm: 'par:16' },
  errors: {
    not_found: { code: 'msgb', norm: 'par:99' },
    ambiguous: { code: 'msgbeg', norm: '§ 1' },
    invalid_input: { code: 'msgb', norm: 'par:1', from: '2025-06-30', to: '2024-06-30' },
  },
  async answer(corpus, { code: name, norm: requested, ...asked }) {
    const { from, to } = await comparedDays(corpus, asked)
    const { law, norm: found, resolution } = await resolveNormInTime(corpus, name, requested)
    const { code, abbreviation, title } = law
    const path = found.norm
    const versions = new Versions(corpus, code, path, await corpus.normVersions(code, path))
    const after = to === undefined ? await versions.newest(from !== undefined) : await versions.asOf(to)
    const before = from === undefined ? await versions.before(after) : await versions.asOf(from)
    if (before === undefined && after === undefined) throw neverThere(code, path, from, to)
    if (from === undefined && to === undefined && before === after && after !== undefined) {
      throw onlyVersion(code, after.version?.observed_from, `${after.label || path} ${nameOfLaw(law)}`, path)
    }
    const { compareNorms } = await import('../differences/norms.ts')
    return {
      code,
      abbreviation,
      title,
      norm: path,
      resolution,
      from: versions.sideOf(before, from),
      to: versions.sideOf(after, to),
      newest_state: await newestState(corpus),
      ...compareNorms(before, after),
    }
  },
})

/** The versions of one norm, with their texts. */
class Versions {
  readonly #corpus: Corpus
  readonly #code: string
  readonly #path: string
  /** Newest first. */
  readonly #versions: readonly NormVersion[]
  /** The versions of the law, read for the first requested day. */
  #ofLaw: Promise<LawVersion[]> | undefined

  constructor(corpus: Corpus, code: string, path: string, versions: readonly NormVersion[]) {
    this.#corpus = corpus
    this.#code = code
    this.#path = path
    this.#versions = versions
  }

  /** @param orNone true to return `undefined` for a norm that the newest state lacks */
  async newest(orNone: boolean): Promise<Norm | undefined> {
    const [newest, before] = this.#versions
    if (newest === undefined) return undefined
    const isGone = newest.observed_to !== null
    return isGone && (orNone || before === undefined) ? undefined : this.#textOf(newest)
  }

  /** The version before one; for a renumbered norm, its predecessor. */
  async before(norm: Norm | undefined): Promise<Norm | undefined> {
    const place = this.#versions.findIndex((version) => version.observed_from === norm?.version?.observed_from)
    const [own, previous] = norm === undefined ? [undefined, this.#versions[0]] : this.#versions.slice(place, place + 2)
    if (previous !== undefined) return this.#textOf(previous)
    const first = (await this.#corpus.datedSince(this.#code)) ?? (await this.#corpus.states())[0]?.observed_on
    if (own === undefined || own.observed_from === first) return norm
    return own.moved_from === null ? undefined : this.#movedFrom(own)
  }

  /** @throws LegalTextError as `lawAsOf`, and `ambiguous` between two states with different texts */
  async asOf(day: string): Promise<Norm | undefined> {
    const view = await lawAsOf(this.#corpus, this.#code, day)
    const norm = await view.norm(this.#code, this.#path)
    this.#ofLaw ??= this.#corpus.lawVersions(this.#code)
    if (norm !== undefined && wasThere(await this.#ofLaw, day)) return norm
    // A state without a version that spans it has only left it out by mistake.
    const lasting = this.#versions.find(
      ({ observed_from, observed_to }) => observed_from <= day && (observed_to === null || observed_to >= day),
    )
    if (lasting !== undefined) return this.#textOf(lasting)
    return this.#formerly(view, day)
  }

  /** The norm under its designation on a day before one or several renumberings. */
  async #formerly(view: Corpus, day: string): Promise<Norm | undefined> {
    let versions = this.#versions
    let before: string | undefined
    for (;;) {
      const next = versions.findLast(({ observed_from }) => observed_from > day && observed_from < (before ?? '~'))
      if (next === undefined || next.moved_from === null) return undefined
      const norm = await view.norm(this.#code, next.moved_from)
      if (norm !== undefined) return norm
      before = next.observed_from
      versions = await this.#corpus.normVersions(this.#code, next.moved_from)
    }
  }

  /** @param asked the requested day, if any */
  sideOf(norm: Norm | undefined, asked: string | undefined): Side | null {
    if (norm === undefined) return null
    const version = this.#versions.find(({ observed_from }) => observed_from === norm.version?.observed_from)
    const isOwn = norm.norm === this.#path
    return {
      ...comparedNormOf(norm),
      as_of: asked ?? null,
      status_note: (isOwn && version?.status_note) || null,
      moved_from: (isOwn && version?.moved_from) || null,
    }
  }

  async #textOf({ observed_from }: NormVersion): Promise<Norm | undefined> {
    return (await lawAsOf(this.#corpus, this.#code, observed_from)).norm(this.#code, this.#path)
  }

  #movedFrom({ moved_from, observed_from }: NormVersion): Promise<Norm | undefined> {
    return this.#corpus.atState(dayBefore(observed_from)).norm(this.#code, moved_from as string)
  }
}

/**
 * True if a law existed on a day. A code of several successive laws means the last of them.
 * @param versions of the law, newest first
 */
export function wasThere(versions: readonly LawVersion[], day: string): boolean {
  const [last, first] = [versions[0], versions.at(-1)]
  if (last === undefined || first === undefined) return false
  return first.observed_from <= day && (last.observed_to === null || day <= last.observed_to)
}

/** A norm of a corpus with states, in the form of differences. */
export function comparedNormOf({ norm, label, heading, status, version }: Norm): ComparedNorm {
  if (version === undefined) throw new Error(`${norm} has no version`)
  return { norm, label, heading, status, version }
}

/** The error for a law or norm without a second version to compare. @param from its first day */
export function onlyVersion(code: string, from: string | undefined, name: string, norm?: string): LegalTextError {
  const message = say`${name} has one version only, that of ${from}: there is none to compare it with`
  return new LegalTextError('not_found', message, { code, ...(norm !== undefined && { norm }) })
}

function neverThere(code: string, norm: string, from?: string, to?: string): LegalTextError {
  const days = [from, to].filter((day) => day !== undefined)
  const message = say`${code} ${norm} was not published on ${days.join(' and not on ')}; legal-text history lists its versions`
  return new LegalTextError('not_found', message, { code, norm })
}
