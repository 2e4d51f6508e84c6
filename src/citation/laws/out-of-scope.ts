/**
 * Laws outside every corpus of federal law, by name: gazetteers, and the forms of such names. Names of acts of the Union are in
 * `union-names.ts`; the table has all laws that are not acts with a number.
 */

import { say } from '../../i18n/texts.ts'
import { celexOfName } from './act-number.ts'
import formerLaws from './former-laws.json' with { type: 'json' }
import { nominativeForms } from './law-names.ts'
import table from './out-of-scope-laws.json' with { type: 'json' }
import {
  isLandOfGermany,
  isOfLaender,
  LAENDER,
  OTHER_STATES,
  type State,
  stateNamed,
  stateOfAdjective,
  stateOfShortAdjective,
} from './states.ts'
import { isUnionAct, nameWithCelex, officialName, unionNames } from './union-act.ts'

/** `former`: a federal law that is out of force as a whole. */
export type OutOfScopeKind = keyof typeof table | 'former'

export interface OutOfScopeLaw {
  kind: OutOfScopeKind
  /** A phrase that ends a sentence: `law of the European Union`. */
  what: string
  /** The Land or state, if the name contains it; for other kinds the law itself. */
  detail: string
  /** Of a former law: its name in the table of successors, and the names of its successors. */
  former?: { name: string; successors: readonly string[] }
}

const PHRASES: Record<OutOfScopeKind, (detail: string) => string> = {
  union: (name) => say`law of the European Union${name && say` (${name})`}`,
  treaty: (name) => say`a treaty${name && say` (${name})`}`,
  land: (land) => (/^(?:eines Landes|der Länder)$/.test(land) ? say`law of the Länder` : say`law of a Land (${land})`),
  foreign: (state) => say`law of another state${state && say` (${state})`}`,
  collective: (name) => say`a collective agreement${name && say` (${name})`}`,
  private: (name) => say`not a law of any state${name && say` (${name})`}`,
  former: (detail) => say`no longer in force (${detail})`,
}

const outOfScope = (kind: OutOfScopeKind, detail = ''): OutOfScopeLaw => ({
  kind,
  what: PHRASES[kind](detail),
  detail,
})

/** @param name one of its names */
function formerLaw(name: string, { names, title, ended_on, successors }: (typeof formerLaws)[number]): OutOfScopeLaw {
  const day = `${ended_on}${successors.length > 0 ? `: ${successors.join(', ')}` : ''}`
  const what = outOfScope('former', name === title ? say`since ${day}` : say`${title}, since ${day}`)
  return { ...what, former: { name: names[0] ?? name, successors } }
}

/** Names are compared case-sensitively, without blanks, dots and dashes: `OR` is a law, `or` is not. */
const fold = (name: string) => name.normalize('NFC').replace(/[\s._\p{Pd}\p{Cf}]/gu, '')

/** In longer names, capitals, a leading `EU-` and abbreviated endings are ignored. */
const LONG = 12
const foldLong = (name: string) =>
  fold(name)
    .replace(/^(?:EU|EG)(?=\p{Lu})/u, '')
    .toLowerCase()
    .replace(/verordnung$/, 'vo')
    .replace(/richtlinie$/, 'rl')

/** Maps folded names to a law of the table, or to the CELEX number of an act. */
type Gazetteer = ReadonlyMap<string, OutOfScopeLaw | string>

let gazetteers: { known: Gazetteer; knownLong: Gazetteer } | undefined

/** Folds the names on the first look-up: most texts name laws of the corpus. */
function readGazetteers() {
  const acts = [...unionNames()].flatMap(([celex, names]) => names.map((name) => [fold(name), celex] as const))
  const others = (Object.keys(table) as (keyof typeof table)[]).flatMap((kind) =>
    Object.entries(table[kind]).map(([name, detail]) => [fold(name), outOfScope(kind, detail)] as const),
  )
  const former = formerLaws.flatMap((law) => law.names.map((name) => [fold(name), formerLaw(name, law)] as const))
  // Of equal names, the table's counts.
  const known = new Map<string, OutOfScopeLaw | string>([...acts, ...others, ...former])
  const long = [...known].filter(([name]) => name.length >= LONG - 2)
  return { known, knownLong: new Map(long.map(([name, what]) => [foldLong(name), what])) }
}

/** Maximum length of a name. */
const LONGEST = 300

/** Classifies the name of a law outside every corpus of federal law. */
export function outOfScopeLaw(name: string): OutOfScopeLaw | undefined {
  if (name.length > LONGEST) return undefined
  return inGazetteer(name) ?? ofForm(name.replace(/\s+/g, ' ').trim())
}

/** The Land or state in the name of its law: Hessen for `HSOG`, Bayern for `BayBO`. */
export function stateInName(name: string): State | undefined {
  const { kind, detail = '' } = outOfScopeLaw(name) ?? {}
  return kind === 'land' || kind === 'foreign' ? stateNamed(detail) : undefined
}

/** True for the name of a law that is out of force as a whole. */
export const isFormerLaw = (name: string) => name.length <= LONGEST_LISTED && inGazetteer(name)?.kind === 'former'

/** True if the gazetteer lists the name: it is a law's, whatever its form. */
export const isInGazetteer = (name: string) => name.length <= LONGEST_LISTED && inGazetteer(name) !== undefined

/** Maximum length of a name in the table, in the genitive. */
const LONGEST_LISTED = 80

function inGazetteer(name: string): OutOfScopeLaw | undefined {
  const forms = /\p{Ll}{4}/u.test(name) ? nominativeForms(name) : [name]
  // `TVöD (VKA)`, `AKB 2008`
  const short = name.replace(/(?:\s\([^)]{1,12}\)|\s(?:19|20)\d\d)$/, '')
  gazetteers ??= readGazetteers()
  const { known, knownLong } = gazetteers
  for (const form of [...forms, short]) {
    const found = known.get(fold(form)) ?? (form.length >= LONG ? knownLong.get(foldLong(form)) : undefined)
    if (found !== undefined) return typeof found === 'string' ? outOfScope('union', nameWithCelex(found)) : found
  }
  return undefined
}

function ofForm(name: string): OutOfScopeLaw | undefined {
  if (isUnionAct(name)) {
    const celex = celexOfName(name)
    return outOfScope('union', celex === name ? officialName(celex) : celex && `CELEX ${celex}`)
  }
  if (/^(?:TV|[EMGLR]TV|BRTV|TVÜ|BMT)(?:[-\s/]|$)|(?:-|\p{Ll}{4})TV$/u.test(name)) return outOfScope('collective')
  if (/\p{L}-?(?:[Üü]bereinkommen|[Aa]bkommen|[Kk]onvention)(?:s)?$/u.test(name)) return outOfScope('treaty')
  if (/(?:Tarif|tarif)vertrag(?:e?s)?(?:\s|$)/.test(name)) return outOfScope('collective')
  if (/^DBA(?:[-\s]|$)/.test(name)) return outOfScope('treaty', 'Doppelbesteuerungsabkommen')
  if (/Staatsvertrag/.test(name)) return outOfScope('land', 'der Länder')
  if (/^(?:EU|EG|EWG)-\p{Lu}[\p{L}-]*(?:VO|[Vv]erordnung|RL|[Rr]ichtlinie)$/u.test(name)) return outOfScope('union')
  if (/^\p{Lu}[\p{L}-]*(?:RL|RiL|[Rr]ichtlinien?)$/u.test(name))
    return outOfScope('private', 'a directive or guideline')
  if (/^(?:DIN|VDI|VDE|ISO|EN)(?:[-\s]|$)/.test(name)) return outOfScope('private', 'a technical standard')
  return ofState(name)
}

/** `BayVwVfG`, `LBG NRW`, `StGB-DDR`, `öABGB`, `Hessischen Schulgesetzes`, `Verfassung des Saarlandes`. */
function ofState(name: string): OutOfScopeLaw | undefined {
  const found = besideAbbreviation(name) ?? (/\p{Ll}{4}/u.test(name) ? amongWords(name) : undefined)
  if (found !== undefined) return outOfScope(isLandOfGermany(found) ? 'land' : 'foreign', found.name)
  if (/^ö\.?\s?\p{Lu}/u.test(name)) return outOfScope('foreign', 'Österreich')
  const isOfLand =
    /^Landes(?!(?:verteidig|kultur))\p{Ll}*(?:gesetz|ordnung|verfassung|verordnung)(?:e?s)?(?:\s|$)/u.test(name)
  const isShort = /^L\p{Lu}/u.test(name) && isOfLaender(name.slice(1))
  // `NVwVfG`, `HVwVfG`: the first letter of Niedersachsen, Hessen, Saarland.
  const ofOne = /^[NHS]\p{Lu}/u.test(name) && name.length > 5 && isOfLaender(name.slice(1)) ? name.charAt(0) : ''
  if (ofOne !== '') return outOfScope('land', { N: 'Niedersachsen', H: 'Hessen', S: 'Saarland' }[ofOne])
  return isOfLand || isShort ? outOfScope('land', 'eines Landes') : undefined
}

/** Two-letter abbreviations that precede those of laws. */
const SHORT_PREFIXES = new Set(['NW', 'BW', 'MV', 'SH', 'RP'])
/** Minimum length of an abbreviation without that of the Land. */
const SHORTEST_REST = 2
/** Endings of abbreviations of laws: `G`, `O`, `V`, `Verf`. */
const LAW_END = /(?:\p{L}(?:G|GB|O|V|VO|StV|APO|Verf)|(?:^V|v)erfassung|^(?:GO|KO|BO|LV|KV|Verf))(?:\s.*)?$/u

function besideAbbreviation(written: string): State | undefined {
  const [, sign] = /[-(](Ö|CH|FL)\)?$/u.exec(written) ?? /^(CH|FL)-\p{Lu}/u.exec(written) ?? []
  if (sign !== undefined) return stateNamed({ Ö: 'Österreich', CH: 'Schweiz', FL: 'Liechtenstein' }[sign] ?? '')
  // `schweizStGB`, `chStGB`, `österr. UWG`
  const [, short, rest = ''] = /^(\p{L}\p{Ll}{1,11})(?:\.\s?)?(\p{Lu}[\p{L} ]*)$/u.exec(written) ?? []
  const isShortened = short !== undefined && (written.includes('.') || /^\p{Ll}/u.test(short)) && /\p{Lu}$/u.test(rest)
  const ofAdjective = isShortened ? stateOfShortAdjective(short) : undefined
  if (ofAdjective !== undefined) return ofAdjective
  // `AGBGB Schl.-H.`
  const name = written.replaceAll('.', '')
  for (const state of [...LAENDER, ...OTHER_STATES]) {
    for (const abbreviation of state.abbreviations) {
      if (name.length < abbreviation.length + SHORTEST_REST) continue
      const stem = name.slice(0, -abbreviation.length)
      if (name.endsWith(abbreviation) && /[\s(/-]$/.test(stem)) return state
      if (name.endsWith(`(${abbreviation})`)) return state
      const rest = name.slice(abbreviation.length).replace(/^-/, '')
      const isPrefix = name.startsWith(abbreviation) && /^\p{Lu}/u.test(rest) && rest.length >= SHORTEST_REST
      const isSure = abbreviation.length > 2 || (SHORT_PREFIXES.has(abbreviation) && isOfLaender(rest))
      if (isPrefix && LAW_END.test(rest) && isSure) return state
    }
  }
  return undefined
}

/** Returns the Land or state in a full name. */
function amongWords(name: string): State | undefined {
  const words = name.match(/[\p{L}][\p{L}-]*/gu) ?? []
  for (const word of words) {
    const found = stateOfAdjective(word) ?? (/^\p{Lu}\p{Ll}{3}/u.test(word) ? stateNamed(word) : undefined)
    if (found !== undefined) return found
  }
  return undefined
}
