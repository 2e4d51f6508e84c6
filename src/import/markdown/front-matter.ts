/** Front matter of a law in Markdown: our own keys, and the conventions ragsource and legalize. */
import { isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml'
import { say, t } from '../../i18n/texts.ts'
import { isoDate } from '../../util/iso-date.ts'
import { CODE } from '../values.ts'
import { SourceFormatError } from '../xml-tree.ts'
import { KINDS, LAENDER, LANGUAGES, LIMITS } from './format.ts'
import templateLines from './template.json' with { type: 'json' }

/** Convention of a file for the facts of its law; `none` without front matter. */
export type Convention = 'legal-text' | 'ragsource' | 'legalize' | 'none'

/** Facts of a law in front matter; empty texts if absent. */
export interface LawFacts {
  convention: Convention
  code: string
  abbreviation: string
  title: string
  /** Other names, those as short as abbreviations first. */
  abbreviations: string[]
  titles: string[]
  jurisdiction: string
  language: string
  /** ISO dates; absent if not given. */
  inForceFrom?: string | undefined
  inForceTo?: string | undefined
  promulgatedOn?: string | undefined
  /** Day of the newest amendment: an ISO date, or words. */
  statusNote: string
  sourceUrl: string
  licence: string
  /** All other keys, `key: value`. */
  notes: string[]
  /** Its faults. */
  faults: string[]
}

/** The parts of a file. */
export interface Divided {
  /** `undefined` without front matter. */
  yaml: string | undefined
  body: string
  /** Line of the file on which the body begins. */
  firstLine: number
}

const OPENS = /^---[ \t]*\n/
const CLOSES = /^(?:---|\.\.\.)[ \t]*$/m

/**
 * Splits a file into front matter and text.
 * @param text with line feeds only
 * @throws SourceFormatError if the front matter does not end
 */
export function divide(text: string): Divided {
  const opening = OPENS.exec(text)?.[0]
  if (opening === undefined) return { yaml: undefined, body: text, firstLine: 1 }
  const rest = text.slice(opening.length)
  const closing = CLOSES.exec(rest.slice(0, LIMITS.frontMatter))
  if (closing === null) {
    // A thematic break at the beginning of a document does not begin front matter.
    if (!/^[\w-]+[ \t]*:/.test(rest)) return { yaml: undefined, body: text, firstLine: 1 }
    throw new SourceFormatError(say`its front matter does not end within ${LIMITS.frontMatter} characters`, 1, 1)
  }
  const yaml = rest.slice(0, closing.index)
  const body = rest.slice(closing.index + closing[0].length)
  return { yaml, body, firstLine: yaml.split('\n').length + 1 }
}

/**
 * Parses YAML with a schema of texts, lists and mappings only. Front matter in one of the conventions, which programs write, is
 * read as far as possible.
 * @param faults receives its faults in that case
 * @throws SourceFormatError if it is not YAML, not a mapping, or has aliases
 */
function readYaml(yaml: string, faults: string[]): Map<string, string[]> {
  const document = parseDocument(yaml, { schema: 'failsafe', uniqueKeys: true, prettyErrors: true })
  if (document.contents === null && document.errors.length === 0) return new Map()
  const found = new Map<string, string[]>()
  const items = isMap(document.contents) ? document.contents.items : []
  for (const { key, value } of items) {
    const name = isScalar(key) ? String(key.value) : JSON.stringify(key)
    const values = valuesOf(value, name, yaml).map((each) => each.replace(/\s+/g, ' ').trim())
    found.set(
      name,
      values.filter((each) => !/^(?:null|~)?$/.test(each)),
    )
  }
  const [fault] = document.errors
  if (fault !== undefined) {
    const [{ line, col } = { line: 0, col: 1 }] = fault.linePos ?? []
    const [words = ''] = fault.message.split(/ at line \d+|\n/)
    const reason = say`its front matter is not YAML: ${words}`
    if (/^(?:none|legal-text)$/.test(conventionOf(found))) throw new SourceFormatError(reason, line + 1, col)
    faults.push(say`${reason} (line ${line + 1}, column ${col})`)
  }
  if (!isMap(document.contents))
    throw new SourceFormatError(say`its front matter must be a mapping of keys to values`, 2, 1)
  return found
}

function valuesOf(value: unknown, name: string, yaml: string): string[] {
  if (value === null || value === undefined) return []
  if (isScalar(value)) return [String(value.value ?? '')]
  if (isSeq(value)) return value.items.flatMap((each) => valuesOf(each, name, yaml))
  if (isMap(value))
    return value.items.map(({ key, value: inner }) => `${String(key)}: ${valuesOf(inner, name, yaml).join(', ')}`)
  const place = isNode(value) ? value.range?.[0] : undefined
  const lines = yaml.slice(0, place ?? 0).split('\n')
  throw new SourceFormatError(
    say`the key ${name} of its front matter refers to an anchor, which is not followed`,
    lines.length + 1,
    (lines.at(-1)?.length ?? 0) + 1,
  )
}

/** Keys by fact, for each convention. The first one with a value counts. */
type KeyTable = Readonly<Partial<Record<keyof LawFacts, readonly string[]>>>

const KEYS: Readonly<Record<Convention, KeyTable>> = {
  'legal-text': {
    code: ['code'],
    abbreviation: ['abbreviation'],
    title: ['title'],
    titles: ['aliases'],
    jurisdiction: ['jurisdiction'],
    language: ['language'],
    inForceFrom: ['in_force_from'],
    inForceTo: ['in_force_to'],
    statusNote: ['status_note'],
    sourceUrl: ['source_url'],
    licence: ['licence', 'license'],
  },
  ragsource: {
    title: ['titel'],
    abbreviation: ['abkuerzung', 'kurzbezeichnung'],
    inForceFrom: ['gueltig_ab'],
    inForceTo: ['gueltig_bis'],
    promulgatedOn: ['erlassen_am'],
    statusNote: ['quelle'],
    sourceUrl: ['perma_url', 'url'],
    licence: ['lizenz', 'licence', 'license'],
  },
  legalize: {
    code: ['identifier'],
    title: ['title'],
    abbreviation: ['short_title'],
    titles: ['title', 'short_title'].flatMap((name) =>
      ['fr', 'it', 'en', 'rm'].map((language) => `${name}_${language}`),
    ),
    jurisdiction: ['jurisdiction', 'country'],
    language: ['language'],
    inForceFrom: ['entry_into_force'],
    promulgatedOn: ['publication_date'],
    statusNote: ['last_updated'],
    sourceUrl: ['source'],
    licence: ['licence', 'license'],
  },
  none: {},
}

function conventionOf(found: ReadonlyMap<string, string[]> | undefined): Convention {
  if (found === undefined) return 'none'
  if (found.has('titel')) return 'ragsource'
  return found.has('identifier') && found.has('country') ? 'legalize' : 'legal-text'
}

/**
 * Reads front matter.
 * @param yaml `undefined` for a file without front matter
 * @throws SourceFormatError if it is not a mapping in YAML
 */
export function readFrontMatter(yaml: string | undefined): LawFacts {
  const faults: string[] = []
  const found = yaml === undefined ? undefined : readYaml(yaml, faults)
  const convention = conventionOf(found)
  const table = KEYS[convention]
  const used = new Set<string>()
  const all = (name: keyof LawFacts): string[] => {
    const keys = table[name] ?? []
    for (const key of keys) used.add(key)
    return keys.flatMap((key) => found?.get(key) ?? [])
  }
  const one = (name: keyof LawFacts): string => all(name)[0] ?? ''
  const day = (name: keyof LawFacts): string | undefined => {
    const text = one(name)
    const read = text === '' ? undefined : dayOf(text)
    if (text !== '' && read === undefined) faults.push(say`${(table[name] ?? []).join(', ')}: ${text} is not a date`)
    return read
  }
  const title = one('title')
  const [abbreviation, ...others] = [...new Set([one('abbreviation'), abbreviationIn(title)].filter(Boolean))]
  const names = [...all('titles'), ...titlesIn(title)]
  const code = one('code').normalize('NFC').toLowerCase()
  if (code !== '' && !CODE.test(code)) faults.push(say`the code ${code} has characters that codes do not have`)
  const number = found?.get('sr_number')?.[0]
  const kind = found?.get('kind')?.[0]
  if (convention === 'legal-text' && kind !== undefined && !KINDS.includes(kind))
    faults.push(say`kind: ${kind} is none of ${KINDS.join(', ')}`)
  const facts = {
    convention,
    code: CODE.test(code) ? code : '',
    abbreviation: abbreviation ?? '',
    title,
    abbreviations: [...others, ...names.filter(isShort), ...(number === undefined ? [] : [`SR ${number}`])],
    titles: names.filter((name) => !isShort(name)),
    jurisdiction: jurisdictionOf(one('jurisdiction'), found, faults),
    language: one('language').toLowerCase(),
    inForceFrom: day('inForceFrom'),
    inForceTo: day('inForceTo'),
    promulgatedOn: day('promulgatedOn'),
    statusNote: one('statusNote'),
    sourceUrl: all('sourceUrl').find((url) => /^https?:\/\//i.test(url)) ?? '',
    licence: one('licence'),
    faults,
  }
  const { inForceFrom, inForceTo } = facts
  if (inForceFrom !== undefined && inForceTo !== undefined && inForceTo < inForceFrom)
    faults.push(say`it ends on ${inForceTo}, before it begins on ${inForceFrom}`)
  const notes = [...(found ?? [])]
    .filter(([key]) => !used.has(key))
    .map(([key, values]) => `${key}: ${values.join(', ')}`)
  const countries = facts.jurisdiction.split('-')
  return { ...facts, language: facts.language || (LANGUAGES[countries[0] ?? ''] ?? 'de'), notes }
}

/** `de-bw`, `ch`, `x-acme`; for a Land also from its official key. */
function jurisdictionOf(named: string, found: ReadonlyMap<string, string[]> | undefined, faults: string[]): string {
  const level = found?.get('ebene')?.[0]?.toLowerCase()
  if (level === 'bund') return 'de'
  if (level === 'eu') return 'eu'
  const land = LAENDER[Number(found?.get('land_ars')?.[0]?.slice(0, 2)) - 1]
  if (land !== undefined) return `de-${land}`
  const code = named.toLowerCase()
  if (/^(?:[a-z]{2}(?:-[a-z0-9]{1,3})?|x-[a-z0-9-]{1,40})$/.test(code)) return code
  if (named !== '') faults.push(say`jurisdiction: expected a code such as de-bw, ch or x-acme, not ${named}`)
  return level === undefined ? 'x-private' : 'de'
}

/** Parses `2021-03-01` or `1.3.2021`. */
function dayOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/.exec(text) ?? []
  const [, ofMonth, monthOf, yearOf] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text) ?? []
  return isoDate(Number(year ?? yearOf), Number(month ?? monthOf), Number(day ?? ofMonth)) ?? undefined
}

/** The day of an act in its title. */
const DATE = /\s+vom \d{1,2}\. \p{L}+ \d{4}/u
const BRACKETED = /^(.*?)\s*\(([^()]{2,100})\)\s*$/s

/** Returns the words in brackets at the end of a title: `… (Werkfeuerwehrverordnung - WFwVO)`, `… (Fünfter Teil: Obligationenrecht)`. */
function bracketedIn(title: string): { before: string; names: string[] } {
  const whole = title.replace(DATE, '')
  const [, before = whole, inner = ''] = BRACKETED.exec(whole) ?? []
  return { before, names: inner.split(/\s\p{Pd}\s|,\s|:\s/u).map((name) => name.trim()) }
}

/** Returns the abbreviation at the end of a title: `Landesbauordnung (LBO)`. */
function abbreviationIn(title: string): string {
  const last = bracketedIn(title).names.at(-1) ?? ''
  return isShort(last) ? last : ''
}

/** Returns shorter forms of a title: without the day of the act and the final brackets, and the short title in these. */
function titlesIn(title: string): string[] {
  const { before, names } = bracketedIn(title)
  return [before, ...names.filter((name) => !isShort(name) && /^\p{Lu}[\p{Ll}-]{7,}$/u.test(name))].filter(
    (name) => name !== title && name !== '',
  )
}

/** True for a name like an abbreviation: `GewStG`, `VwV-LHO`, `OR`. */
const isShort = (name: string) =>
  name.length <= 30 && (name.match(/\p{Lu}/gu)?.length ?? 0) >= 2 && name.split(' ').length <= 3

/** Returns a template for a law in Markdown: front matter with a comment on each key, and a text that shows the structure. */
export function template(): string {
  const told: Readonly<Record<string, [value: string, note: string]>> = {
    code: ['mustersatzung', t`How commands name it: letters, digits, - and _. Default: the name of the file.`],
    abbreviation: ['MuSa', t`How citations name it: § 1 MuSa.`],
    title: ['Mustersatzung der Gemeinde Musterstadt', t`Its title. Default: the first heading.`],
    aliases: ['[Satzung von Musterstadt]', t`Further names.`],
    jurisdiction: ['x-musterstadt', t`de, de-bw, ch, eu; x-… for rules of your own.`],
    language: ['de', t`The language of the text (ISO 639-1).`],
    kind: ['statute', t`One of ${KINDS.join(', ')}.`],
    in_force_from: [
      '2025-01-01',
      t`The first day of this version. A file with the same code and another day is another version.`,
    ],
    in_force_to: ['', t`Its last day, if it has one.`],
    status_note: ['', t`The newest amendment, in the words of the source.`],
    source_url: ['', t`Where the text is published.`],
    licence: ['', t`What others may do with the text.`],
  }
  const keys = Object.entries(told).map(([key, [value, note]]) => `# ${note}\n${key}: ${value}`.trimEnd())
  return ['---', ...keys, '---', ...templateLines].join('\n')
}
