/** Turns the identifiers of packages into codes of laws, norm paths and designations. */
import {
  formatElements,
  type NormPath,
  type PathElement,
  parseNormPath,
  pathValue,
  STRUCTURE_KINDS,
} from '../../citation/norm-path.ts'
import { valueMembers } from '../../citation/ranges.ts'
import { CODE } from '../values.ts'

/**
 * Makes the code of a law: its `canonical_id` in lower case. `/` and `:`, with which packages join state and law
 * (`by/lstvg`), have another meaning in paths and addresses and become `-`.
 * @returns `undefined` if that is not a valid code
 */
export function codeOf(canonicalId: string): string | undefined {
  const code = canonicalId.normalize('NFC').toLowerCase().replace(/[/:]/g, '-')
  return CODE.test(code) ? code : undefined
}

/**
 * Reads a `norm_id` as a norm path: `par:312`, also with the law before it, `bgb/par:312`.
 * @param lawId the `canonical_id` of its law
 * @returns `undefined` if it is not a norm path
 */
export function normPathOf(normId: string, lawId: string): NormPath['norm'] | undefined {
  const hasLaw = normId.toLowerCase().startsWith(`${lawId.toLowerCase()}/`)
  const path = parseNormPath(hasLaw ? normId.slice(lawId.length + 1) : normId)
  return path === undefined || path.norm.length === 0 || path.subdivision.length > 0 ? undefined : path.norm
}

/** A norm that a relationship names. */
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
 * Writes the designation of a norm: `§ 312`, `Art. 246a § 1`, `Anlage 2`. Elements that only distinguish it from others
 * (`book:2/par:1`, `seq:2`) are left out.
 * @param value the number as the source writes it, since paths are in lower case; `undefined` if it has none
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
