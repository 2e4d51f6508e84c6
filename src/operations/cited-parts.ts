/** Cited parts of norms: their wordings on one day, their changes since, and their future changes. */

import { createHash } from 'node:crypto'
import { citationOf } from '../citation/citation-text.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Corpus, Norm, TextPart } from '../model/corpus.ts'
import { stateOfNorm } from '../model/law-state.ts'
import type { NormStatus } from '../model/versions.ts'
import { lawAsOf } from '../resolve/as-of.ts'
import type { Citation } from '../resolve/citation.ts'
import { memoize } from '../resolve/cited-law.ts'
import { ignoreRefusal } from '../util/errors.ts'
import { dayAfter } from '../util/iso-date.ts'
import { withoutTypography } from '../util/typography.ts'

/** A norm, or a part of one. */
interface Place {
  code: string
  norm: string
  /** `null` for the whole norm. */
  subdivision: string | null
}

/** A part of a norm in a corpus. */
export interface KnownPart extends Place {
  /** `§ 433 Abs. 1 BGB` */
  cite_as: string
  /** `sha256:` and hex digits: hash of its wording without white space, typography and number. */
  hash: string
  /** The day of the wording (ISO date), `null` if the corpus has no days. */
  as_of: string | null
  /** The known future changes: {@link ComingChange.key}. */
  coming: readonly string[]
}

/** The fate of a part since a day. */
export interface PartChange {
  /** `removed`: its norm, or the part of it, no longer exists. */
  type: 'changed' | 'moved' | 'repealed' | 'removed'
  /** {@link KnownPart.as_of} */
  since: string | null
  /** The first day of the norm's present wording; `null` if unknown. */
  observed_on: string | null
  /** For a renumbered part: its present path, and its citation. */
  moved_to: string | null
  now_cited_as: string | null
  /** The changed words; `null` if the corpus lacks the old wording, or the part has no successor. */
  difference: TextPart[] | null
}

/** A future change of a part. */
export interface ComingChange {
  /** `pending`: an amendment named by the source that may change the part. */
  type: 'changed' | 'repealed' | 'pending'
  /** The day of its effect (ISO date), `null` if the source names none. */
  effective_from: string | null
  /** The words of the source, if any. */
  note: string | null
  /** The words that will change, if the corpus has them. */
  difference: TextPart[] | null
  /** Identity of the change, stable across runs. */
  key: string
}

/** News of a part since its last known state. */
export interface PartNews {
  change: PartChange | null
  coming: ComingChange[]
}

/** True if there are news. */
export const hasNews = ({ change, coming }: PartNews): boolean => change !== null || coming.length > 0

/** The part that a citation leads to; `undefined` for a named edition, which never changes. */
export async function citedPart(
  parts: CitedParts,
  { code, norm, subdivision, as_of }: Pick<Citation, 'code' | 'norm' | 'subdivision' | 'as_of'>,
): Promise<KnownPart | undefined> {
  return code === null || norm === null || as_of !== undefined ? undefined : parts.partOf({ code, norm, subdivision })
}

interface Wording {
  text: string
  status: NormStatus
}

/** A number or letter before a part, which changes when a part is inserted before it: `(2)`, `3.`, `a)`. */
const MARK = /^\s*(?:\(\d+[a-z]*\)|\d+[a-z]*\.|[a-z]{1,3}\))\s*/
/** Minimum length of a moved text: shorter ones, such as `(weggefallen)`, are equal by chance. */
const MIN_MOVED_LENGTH = 40

const bareText = ({ text }: Wording) => withoutTypography(text.replace(MARK, '').replace(/\s+/g, ''))

function hashOf(wording: Wording): string {
  const words = `${wording.status === 'repealed' ? 'repealed ' : ''}${bareText(wording)}`
  return `sha256:${createHash('sha256').update(words).digest('hex')}`
}

function wordingOf(norm: Norm | undefined, subdivision: string | null): Wording | undefined {
  return subdivision === null ? norm : norm?.subdivisions.find(({ path }) => path === subdivision)
}

/** Compares parts with a corpus. Each part and each law is read only once. */
export class CitedParts {
  readonly #corpus: Corpus
  /** The day of the corpus. */
  readonly day: string | null

  private constructor(corpus: Corpus, day: string | null) {
    this.#corpus = corpus
    this.day = day
  }

  /** @param day of the corpus, if it is one of a day */
  static async of(corpus: Corpus, day?: string): Promise<CitedParts> {
    const newest = (await corpus.states()).at(-1)?.observed_on
    return new CitedParts(corpus, day ?? newest ?? (await corpus.corpusDate()))
  }

  /** The present part; `undefined` if the corpus lacks it. */
  readonly partOf = memoize(
    ({ code, norm, subdivision }: Place) => JSON.stringify([code, norm, subdivision]),
    async ({ code, norm, subdivision }): Promise<KnownPart | undefined> => {
      const place = { code, norm, subdivision }
      const found = await this.#corpus.norm(code, norm)
      const wording = wordingOf(found, subdivision)
      if (found === undefined || wording === undefined) return undefined
      const coming = (await this.#comingOf(found, place, wording)).map(({ key }) => key)
      return { ...place, cite_as: citeAs(found, subdivision), hash: hashOf(wording), as_of: this.day, coming }
    },
  )

  /** News of a part. */
  readonly newsOf = memoize(JSON.stringify, async (known: KnownPart): Promise<PartNews> => {
    const norm = await this.#corpus.norm(known.code, known.norm)
    const wording = wordingOf(norm, known.subdivision)
    const coming = norm && wording ? await this.#comingOf(norm, known, wording) : []
    return {
      change: await this.#changeOf(known, norm, wording),
      coming: coming.filter(({ key }) => !known.coming.includes(key)),
    }
  })

  async #changeOf(known: KnownPart, norm: Norm | undefined, now: Wording | undefined): Promise<PartChange | null> {
    if (now !== undefined && hashOf(now) === known.hash) return null
    const { subdivision, as_of: since } = known
    const observed = norm?.version?.observed_from ?? null
    const change = {
      since,
      observed_on: observed !== null && since !== null && observed > since ? observed : null,
      moved_to: null,
      now_cited_as: null,
      difference: null,
    }
    const moved = await this.#movedTo(known, norm)
    if (moved !== undefined) {
      const [target, part] = moved
      const path = [target.norm, part].filter(Boolean).join('/')
      return { ...change, type: 'moved', moved_to: path, now_cited_as: citeAs(target, part) }
    }
    if (now === undefined) return { ...change, type: 'removed' }
    if (now.status === 'repealed') return { ...change, type: 'repealed' }
    const before = since === null ? undefined : await this.#wordingOn(known, since)
    const isSame = before !== undefined && hashOf(before) === known.hash
    return { ...change, type: 'changed', difference: isSame ? await differenceOf(before, now, subdivision) : null }
  }

  /** The only norm or part that now has the wording, if exactly one does. */
  async #movedTo(known: KnownPart, norm: Norm | undefined): Promise<[Norm, string | null] | undefined> {
    const { code, hash, subdivision } = known
    const level = subdivision?.replace(/[^/:]+$/, '')
    const beside = norm?.subdivisions.filter((part) => {
      const isMoved = bareText(part).length >= MIN_MOVED_LENGTH && hashOf(part) === hash
      return level !== undefined && part.path.replace(/[^/:]+$/, '') === level && isMoved
    })
    const [sibling, ...others] = beside ?? []
    if (norm !== undefined && sibling !== undefined && others.length === 0) return [norm, sibling.path]
    const found = (await this.#wordingsOf(code)).get(hash) ?? []
    const [target, ...more] = found.filter((each) => each.norm !== known.norm && hasWording(each, known))
    return target === undefined || more.length > 0 ? undefined : [target, subdivision]
  }

  /** Norms of a law by the hashes of their wordings, and of those of their parts. */
  readonly #wordingsOf = memoize(String, async (code: string): Promise<Map<string, Norm[]>> => {
    const norms = new Map<string, Norm[]>()
    if ((await this.#corpus.lawState(code)) === undefined) return norms
    for await (const some of this.#corpus.norms(code)) {
      for (const norm of some) {
        for (const part of [norm, ...norm.subdivisions]) {
          if (bareText(part).length < MIN_MOVED_LENGTH) continue
          const hash = hashOf(part)
          const known = norms.get(hash) ?? []
          // A sentence may be the whole norm.
          if (known.at(-1) !== norm) norms.set(hash, [...known, norm])
        }
      }
    }
    return norms
  })

  async #wordingOn({ code, norm, subdivision }: Place, day: string): Promise<Wording | undefined> {
    try {
      return wordingOf(await (await lawAsOf(this.#corpus, code, day)).norm(code, norm), subdivision)
    } catch (error) {
      // A corpus without that day lacks the old wording.
      return ignoreRefusal(error)
    }
  }

  async #comingOf(norm: Norm, place: Place, now: Wording): Promise<ComingChange[]> {
    const day = this.day ?? ''
    const found: Omit<ComingChange, 'key'>[] = []
    const path = [place.norm, place.subdivision].filter(Boolean).join('/')
    const { pending, endings } = stateOfNorm(norm, path)
    for (const { note, effective_from, amends } of pending)
      if (amends) found.push({ type: 'pending', effective_from, note, difference: null })
    for (const { on, last_day, note } of endings)
      if (last_day !== null && last_day >= day)
        found.push({ type: 'repealed', effective_from: on, note, difference: null })
    const own = norm.subdivisions.find((part) => part.path === place.subdivision)?.in_force_to ?? norm.in_force_to
    if (own && own >= day && endings.length === 0)
      found.push({ type: 'repealed', effective_from: dayAfter(own), note: null, difference: null })
    return [...(await this.#wordingsToCome(place, now, day)), ...found].map((each) => ({ ...each, key: keyOf(each) }))
  }

  /** The other future wordings of a dated law, by days of effect. */
  async #wordingsToCome(place: Place, now: Wording, day: string): Promise<Omit<ComingChange, 'key'>[]> {
    if ((await this.#corpus.datedSince(place.code)) === undefined) return []
    const versions = await this.#corpus.normVersions(place.code, place.norm)
    const days = versions.map(({ observed_from }) => observed_from).filter((from) => from > day)
    const found: Omit<ComingChange, 'key'>[] = []
    let before = now
    for (const from of days.toSorted()) {
      const next = wordingOf(await this.#corpus.inForceOn(from).norm(place.code, place.norm), place.subdivision)
      if (next !== undefined && hashOf(next) === hashOf(before)) continue
      const isGone = next === undefined || next.status === 'repealed'
      found.push({
        type: isGone ? 'repealed' : 'changed',
        effective_from: from,
        note: null,
        difference: isGone ? null : await differenceOf(before, next, place.subdivision),
      })
      if (isGone) break
      before = next
    }
    return found
  }
}

const citeAs = (norm: Norm, subdivision: string | null) => citationOf(norm, nameOfLaw(norm), subdivision)

const hasWording = (norm: Norm, { subdivision, hash }: KnownPart) => {
  const wording = wordingOf(norm, subdivision)
  return wording !== undefined && hashOf(wording) === hash
}

const keyOf = ({ type, effective_from, note }: Omit<ComingChange, 'key'>) =>
  [type, effective_from, note].filter(Boolean).join(' ')

async function differenceOf(before: Wording, after: Wording, subdivision: string | null): Promise<TextPart[]> {
  const { compareTexts } = await import('../differences/norms.ts')
  const divided = (wording: Wording) => ({
    text: wording.text,
    subdivisions: subdivision === null ? (wording as Norm).subdivisions : [],
  })
  return compareTexts(divided(before), divided(after))
}
