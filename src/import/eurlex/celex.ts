/**
 * CELEX numbers, the identifiers of EUR-Lex (https://eur-lex.europa.eu/content/help/eurlex-content/celex-number.html), and what
 * follows from them: codes, addresses and names of files.
 *
 *   32016R0679           Regulation 2016/679, as adopted
 *   02016R0679-20160504  its consolidation of 4 May 2016
 */
import type { ActNumber } from '../../citation/laws/act-number.ts'
import { isoDate } from '../../util/iso-date.ts'
import type { InputFile } from '../source.ts'

/** Sectors 1 (treaties), 2 (agreements) and 3 (legal acts); corrigenda and other documents are not acts. */
const ACT_CELEX = /^[1-3]\d{4}[A-Z]{1,2}(?:\d{4}(?:\(\d{2}\))?|\/TXT|)$/

/** Returns a CELEX number of an act in capitals, `undefined` for anything else. */
export function actCelex(text: string): string | undefined {
  const celex = text.trim().toUpperCase()
  return ACT_CELEX.test(celex) ? celex : undefined
}

/** Expands the two-digit year that older consolidations have to four digits: `309R0280`, `379L0007`. */
export function fullCelex(text: string): string {
  return text.replace(/^(\d)(\d\d)(?=\D)/, (_, sector, year) => `${sector}${Number(year) < 50 ? 20 : 19}${year}`)
}

/** Letters of CELEX numbers by the first type of act in a title. */
const TYPES: [pattern: RegExp, type: string][] = [
  [/verordnung|regulation|règlement/i, 'R'],
  [/richtlinie|directive/i, 'L'],
  [/rahmenbeschlu|framework decision|décision-cadre/i, 'F'],
  [/beschlu|entscheidung|decision|décision/i, 'D'],
  [/empfehlung|recommendation|recommandation/i, 'H'],
]

/** Returns the CELEX number of a legal act, from its number and the type in its title. */
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

/** Returns the code of the law: `32016r0679`, `12016e-txt`. */
export function codeOf(celex: string): string {
  return celex.toLowerCase().replaceAll('/', '-').replace(/[()]/g, '-').replace(/-$/, '')
}

/** Returns the CELEX number of a consolidation: `02016R0679-20160504`. @param day ISO date */
export function consolidatedCelex(celex: string, day: string): string {
  return `0${celex.slice(1)}-${day.replaceAll('-', '')}`
}

/** Returns the day of a consolidation (ISO date); `null` for the CELEX number of another document. */
export function consolidationDay(celex: string): string | null {
  const [, year, month, day] = /^0.+-(\d{4})(\d\d)(\d\d)$/.exec(celex) ?? []
  return isoDate(Number(year), Number(month), Number(day))
}

/** Returns the page of EUR-Lex in a language (ISO 639-1). */
export function pageOf(celex: string, language: string): string {
  return `https://eur-lex.europa.eu/legal-content/${language.toUpperCase()}/TXT/?uri=CELEX:${celex}`
}

/** Returns the resource in Cellar, the repository of the Formex files. */
export function resourceOf(celex: string): string {
  return `http://publications.europa.eu/resource/celex/${celex}`
}

const ELI_TYPES = new Map(Object.entries({ R: 'reg', L: 'dir', D: 'dec', F: 'dec_framw', H: 'reco' }))

/**
 * Returns the European Legislation Identifier (Council conclusions 2012/C 325/02); `undefined` for acts without one.
 * @param title identifies implementing and delegated acts
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

/** True for the path of an XML file. */
export const isXml = (path: string) => /\.(?:xml|fmx4?)$/i.test(path)

/** True for the path of a companion, `L_2016119DE.01000101.doc.xml`, `L_202401689DE.doc.fmx.xml`. */
export const isCompanion = (path: string) => /\.doc\.(?:fmx\.)?(?:xml|fmx4?)$/i.test(path)

/** True for the path of a table of contents of an issue, `L_202401689DE.toc.fmx.xml`. */
export const isContents = (path: string) => /\.toc\.(?:fmx\.)?xml$/i.test(path)

/** File names of the Publications Office: `CL2016R0679EN0000020.0001.xml`, `L_2016119DE.01000101.xml`, `OJ_L_202401689_DE`. */
const OFFICIAL = /^(?:CL\d{4}[A-Z]|(?:OJ_)?[LC](?:_|I_)\d{4,}|CELEX_)/

/** True for the path of a file named by the Publications Office, or in a folder named by a CELEX number. */
export function isActName(path: string): boolean {
  const parts = path.split('/')
  return OFFICIAL.test(parts.at(-1) as string) || celexOfPath(path) !== undefined
}

/** True for the name of a German federal law: thousands of such files need not be examined. */
export const isOtherName = (path: string) => /(?:^|\/)BJNR\w+\.xml$/.test(path)

/** In folder names: `12016E-TXT` for `12016E/TXT`. */
const TREATY = /-(TXT)$/i

/** Returns the CELEX number that is the name of a folder on a path, or of the file. */
export function celexOfPath(path: string): string | undefined {
  const parts = path.replace(/\.[^/]*$/, '').split('/')
  return parts
    .map((part) => (/^\d{5}\D/.test(part) ? actCelex(part.replace(TREATY, '/$1')) : undefined))
    .findLast(Boolean)
}

/**
 * Returns the common folder above all these acts, empty or with a final slash. Its name in an archive is arbitrary: bundles do
 * not depend on it.
 */
export function commonFolder(paths: readonly string[]): string {
  const folders = (paths[0] ?? '').split('/').slice(0, -1)
  const ofAct = folders.findIndex((folder) => celexOfPath(`${folder}/`) !== undefined)
  if (ofAct >= 0) folders.length = ofAct
  const prefix = () => folders.map((folder) => `${folder}/`).join('')
  while (!paths.every((path) => path.startsWith(prefix()))) folders.pop()
  return prefix()
}

/** True for the archive of an act: `32016R0679.zip`, or any archive in such a folder. */
export function isActArchive(path: string): boolean {
  return /\.zip$/i.test(path) && (celexOfPath(path) !== undefined || /(?:^|[/._-])fmx4?[^/]*$/i.test(path))
}

/** True if the build reads files with this path. */
export const isActPath = (path: string) => isXml(path) || isActArchive(path)

/** Returns the files that are acts by name. */
export function actFiles(files: readonly InputFile[]): InputFile[] {
  return files.filter(({ path }) => isXml(path) && isActName(path))
}

/** Returns the XML files of an input. */
export const xmlFiles = (files: readonly InputFile[]) => files.filter(({ path }) => isXml(path))
