/** Designations of norms, which packages give only by their parts. */
import { type PathElement, pathValue, STRUCTURE_KINDS } from '../../../citation/norm-path.ts'
import { valueMembers } from '../../../citation/value-range.ts'

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

/** Norms of these kinds are called by a word alone. */
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
 * Writes the designation of a norm: `§ 312`, `Art. 246a § 1`, `Anlage 2`. What only tells it from others (`book:2/par:1`,
 * `seq:2`) is left out.
 * @param value the number as the source writes it, where it has one: a path is in lower case
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
