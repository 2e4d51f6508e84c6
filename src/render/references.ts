/** References to norms and laws for reference managers: CSL-JSON, BibLaTeX and RIS. */

import { citationOf, stateWords } from '../citation/citation-text.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { AsOf } from '../layout/notes.ts'
import { type Quoted, stateOf } from '../layout/quotation.ts'
import type { Corpus, Law, Norm } from '../model/corpus.ts'
import { corpusOf } from '../resolve/as-of.ts'
import { escapedTex } from '../util/escape.ts'

/** A norm or a law in a bibliography. Days are ISO dates. */
export interface Reference {
  /** Key, including the requested day: `bgb-par-433-abs-1`. ASCII without spaces. */
  key: string
  /** Title of the law. */
  title: string
  /** The customary citation: `§ 433 Abs. 1 BGB`, `BGB`. */
  shortTitle: string
  /** Designation within the law: `§ 433 Abs. 1`; `null` for a law. */
  section: string | null
  /** Heading of the norm; may be empty. */
  heading: string
  promulgatedOn: string | null
  /** Place of first publication: gazette, volume and page, as far as known. */
  gazette: string | null
  volume: string | null
  page: string | null
  /** Amendments and day of the wording, in German, as in briefs; may be empty. */
  state: string
  url: string | null
  /** The day of the fetch. */
  accessed: string | null
  /** ISO 639-1. */
  language: string
  jurisdiction: string | null
}

/** The facts of a law for a reference. */
type LawFacts = Pick<Law, 'promulgated_on' | 'promulgation' | 'status_notes' | 'jurisdiction'>

const FORMATS: readonly string[] = ['csl', 'bibtex', 'ris']

export const isReference = (format: string): boolean => FORMATS.includes(format)

/** Completes the answer of the operation `norm` with the facts of its law; that of `law` stays as it is. */
export async function withLaw<Answer extends AsOf & { code: string }>(
  corpus: Corpus,
  answer: Answer,
): Promise<Answer & Partial<LawFacts>> {
  const law = 'norms' in answer ? undefined : await (await corpusOf(corpus, answer)).law(answer.code)
  if (law === undefined) return answer
  const { promulgated_on, promulgation, status_notes, jurisdiction } = law
  return { ...answer, promulgated_on, promulgation, status_notes, jurisdiction }
}

/** Types of a source's notes on republication and on the newest amendment. */
const OF_STATE = /^(?:Neuf|Stand)/i

/** @param answer of `law`, or of `norm` after {@link withLaw}; otherwise the publication of the law is missing */
export function referenceOf(answer: unknown): Reference {
  const whole = answer as (Law | (Norm & Quoted)) & Partial<LawFacts> & AsOf & { cite_as: string }
  const { code, title, language, provenance, promulgated_on = null, promulgation, status_notes = [] } = whole
  const norm = 'norm' in whole ? whole : undefined
  const part = norm?.selection?.path ?? null
  const words = [code, norm?.norm, part, whole.as_of, whole.in_force_on].filter(Boolean).join('-')
  const [, volume = null, page = promulgation?.reference ?? null] =
    /^(\d{4}), (.+)$/.exec(promulgation?.reference ?? '') ?? []
  return {
    key: words
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w-]+/g, '-'),
    title: title || nameOfLaw(whole),
    shortTitle: whole.cite_as,
    section: norm === undefined ? null : citationOf(norm, '', part),
    heading: norm?.heading ?? '',
    promulgatedOn: promulgated_on,
    gazette: promulgation?.gazette ?? null,
    volume,
    page,
    state: [
      ...status_notes.filter(({ type }) => OF_STATE.test(type)).map(({ text }) => text.replace(/[\s;,]+$/, '')),
      ...stateWords(whole, norm === undefined ? (whole as Law) : stateOf(norm)),
    ].join('; '),
    url: provenance.html_url ?? provenance.eli ?? provenance.source_url,
    accessed: provenance.fetch_timestamp?.slice(0, 10) ?? null,
    language,
    jurisdiction: whole.jurisdiction ?? null,
  }
}

/** Removes the section sign, which citation styles add; other designations keep their label: `Art. 5`. */
const withoutSign = (section: string) => section.replace(/^§ (?=\d)/, '')

/** Heading and state, which citation styles show as a note. */
const noteOf = ({ heading, state }: Reference) => [heading, state].filter(Boolean).join('; ').replace(/\s+/g, ' ')

/** A list of one item of type `legislation` (CSL 1.0.2). */
export function cslJson(reference: Reference): string {
  const { key, title, shortTitle, section, promulgatedOn, gazette, volume, page, url, accessed } = reference
  const item = {
    id: key,
    type: 'legislation',
    title,
    'title-short': shortTitle,
    section: section === null ? null : withoutSign(section),
    issued: dateParts(promulgatedOn),
    'container-title': gazette,
    volume,
    page,
    jurisdiction: reference.jurisdiction,
    URL: url,
    accessed: dateParts(accessed),
    language: reference.language,
    note: noteOf(reference) || null,
  }
  return `${JSON.stringify([Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))], null, 2)}\n`
}

const dateParts = (day: string | null) => day && { 'date-parts': [day.split('-').map(Number)] }

/** Names of languages in the package babel. */
const BABEL: Readonly<Record<string, string>> = { de: 'ngerman', en: 'english', fr: 'french', it: 'italian' }

/** An entry `@legislation` (BibLaTeX 3). Styles without that type fall back to `@misc`. */
export function bibLaTeX(reference: Reference): string {
  const { key, title, shortTitle, section, heading, state, promulgatedOn, gazette, volume, page, url } = reference
  const place = [gazette, [volume, page].filter(Boolean).join(', ')].filter(Boolean).join(' ')
  const fields = {
    title: texLine(title),
    titleaddon: section && texLine([section, heading].filter(Boolean).join(' ')),
    shorttitle: texLine(shortTitle),
    date: promulgatedOn,
    howpublished: texLine(place),
    pagination: 'section',
    addendum: texLine(state),
    url: url?.replace(/[{}\\\s]/g, encodeURIComponent),
    urldate: reference.accessed,
    langid: BABEL[reference.language],
  }
  const lines = Object.entries(fields).filter(([, value]) => value)
  return `@legislation{${key},\n${lines.map(([name, value]) => `  ${name} = {${value}},\n`).join('')}}\n`
}

/** Text on one line without commands. */
const texLine = (text: string) => escapedTex(text).replace(/\s+/g, ' ').trim()

/** A record of type `STAT`, in the tags of Zotero and EndNote. */
export function ris(reference: Reference): string {
  const { key, title, shortTitle, section, promulgatedOn, gazette, volume, page, url, accessed } = reference
  const slashed = (day: string | null) => day?.replaceAll('-', '/')
  const tags = [
    ['TY', 'STAT'],
    ['ID', key],
    ['TI', title],
    ['ST', shortTitle],
    ['SE', section],
    ['DA', slashed(promulgatedOn)],
    ['PY', promulgatedOn?.slice(0, 4)],
    ['T2', gazette],
    ['VL', volume],
    ['SP', page],
    ['UR', url],
    ['Y2', slashed(accessed)],
    ['LA', reference.language],
    ['N1', noteOf(reference)],
  ]
  const lines = tags.flatMap(([tag, value]) => (value ? [`${tag}  - ${value.replace(/\s+/g, ' ')}\r\n`] : []))
  return `${lines.join('')}ER  - \r\n`
}
