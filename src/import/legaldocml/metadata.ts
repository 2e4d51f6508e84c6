/** Reads the metadata of an expression: its work, its names, and its dates of effect. */
import { say } from '../../i18n/texts.ts'
import { isoDate } from '../../util/iso-date.ts'
import { childElement, childElements, lineOfText, type XmlElement } from '../xml-tree.ts'
import { descendants } from './akn-tree.ts'
import { ELI, FAR_DAY, LANGUAGES, OLDEST_DAY, STATES } from './format.ts'

/** Days of effect (ISO dates) in the events; `undefined` if absent. */
export interface Effect {
  from?: string | undefined
  to?: string | undefined
}

/** A change by an amending law (`textualMod`). */
export interface Modification {
  /** `eId` of the command in the amending law. */
  source: string
  /** Target: an address of the ELI with an `eId`; empty if absent. */
  destination: string
  /** Date of effect (ISO date). */
  from: string | undefined
}

/** A document and its metadata. */
export interface Expression {
  /** ELI of the work with the document, the same for the text as promulgated: `eli/bund/bgbl-1/2020/s1126/regelungstext-1`. */
  work: string
  /** ELI of the expression: `eli/bund/bgbl-1/2020/s1126/2022-08-04/1/deu`. */
  expression: string
  /** ELI of the expression with the document, as for the work. */
  document: string
  /** True for the text as promulgated (`regelungstext-verkuendung-1`), false for a consolidated one. */
  isPromulgated: boolean
  /** Gazette, year and number: `bgbl-1`, `2020`, `s1126`. */
  place: { gazette: string; year: string; number: string }
  /** The day of the expression, and its version on that day. */
  day: string
  version: number
  /** Language (ISO 639-1). */
  language: string
  /** Day of the manifestation, when this file was made; empty for a placeholder. */
  madeOn: string
  promulgatedOn: string | null
  /** Identifiers of this version, the previous and the next one; empty if absent. */
  own: string
  successor: string
  /** Days of effect of the law as a whole. */
  effect: Effect
  /** Days of effect by the id of their group. */
  groups: ReadonlyMap<string, Effect>
  title: string
  shortTitle: string
  /** Official and internal abbreviation; empty if absent. */
  abbreviation: string
  internal: string
  fullCitation: string
  states: { type: string; text: string }[]
  notes: string[]
  modifications: Modification[]
  /** Its faults. */
  faults: string[]
}

/**
 * Reads the metadata of a document.
 * @returns `undefined` if it does not state its expression
 */
export function readMetadata(document: XmlElement): Expression | undefined {
  const meta = childElement(document, 'meta')
  const identification = childElement(meta, 'identification')
  const [work, expression, made] = ['FRBRWork', 'FRBRExpression', 'FRBRManifestation'].map((name) =>
    childElement(identification, name),
  )
  const value = (of: XmlElement | undefined, name: string) => childElement(of, name)?.attributes.value?.trim() ?? ''
  const alias = (name: string) =>
    childElements(expression, 'FRBRalias').find(({ attributes }) => attributes.name === name)?.attributes.value ?? ''
  const dated = (of: XmlElement | undefined, name: string) =>
    childElements(of, 'FRBRdate').find(({ attributes }) => attributes.name === name)?.attributes.date
  const found = ELI.exec(value(expression, 'FRBRuri') || value(work, 'FRBRuri'))
  const workOf = value(work, 'FRBRthis')
  if (found === null || workOf === '') return undefined
  const [, , gazette = '', year = '', number = '', day, version = '1', language = 'deu'] = found
  const faults: string[] = repeatedIds(document)
  const ris = descendants(childElement(meta, 'proprietary'), 'meta:legalDocML.de_metadaten')
  const told = (name: string) => ris.flatMap((each) => childElements(each, name))
  const { groups, events } = readGroups(meta, faults)
  const date = (name: string) => validDay(told(name)[0]?.attributes.date, faults)
  const [first] = events.filter(({ kind }) => kind === 'inkrafttreten').map((each) => each.day)
  const preface = childElement(document, 'preface')
  return {
    work: withoutStage(workOf),
    expression: value(expression, 'FRBRuri'),
    document: withoutStage(value(expression, 'FRBRthis')),
    isPromulgated: PROMULGATED.test(workOf),
    place: { gazette, year, number },
    day: day ?? validDay(childElement(expression, 'FRBRdate')?.attributes.date, faults) ?? '',
    version: Number(version),
    language: LANGUAGES[childElement(expression, 'FRBRlanguage')?.attributes.language ?? language] ?? 'de',
    madeOn: pastDay(dated(made, 'generierung')),
    promulgatedOn:
      validDay(dated(work, 'verkuendungsfassung-ausfertigungsdatum'), faults) ??
      validDay(childElement(work, 'FRBRdate')?.attributes.date, faults) ??
      null,
    own: alias('aktuelle-version-id'),
    successor: alias('nachfolgende-version-id'),
    effect: { from: date('meta:inkraft') ?? first, to: date('meta:ausserkraft') },
    groups,
    ...namesOf(preface),
    internal: told('meta:abkuerzung').map(lineOfText).find(Boolean) ?? '',
    fullCitation: lineOfText(told('meta:vollzitat')[0]),
    states: told('meta:standangabe').map((each) => {
      const type = each.attributes.type ?? ''
      return { type: STATES[type] ?? (type || 'Sonst'), text: lineOfText(each) }
    }),
    notes: descendants(childElement(meta, 'notes'), 'note').map(lineOfText).filter(Boolean),
    modifications: descendants(childElement(meta, 'analysis'), 'textualMod').map((each) => {
      const [source = '', destination = '', period = ''] = ['source', 'destination', 'force'].map((name) =>
        childElement(each, name)?.attributes[name === 'force' ? 'period' : 'href']?.replace(/^#/, ''),
      )
      return { source, destination, from: groups.get(period)?.from }
    }),
    faults,
  }
}

/** Name of a document with a text as promulgated. */
const PROMULGATED = /(?<=regelungstext)-verkuendung(?=-\d+(?:\.xml)?$)/

/** Returns the address of a text of a law, without the distinction of promulgated and consolidated texts. */
export const withoutStage = (address: string) => address.replace(PROMULGATED, '')

/** Returns elements that repeat the GUID of another one. */
function repeatedIds(document: XmlElement): string[] {
  const seen = new Map<string, string>()
  const faults: string[] = []
  const visit = ({ name, attributes: { GUID: id, eId = '' }, children }: XmlElement) => {
    const before = id === undefined ? undefined : seen.get(id)
    if (before !== undefined) faults.push(say`<${name}> ${eId} has the GUID ${id ?? ''} of ${before}`)
    else if (id !== undefined) seen.set(id, eId || `<${name}>`)
    for (const child of children) if (typeof child !== 'string') visit(child)
  }
  visit(document)
  return faults
}

/** A short title that ends with an abbreviation after a dash, or is one: a word with two capitals. */
const ABBREVIATED = /^(?:(.*\S)\s*[–—-]\s+)?(\S*\p{Lu}\S*\p{Lu}\S*)$/u

/** Returns the names in a preface: title, short title without brackets, official abbreviation. */
function namesOf(preface: XmlElement | undefined): Pick<Expression, 'title' | 'shortTitle' | 'abbreviation'> {
  const line = (name: string) => lineOfText(withoutNotes(descendants(preface, name)[0]))
  const abbreviation = descendants(preface, 'inline').find((each) => each.attributes.refersTo === 'amtliche-abkuerzung')
  const short = line('shortTitle')
    .replace(/^\(|\)$/g, '')
    .trim()
  const name = lineOfText(abbreviation) || (ABBREVIATED.exec(short)?.[2] ?? '')
  const words = name !== '' && short.endsWith(name) ? short.slice(0, -name.length).replace(/[\s–—-]+$/, '') : short
  return { title: line('docTitle'), shortTitle: words, abbreviation: name }
}

/** Returns an element without its notes, and with spaces for line breaks. */
export function withoutNotes(element: XmlElement | undefined): XmlElement | undefined {
  if (element === undefined) return undefined
  const children = element.children.flatMap((child): XmlElement['children'] => {
    if (typeof child === 'string') return [child]
    if (child.name === 'authorialNote') return []
    return child.name === 'br' ? [' '] : [withoutNotes(child) as XmlElement]
  })
  return { ...element, children }
}

interface DatedEvent {
  day: string
  kind: string
}

/** Reads `lifecycle` and `temporalData`: days of effect by group id, and the events in order. */
function readGroups(
  meta: XmlElement | undefined,
  faults: string[],
): { groups: Map<string, Effect>; events: DatedEvent[] } {
  const byId = new Map<string, DatedEvent>()
  for (const { attributes } of childElements(childElement(meta, 'lifecycle'), 'eventRef')) {
    const { eId: id = '', date, refersTo: kind = '' } = attributes
    if (byId.has(id)) faults.push(say`two events have the id ${id}`)
    const day = validDay(date, faults)
    if (day !== undefined) byId.set(id, { day, kind })
  }
  const groups = new Map<string, Effect>()
  for (const group of childElements(childElement(meta, 'temporalData'), 'temporalGroup')) {
    const id = group.attributes.eId ?? ''
    const dayOf = (reference: string | undefined) => {
      if (reference === undefined || reference === '') return undefined
      const event = byId.get(reference.replace(/^#/, ''))
      if (event === undefined) faults.push(say`the interval of ${id} names the event ${reference}, which is not there`)
      return event?.day
    }
    const intervals = childElements(group, 'timeInterval').map(({ attributes: { start, end } }) => ({
      from: dayOf(start),
      to: dayOf(end),
    }))
    const [interval, ...others] = intervals
    if (others.length > 0) faults.push(say`${id} has ${intervals.length} intervals: the first one is read`)
    if (interval?.from !== undefined && interval.to !== undefined && interval.to < interval.from)
      faults.push(say`${id} ends on ${interval.to}, before it begins on ${interval.from}`)
    const namesNone = childElements(group, 'timeInterval').every(({ attributes: { start, end } }) => !start && !end)
    if (namesNone) faults.push(say`${id} names no event`)
    if (groups.has(id)) faults.push(say`two temporal groups have the id ${id}`)
    groups.set(id, interval ?? {})
  }
  return { groups, events: [...byId.values()] }
}

const pastDay = (day = '') => (day < FAR_DAY ? day : '')

/** Returns a valid day. One that is centuries away is kept, and reported. */
function validDay(text: string | undefined, faults: string[]): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim()) ?? []
  const found = isoDate(Number(year), Number(month), Number(day))
  if (found === null) faults.push(say`the date ${text} is not in the calendar`)
  else if (found >= FAR_DAY || found < OLDEST_DAY) faults.push(say`the day ${found} is centuries away`)
  return found ?? undefined
}
