/** Feeds in the Atom format (RFC 4287). */

import { createHash } from 'node:crypto'
import { version } from '../program/package.ts'
import { allowedInXml, escapedXml } from '../util/escape.ts'

export const FEED_TYPE = 'application/atom+xml'

/** A link of a feed or of an entry. */
export interface FeedLink {
  rel: 'self' | 'alternate'
  type: string
  href: string
}

export interface FeedEntry {
  /** Words that identify the entry, in every feed and on every server. */
  name: readonly string[]
  title: string
  /** ISO date, or a time in UTC. */
  updated: string
  links: readonly FeedLink[]
  summary: string
}

export interface Feed {
  /** ISO 639-1. Default: `en`. */
  language?: string
  /** Words that identify the feed. */
  name: readonly string[]
  title: string
  subtitle: string
  /** As in entries: of the newest one. */
  updated: string
  links: readonly FeedLink[]
  entries: readonly FeedEntry[]
}

/** Writes a feed as XML. */
export function atomFeed({ entries, subtitle, language = 'en', ...feed }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    ...headOf(feed),
    `<subtitle>${escaped(subtitle)}</subtitle>`,
    '<author><name>legal-text</name></author>',
    `<generator version="${escaped(version)}">legal-text</generator>`,
    ...entries.flatMap(({ summary, ...entry }) => [
      '<entry>',
      ...headOf(entry),
      // An entry without a link must have content (RFC 4287, 4.1.2).
      entry.links.length > 0 ? `<summary>${escaped(summary)}</summary>` : `<content>${escaped(summary)}</content>`,
      '</entry>',
    ]),
    '</feed>\n',
  ].join('\n')
}

/** The common elements of feeds and entries. */
function headOf({ name, title, updated, links }: Omit<FeedEntry, 'summary'>): string[] {
  return [
    `<id>${uuid(name.join('\n'))}</id>`,
    `<title>${escaped(title)}</title>`,
    `<updated>${updated.length > 'YYYY-MM-DD'.length ? updated : `${updated}T00:00:00Z`}</updated>`,
    ...links.map(({ rel, type, href }) => `<link rel="${rel}" type="${type}" href="${escaped(href)}"/>`),
  ]
}

/** The UUID namespace of this project's names: arbitrary but fixed. */
const NAMESPACE = Buffer.from('6f2a4c1e9b0d4e7f8a3bd5c6e7f80912', 'hex')

/** A name as a URN of a UUID of version 5 (RFC 9562). */
function uuid(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}

const escaped = (text: string) => escapedXml(allowedInXml(text))
