/** `/changes.atom`: what changed, as a feed (RFC 4287) with an entry for each law and state. */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Corpus, LawChange } from '../model/corpus.ts'
import { changeFilter, changeFilterInputs } from '../operations/changes.ts'
import { parseInput } from '../operations/operation.ts'
import { version } from '../program/package.ts'
import { Links } from '../web/pages/links.ts'
import type { Route } from './adapter.ts'
import { isReserved } from './html/page-request.ts'
import { type QueryNames, readQuery } from './query.ts'

export const FEED_PATH = '/changes.atom'

export const FEED_TYPE = 'application/atom+xml'

/** More are left out, the oldest first: readers of feeds fetch the whole feed each time. */
export const MOST_ENTRIES = 500

const INPUT = { input: z.strictObject(changeFilterInputs) }

const NAMES: QueryNames = { known: Object.keys(changeFilterInputs), repeatable: new Set(['codes']) }

/** The route of the feed. Its parameters are those of `/changes`, without the ones of pages. */
export const feedRoute: Route = {
  pattern: FEED_PATH,
  formats: [],
  parameters: NAMES.known,
  async answer(corpus, { search }) {
    const input = parseInput(INPUT, search === '' ? {} : readQuery(search, NAMES, {}))
    const { codes, states, filter } = await changeFilter(corpus, input)
    const { items } = await corpus.changedLaws({ ...filter, limit: MOST_ENTRIES, offset: 0 })
    const byEffect = input.by === 'effect'
    const name = [
      'feed',
      ...(byEffect ? [input.by] : []),
      input.since ?? '',
      input.until ?? '',
      ...codes.toSorted(),
    ].join('\n')
    // Changes to come are known since the newest state.
    const updated = items.find(({ observed_on }) => !byEffect || observed_on <= states.last)?.observed_on ?? states.last
    const body = feed({ name, search, corpus, codes, byEffect, updated, items })
    return { contentType: `${FEED_TYPE}; charset=utf-8`, body }
  },
}

interface Feed {
  /** Identifies it, with its parameters. */
  name: string
  /** The query as received. */
  search: string
  corpus: Corpus
  codes: readonly string[]
  byEffect: boolean
  /** ISO date. */
  updated: string
  items: readonly LawChange[]
}

function feed({ name, search, codes, byEffect, updated, items }: Feed): string {
  const laws = codes.length === 0 ? 'all laws' : codes.join(', ')
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${uuid(name)}</id>`,
    `<title>${escaped(`Changes of ${laws}`)}</title>`,
    byEffect
      ? '<subtitle>Days are those on which changes take effect, also to come.</subtitle>'
      : '<subtitle>Days are those of the first state that has a change, not of its effect.</subtitle>',
    `<updated>${timeOf(updated)}</updated>`,
    '<author><name>legal-text</name></author>',
    `<generator version="${escaped(version)}">legal-text</generator>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(`changes.atom${search}`)}"/>`,
    `<link rel="alternate" type="application/json" href="${escaped(`changes${search}`)}"/>`,
    ...items.map((change) => entry(change, byEffect)),
    '</feed>\n',
  ].join('\n')
}

/** Its id is the same in every feed, on every server. */
function entry(change: LawChange, byEffect: boolean): string {
  const { observed_on, observed_before, code, title } = change
  const days = new URLSearchParams({ ...(observed_before !== null && { from: observed_before }), to: observed_on })
  const diff = `laws/${encodeURIComponent(code)}/diff?${days}`
  const page = new Links(FEED_PATH, null, isReserved).difference(code, null, Object.fromEntries(days))
  const what = whatChanged(change)
  return [
    '<entry>',
    `<id>${uuid(['entry', ...(byEffect ? ['effect'] : []), observed_on, code].join('\n'))}</id>`,
    `<title>${escaped(`${nameOfLaw(change)}: ${what}`)}</title>`,
    `<updated>${timeOf(observed_on)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    `<link rel="alternate" type="application/json" href="${escaped(diff)}"/>`,
    `<summary>${escaped(`${title}. ${byEffect ? 'With effect from' : 'In the state of'} ${observed_on}: ${what}.`)}</summary>`,
    '</entry>',
  ].join('\n')
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

const timeOf = (day: string) => `${day}T00:00:00Z`

/** The namespace of the names of this project: any UUID that stays the same. */
const NAMESPACE = Buffer.from('6f2a4c1e9b0d4e7f8a3bd5c6e7f80912', 'hex')

/** A name as a URN of a UUID of version 5 (RFC 9562). */
function uuid(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Without the control characters that XML cannot have. */
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
