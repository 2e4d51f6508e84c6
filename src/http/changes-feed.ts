/** `/changes.atom`: a feed of changes, with an entry for each law and state, or for each change of single norms. */

import * as z from 'zod'
import { nameOfNorm } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Change, ChangeFilter, Corpus, LawChange } from '../model/corpus.ts'
import { changeFilter, changeFilterInputs } from '../operations/changes.ts'
import { parseInput, stateBefore } from '../operations/operation.ts'
import { atomFeed, FEED_TYPE, type FeedEntry } from '../render/atom.ts'
import { dayBefore } from '../util/iso-date.ts'
import { Links } from '../web/pages/links.ts'
import type { Route } from './adapter.ts'
import { isReserved } from './html/page-request.ts'
import { type QueryNames, readQuery } from './query.ts'

export const FEED_PATH = '/changes.atom'

/** Maximum number of entries, the newest: readers of feeds fetch the whole feed each time. */
export const MOST_ENTRIES = 500

const INPUT = { input: z.strictObject(changeFilterInputs) }

const NAMES: QueryNames = { known: Object.keys(changeFilterInputs), repeatable: new Set(['codes']) }

/** The route of the feed. Its parameters are those of `/changes`, except for paging. */
export const feedRoute: Route = {
  pattern: FEED_PATH,
  formats: [],
  parameters: NAMES.known,
  async answer(corpus, { search }) {
    const input = parseInput(INPUT, search === '' ? {} : readQuery(search, NAMES, {}))
    const { codes, states, filter } = await changeFilter(corpus, input)
    const isByEffect = input.by === 'effect'
    const norms = filter.norms?.map(({ code, norm }) => `${code} ${norm}`)
    const entries = await entriesOf(corpus, filter, isByEffect)
    const body = atomFeed({
      name: [
        'feed',
        ...(isByEffect ? [input.by] : []),
        input.since ?? '',
        input.until ?? '',
        ...(norms ?? codes).toSorted(),
      ],
      title: `Changes of ${(norms ?? codes).join(', ') || 'all laws'}`,
      subtitle: isByEffect
        ? 'Days are those on which changes take effect, also to come.'
        : 'Days are those of the first state that has a change, not of its effect.',
      updated: entries[0]?.updated ?? states.last,
      links: [
        { rel: 'self', type: FEED_TYPE, href: `changes.atom${search}` },
        { rel: 'alternate', type: 'application/json', href: `changes${search}` },
      ],
      entries,
    })
    return { contentType: `${FEED_TYPE}; charset=utf-8`, body }
  },
}

/** Newest first. */
async function entriesOf(
  corpus: Corpus,
  filter: Omit<ChangeFilter, 'limit' | 'offset'>,
  isByEffect: boolean,
): Promise<FeedEntry[]> {
  const page = { ...filter, limit: MOST_ENTRIES, offset: 0 }
  const firstDays = new Map<string, string | undefined>()
  // The text before a change: in a dated law, that of the day before its effect, whichever versions it has.
  const dayBeforeOf = async ({ code, observed_on }: Change | LawChange, ofState: string | null | undefined) => {
    if (!firstDays.has(code)) firstDays.set(code, await corpus.datedSince(code))
    const first = firstDays.get(code)
    if (first === undefined) return ofState
    return first < observed_on ? dayBefore(observed_on) : undefined
  }
  const entries: FeedEntry[] = []
  if (filter.norms === undefined) {
    for (const change of (await corpus.changedLaws(page)).items)
      entries.push(ofLaw(change, await dayBeforeOf(change, change.observed_before), isByEffect))
    return entries
  }
  const states = await corpus.states()
  for (const change of (await corpus.changes(page)).items) {
    const ofState = stateBefore(states, change.observed_on)?.observed_on
    entries.push(ofNorm(change, await dayBeforeOf(change, ofState), isByEffect))
  }
  return entries
}

function ofLaw(change: LawChange, from: string | null | undefined, isByEffect: boolean): FeedEntry {
  const { observed_on, code, title } = change
  const what = whatChanged(change)
  return {
    name: entryName(isByEffect, observed_on, code),
    title: `${nameOfLaw(change)}: ${what}`,
    updated: observed_on,
    links: differenceLinks(code, null, from, observed_on),
    summary: `${title}. ${dayWords(isByEffect, observed_on)}: ${what}.`,
  }
}

function ofNorm(change: Change, from: string | null | undefined, isByEffect: boolean): FeedEntry {
  const { observed_on, code, norm, type, heading, moved_to } = change
  const path = norm ?? ''
  const name = `${nameOfNorm({ ...change, norm: path })} ${nameOfLaw(change)}`
  const what = moved_to === null ? type : `${type} to ${moved_to}`
  return {
    name: entryName(isByEffect, observed_on, code, path),
    title: `${name}: ${what}`,
    updated: observed_on,
    links: differenceLinks(code, moved_to ?? path, from, observed_on),
    summary: `${[name, heading].filter(Boolean).join(' ')}. ${dayWords(isByEffect, observed_on)}: ${what}.`,
  }
}

const entryName = (isByEffect: boolean, ...words: string[]) => ['entry', ...(isByEffect ? ['effect'] : []), ...words]

const dayWords = (isByEffect: boolean, day: string) => `${isByEffect ? 'With effect from' : 'In the state of'} ${day}`

/** @param from the earlier day, if the text existed before the change */
function differenceLinks(code: string, norm: string | null, from: string | null | undefined, to: string) {
  const days = { ...(from && { from }), to }
  const path = norm === null ? '' : `/norms/${encodeURIComponent(norm)}`
  return [
    {
      rel: 'alternate' as const,
      type: 'text/html',
      href: new Links(FEED_PATH, null, isReserved).difference(code, norm, days),
    },
    {
      rel: 'alternate' as const,
      type: 'application/json',
      href: `laws/${encodeURIComponent(code)}${path}/diff?${new URLSearchParams(days)}`,
    },
  ]
}

/** `3 norms changed, 1 removed`; of a whole law `law added, with 9 norms`. */
function whatChanged({ whole, ...counts }: LawChange): string {
  const types = ['added', 'changed', 'moved', 'removed'] as const
  const own = whole === null ? undefined : counts[whole]
  const law = whole === null ? [] : [`law ${whole}, with ${norms(own ?? 0)}`]
  const others = types.filter((type) => type !== whole && counts[type] > 0)
  const listed = others.map((type, index) => `${index === 0 ? norms(counts[type]) : counts[type]} ${type}`)
  return [...law, ...listed].join(', ') || 'names or notes of the law'
}

const norms = (count: number) => `${count} ${count === 1 ? 'norm' : 'norms'}`
