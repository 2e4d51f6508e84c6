/** Records of JSON packages, their identifiers, and findings about them. Unknown fields are ignored. */

import * as z from 'zod'
import {
  formatElements,
  type NormPath,
  type PathElement,
  parseNormPath,
  pathValue,
  STRUCTURE_KINDS,
} from '../../citation/norm-path.ts'
import { valueMembers } from '../../citation/ranges.ts'
import { say } from '../../i18n/texts.ts'
import type { ParsedFinding, ParsedLimitation } from '../../model/parsed-law.ts'
import { CODE, PACKAGE_FAMILY } from '../values.ts'

/** Law of a finding, as far as known. */
export interface LawOfFinding {
  code: string
  sourceFamily?: string | undefined
  sourceUrl?: string | null | undefined
  fetchedAt?: string | undefined
}

/**
 * Returns a finding about the package, or about an imported law.
 * @param sourceId identifier of the record, else its place: `norms.json[3]`
 * @param reason the fault, and its place
 */
export function finding(sourceId: string, reason: string, law?: LawOfFinding): ParsedFinding {
  return { sourceFamily: law?.sourceFamily ?? PACKAGE_FAMILY, sourceId, lawId: law?.code ?? null, reason }
}

/**
 * Returns a limitation for a law, a file or a record without a law.
 * @param sourceId identifier of the record, else its place: `laws.json[3]`
 * @param reason why it is not imported
 */
export function notImported(sourceId: string, reason: string, law?: LawOfFinding): ParsedLimitation {
  return {
    sourceFamily: law?.sourceFamily ?? PACKAGE_FAMILY,
    sourceId,
    title: sourceId,
    sourceUrl: law?.sourceUrl ?? null,
    terminalState: 'parse_failed',
    reason,
    lawId: law?.code ?? null,
    ...(law?.fetchedAt !== undefined && { retrievedAt: law.fetchedAt }),
  }
}

/** Formats a record for people: `code: UNKNOWN; note: …`. */
export function readable(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([key, entry]) => `${key}: ${typeof entry === 'string' ? entry : JSON.stringify(entry)}`)
    .join('; ')
}

/**
 * Returns the code of a law: its `canonical_id` in lower case. `/` and `:`, with which packages join state and law (`by/lstvg`),
 * have another meaning in paths and addresses and become `-`.
 * @returns `undefined` if the result is not a valid code
 */
export function codeOf(canonicalId: string): string | undefined {
  const code = canonicalId.normalize('NFC').toLowerCase().replace(/[/:]/g, '-')
  return CODE.test(code) ? code : undefined
}

/**
 * Parses a `norm_id` as a norm path: `par:312`, optionally with the law before it, `bgb/par:312`.
 * @param lawId `canonical_id` of its law
 * @returns `undefined` if it is not a norm path
 */
export function normPathOf(normId: string, lawId: string): NormPath['norm'] | undefined {
  const hasLaw = normId.toLowerCase().startsWith(`${lawId.toLowerCase()}/`)
  const path = parseNormPath(hasLaw ? normId.slice(lawId.length + 1) : normId)
  return path === undefined || path.norm.length === 0 || path.subdivision.length > 0 ? undefined : path.norm
}

/** A norm in a relationship. */
export interface NamedNorm {
  code: string
  path: string
  subdivision: string | null
}

/** Splits `bgb/par:312/abs:1`; `undefined` if it does not name a norm. */
export function namedNorm(id: string): NamedNorm | undefined {
  for (let slash = id.indexOf('/'); slash > 0; slash = id.indexOf('/', slash + 1)) {
    const path = parseNormPath(id.slice(slash + 1))
    const code = codeOf(id.slice(0, slash))
    if (path === undefined || path.norm.length === 0 || code === undefined) continue
    return { code, path: formatElements(path.norm), subdivision: formatElements(path.subdivision) || null }
  }
  return undefined
}

const HEADS: Record<string, string> = {
  par: '§',
  art: 'Art.',
  annex: 'Anlage',
  recital: 'Erwägungsgrund',
  item: 'Nr.',
  book: 'Buch',
  part: 'Teil',
  chapter: 'Kapitel',
  section: 'Abschnitt',
  title: 'Titel',
}

/** Designations without a number. */
const NAMES: Record<string, string> = {
  preamble: 'Präambel',
  'formula:entry': 'Eingangsformel',
  'formula:closing': 'Schlussformel',
  formula: 'Formel',
  toc: 'Inhaltsverzeichnis',
  text: '',
}

const structureKinds = new Set<string>(STRUCTURE_KINDS)

/**
 * Returns the designation of a norm: `§ 312`, `Art. 246a § 1`, `Anlage 2`. Leaves out elements that only distinguish it from
 * others (`book:2/par:1`, `seq:2`).
 * @param value number as written in the source, since paths are in lower case; `undefined` without one
 */
export function normLabel(path: readonly PathElement[], value: string | undefined): string {
  const named = path.filter(({ kind }) => kind !== 'seq')
  const own = named.filter(({ kind }) => !structureKinds.has(kind))
  const shown = own.length > 0 ? own : named.slice(-1)
  const last = named.at(-1)
  return shown
    .map((element) => {
      const isOwn = element === last && value !== undefined && pathValue(value) === element.value
      return elementLabel(element, isOwn ? value.trim() : element.value)
    })
    .join(' ')
}

function elementLabel({ kind, value }: PathElement, written: string): string {
  const name = NAMES[`${kind}:${value}`] ?? NAMES[kind]
  if (name !== undefined) return name
  const members = /^\d/.test(value) ? valueMembers(value) : undefined
  if (members === undefined) return `${HEADS[kind]} ${written}`
  const numbers = members.map(({ from, to }) => (from === to ? from : `${from} bis ${to}`))
  return `${kind === 'par' ? '§§' : HEADS[kind]} ${numbers.join(', ')}`
}

/** A lone surrogate has no UTF-8 form, and cannot be stored. */
const text = z.string().refine((value) => value.isWellFormed(), say`holds half a surrogate pair`)
const id = text.min(1, say`must not be empty`)
const anything = z.array(z.unknown()).nullish()

const sourceRecord = z.object({
  source_kind: text.nullish(),
  source_identifier: text.nullish(),
  source_url: text.nullish(),
  retrieved_at: text.nullish(),
  stand_date: text.nullish(),
  stand_date_issue: z.unknown().optional(),
  content_hash: text.nullish(),
  jurisdiction: text.nullish(),
  source_metadata: z.record(z.string(), z.unknown()).nullish(),
  known_issues: anything,
})
export type SourceRecord = z.infer<typeof sourceRecord>

export const lawRecord = z.object({
  canonical_id: id,
  display_code: text.nullish(),
  display_name: text.nullish(),
  jurisdiction: text.nullish(),
  source: sourceRecord.nullish(),
  aliases: z.array(text).nullish(),
  norm_count: z.int().nullish(),
  stand_date: text.nullish(),
  url: text.nullish(),
  known_issues: anything,
})
/** A law of a JSON package. Only `canonical_id`, its code, is required. */
export type LawRecord = z.infer<typeof lawRecord>

export const normRecord = z.object({
  canonical_id: text.nullish(),
  law_id: text.nullish(),
  norm_id: id,
  value: z.union([text, z.number()], 'must be text or a number').nullish(),
  title: text.nullish(),
  text: text.nullish(),
  status: text.nullish(),
  url: text.nullish(),
  source: sourceRecord.nullish(),
  subdivisions: anything,
  children: z.array(text).nullish(),
  known_issues: anything,
})
/** A norm of a JSON package. Only `norm_id`, its norm path, is required. */
export type NormRecord = z.infer<typeof normRecord>

export const subdivisionRecord = z.object({
  kind: text.nullish(),
  value: z.union([text, z.number()]).nullish(),
  text: text,
  path: text.nullish(),
})

const end = z.object({ kind: text.nullish(), id })

export const relationshipRecord = z.object({
  relationship_id: text.nullish(),
  relationship_type: id,
  subject: end,
  object: end,
  source_family: text.nullish(),
})

export const limitationRecord = z.object({
  limitation_id: text.nullish(),
  source_family: id,
  source_id: id,
  title: text.nullish(),
  state_code: text.nullish(),
  jurisdiction: text.nullish(),
  terminal_state: id,
  source_url: text.nullish(),
  retrieved_at: text.nullish(),
  decided_at: text.nullish(),
  law_id: text.nullish(),
  reason: text.nullish(),
  http_status: z.unknown().optional(),
  retryable: z.unknown().optional(),
  details: z.unknown().optional(),
})
export type LimitationRecord = z.infer<typeof limitationRecord>

/** Entry of the manifest, for packages with one file per law. */
export const manifestEntry = z.object({
  canonical_id: id,
  content_hash: text.nullish(),
  law_count: z.int().nullish(),
  norm_count: z.int().nullish(),
})

export type Checked<Record> = { record: Record } | { issues: string }

/** Checks a record. @returns the record, or its fault: `norm_id: expected string, received undefined` */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  const result = schema.safeParse(value)
  if (result.success) return { record: result.data }
  const issues = result.error.issues.map(({ path, message }) => {
    const said = message.replace(/^Invalid input: /, '')
    return path.length === 0 ? said : say`${path.join('.')}: ${said}`
  })
  return { issues: issues.slice(0, MAX_LISTED_ISSUES).join('; ') }
}

const MAX_LISTED_ISSUES = 5
