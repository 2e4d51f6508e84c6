/**
 * CELEX numbers, the identifiers of EUR-Lex (https://eur-lex.europa.eu/content/help/eurlex-content/celex-number.html), and what
 * follows from them: codes and addresses.
 *
 *   32016R0679           Regulation 2016/679, as adopted
 *   02016R0679-20160504  its consolidation of 4 May 2016
 */
import type { ActNumber } from '../../citation/laws/act-number.ts'
import { isoDate } from '../../util/iso-date.ts'

/** Sectors 1 (treaties), 2 (agreements) and 3 (legal acts); corrigenda and other documents are not acts. */
const ACT_CELEX = /^[1-3]\d{4}[A-Z]{1,2}(?:\d{4}(?:\(\d{2}\))?|\/TXT|)$/

/** Returns a CELEX number of an act in capitals, `undefined` for anything else. */
export function actCelex(text: string): string | undefined {
  const celex = text.trim().toUpperCase()
  return ACT_CELEX.test(celex) ? celex : undefined
}

/** Gives a CELEX number the four digits of its year, which older consolidations write with two: `309R0280`, `379L0007`. */
export function fullCelex(text: string): string {
  return text.replace(/^(\d)(\d\d)(?=\D)/, (_, sector, year) => `${sector}${Number(year) < 50 ? 20 : 19}${year}`)
}

/** Letters of CELEX numbers by the first kind of act that a title names. */
const TYPES: [pattern: RegExp, type: string][] = [
  [/verordnung|regulation|règlement/i, 'R'],
  [/richtlinie|directive/i, 'L'],
  [/rahmenbeschlu|framework decision|décision-cadre/i, 'F'],
  [/beschlu|entscheidung|decision|décision/i, 'D'],
  [/empfehlung|recommendation|recommandation/i, 'H'],
]

/** Makes the CELEX number of a legal act from its number and the kind that its title names. */
export function celexOfNumber({
  title,
  year,
  number,
}: {
  title: string
  year: string
  number: string
}): string | undefined {
  const places = TYPES.map(([pattern, type]) => ({ at: title.search(pattern), type })).filter(({ at }) => at >= 0)
  const [first] = places.sort((a, b) => a.at - b.at)
  const fullYear = year.length === 2 ? `19${year}` : year
  return first && actCelex(`3${fullYear}${first.type}${number.padStart(4, '0')}`)
}

/** The code of the law: `32016r0679`, `12016e-txt`. */
export function codeOf(celex: string): string {
  return celex.toLowerCase().replaceAll('/', '-').replace(/[()]/g, '-').replace(/-$/, '')
}

/** The CELEX number of a consolidation: `02016R0679-20160504`. @param day ISO date */
export function consolidatedCelex(celex: string, day: string): string {
  return `0${celex.slice(1)}-${day.replaceAll('-', '')}`
}

/** The day of a consolidation (ISO date), `null` for the CELEX number of another document. */
export function consolidationDay(celex: string): string | null {
  const [, year, month, day] = /^0.+-(\d{4})(\d\d)(\d\d)$/.exec(celex) ?? []
  return isoDate(Number(year), Number(month), Number(day))
}

/** The page of EUR-Lex in a language (ISO 639-1). */
export function pageOf(celex: string, language: string): string {
  return `https://eur-lex.europa.eu/legal-content/${language.toUpperCase()}/TXT/?uri=CELEX:${celex}`
}

/** The resource in Cellar, the repository that the Formex comes from. */
export function resourceOf(celex: string): string {
  return `http://publications.europa.eu/resource/celex/${celex}`
}

const ELI_TYPES = new Map(Object.entries({ R: 'reg', L: 'dir', D: 'dec', F: 'dec_framw', H: 'reco' }))

/**
 * The European Legislation Identifier (Council conclusions 2012/C 325/02), `undefined` for acts that have none.
 * @param title tells implementing and delegated acts
 * @param day of the consolidation, absent for the act as adopted
 */
export function eliOf({ type, year, number }: ActNumber, title: string, day?: string): string | undefined {
  const kind = ELI_TYPES.get(type)
  if (kind === undefined) return undefined
  const beginning = title.slice(0, 80).toLowerCase()
  const isImplementing = /durchführungs|implementing|d[’']exécution/.test(beginning)
  const isDelegated = /delegiert|delegated|délégué/.test(beginning)
  const suffix = isImplementing ? '_impl' : isDelegated ? '_del' : ''
  return `http://data.europa.eu/eli/${kind}${suffix}/${year}/${number}/${day ?? 'oj'}`
}
