/** Reads official labels of norms (`enbez`) as path elements. */
import { type NormKind, pathValue } from '../norm-path.ts'
import type { ValueRange } from '../ranges.ts'

export interface LabelElement {
  kind: NormKind
  /** As in a path; `undefined` if the label is empty (`(XXXX)`), so that the importer numbers the norm. */
  value: string | undefined
  /** Members of a label for several norms (`§§ 3 bis 6`); empty for a single norm. */
  members: ValueRange[]
}

const FIXED: Record<string, [NormKind, string]> = {
  eingangsformel: ['formula', 'entry'],
  schlussformel: ['formula', 'closing'],
  praeambel: ['preamble', '1'],
  inhaltsuebersicht: ['toc', '1'],
  inhaltsverzeichnis: ['toc', '1'],
  inhalt: ['toc', '1'],
  uebersicht: ['toc', '1'],
  gliederung: ['toc', '1'],
  anlagenverzeichnis: ['toc', 'anlagen'],
  'einziger paragraph': ['par', '1'],
}

const HEADS: Record<string, NormKind> = {
  '§': 'par',
  '§§': 'par',
  art: 'art',
  artikel: 'art',
  unterartikel: 'art',
  anlage: 'annex',
  anlagen: 'annex',
  anhang: 'annex',
  muster: 'annex',
  formblatt: 'annex',
  tabelle: 'annex',
  nr: 'item',
  regel: 'item',
}
/** Heads that stay in the value: a law may also have a norm of the same kind and number without them. */
const KEPT_HEADS = new Set(['unterartikel', 'muster', 'formblatt', 'tabelle'])

const HEAD = /^(§§?|[A-Za-zÄÖÜäöü]+)\.?(?![A-Za-zÄÖÜäöü])\s*(.*)$/s
/** The norm of an annex is left out, but not the annex of an annex (`Anhang 2 zu Anlage 21`). */
const EXPLANATION = /\s*(?:\(zu .*\)|zu (?:§|Art|Nr|Nummer).*)$/s
const NUMBER = String.raw`(?:\d+[a-z]{0,2}(?:\.\d+[a-z]?)?|[IVXL]+[a-z]?|[A-Z] \d+)`
const ITEM = /^(?:\d+[a-z]?|[IVXL]+[a-z]?|[A-Z])\.$/
const LIST = new RegExp(String.raw`^${NUMBER}(?: *(?:bis|und|u\.?|-|–|,) *${NUMBER})+$`)

/**
 * Reads an official designation (`enbez`, or the `gliederungsbez` of a heading that is an article): `§ 433` -> `par` `433`,
 * `Anlage I Kap II A II` -> `annex` `i_kap_ii_a_ii`, `(XXXX) §§ 3 bis 6` -> `par` `3-6`, bare `Anlage` -> `annex` `1`. A label
 * that is not a designation has the kind `text` and no value.
 */
export function parseLabel(label: string): LabelElement {
  const text = withoutPlaceholder(label.normalize('NFC')).replace(/\s+/g, ' ').trim()
  const fixed = lookUp(FIXED, spelledOut(text))
  if (fixed !== undefined) return { kind: fixed[0], value: fixed[1], members: [] }
  const item = itemElement(text)
  if (item !== undefined) return item
  const [, head = '', rest = ''] = HEAD.exec(text) ?? []
  const word = head.toLowerCase()
  const kind = lookUp(HEADS, word)
  if (kind === undefined) return { kind: 'text', value: undefined, members: [] }
  const prefix = KEPT_HEADS.has(word) ? `${word}_` : ''
  const named = kind === 'annex' ? rest.replace(EXPLANATION, '') : rest
  const members = listMembers(named.replace(/(?:\bArt|§) ?/g, ''))
  if (members.length > 0) {
    const prefixed = members.map(({ from, to }) => ({ from: prefix + from, to: prefix + to }))
    return { kind, value: prefix + joinMembers(members, named), members: prefixed }
  }
  const value = prefix + pathValue(named)
  if (kind === 'annex') return { kind, value: value === '' ? '1' : value.replace(/_$/, ''), members: [] }
  return value === prefix ? { kind: 'text', value: undefined, members: [] } : { kind, value, members: [] }
}

/** Removes the `(XXXX)` with which the source's database fills labels that do not fit its form. */
export function withoutPlaceholder(label: string): string {
  return label.replace(/^\s*\(?XXXX\)?\s*/, '')
}

/** `I.`, `6e.`, `16. bis 54.` */
function itemElement(text: string): LabelElement | undefined {
  if (ITEM.test(text)) return { kind: 'item', value: pathValue(text), members: [] }
  const words = text.split(' ')
  if (words.length !== 3 || !ITEM.test(words[0] as string) || !ITEM.test(words[2] as string)) return undefined
  const members = listMembers(text.replaceAll('.', ''))
  return members.length === 0 ? undefined : { kind: 'item', value: joinMembers(members, text), members }
}

/** Returns the members of `1 bis 3i, 4 und 5`; empty if the text is not a list of numbers. */
function listMembers(text: string): ValueRange[] {
  if (!LIST.test(text)) return []
  const parts = text.split(/ *(?:,|und|u\.?) *(?=[\dIVXLA-Z])/).map((part) => part.split(/ *(?:bis|-|–) */))
  // `1 bis 2 bis 3`
  if (parts.some((bounds) => bounds.length > 2)) return []
  return parts.map((bounds) => {
    const [from = '', to = from] = bounds.map(pathValue)
    return { from, to }
  })
}

/** `3-6`, `103_103a-104`, `31-33a_34`: two single numbers joined by `und` at the end are written as a range. */
function joinMembers(members: ValueRange[], text: string): string {
  const parts = members.map(({ from, to }) => (from === to ? from : `${from}-${to}`))
  const lastTwo = parts.slice(-2)
  if (!/u(?:nd|\.|) [^,]*$/.test(text) || lastTwo.length < 2 || lastTwo.some((part) => part.includes('-'))) {
    return parts.join('_')
  }
  return [...parts.slice(0, -2), lastTwo.join('-')].join('_')
}

const SPELLINGS: Record<string, string> = { ä: 'ae', ü: 'ue', ß: 'ss' }
const spelledOut = (text: string) => text.toLowerCase().replace(/[äüß]/g, (letter) => SPELLINGS[letter] as string)

/** Looks up own keys only: labels come from documents, and `constructor` is not an entry. */
function lookUp<Value>(table: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
