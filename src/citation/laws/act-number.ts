/** Acts of the Union by number: data of their CELEX numbers, and the names derived from them. */

/** An act by its number. */
export interface ActNumber {
  /** `R` regulation, `L` directive, `D` decision, `F` framework decision, `H` recommendation … */
  type: string
  year: number
  number: number
}

const CELEX = /^3(\d{4})([A-Z]{1,2})(\d{4})(?:\(\d+\))?$/

/** Reads the CELEX number of a legal act; `undefined` for a treaty and the like. */
export function actNumber(celex: string): ActNumber | undefined {
  const [, year, type = '', number] = CELEX.exec(celex) ?? []
  return year === undefined ? undefined : { type, year: Number(year), number: Number(number) }
}

/** Kinds of acts: words and abbreviations in German, English and French. */
const KINDS: Record<string, { words: string[]; short: string[] }> = {
  R: { words: ['Verordnung', 'Regulation', 'Règlement'], short: ['VO'] },
  L: { words: ['Richtlinie', 'Directive', 'Directive'], short: ['RL'] },
  D: { words: ['Beschluss', 'Decision', 'Décision'], short: [] },
  F: { words: ['Rahmenbeschluss', 'Framework Decision', 'Décision-cadre'], short: ['RB'] },
  H: { words: ['Empfehlung', 'Recommendation', 'Recommandation'], short: [] },
}

/** Patterns of words, and their types. The words for a framework decision also match a decision. */
const TYPES: [pattern: RegExp, type: string][] = [
  [/rahmenbeschlu|framework decision|décision-cadre|(?<!\p{L})rb(?!\p{L})/iu, 'F'],
  [/richtlinie|directive|rl(?!\p{L})|(?<!\p{L})dir(?!\p{L})/iu, 'L'],
  [/verordnung|regulation|règlement|vo(?!\p{L})|(?<!\p{L})reg(?!\p{L})/iu, 'R'],
  [/beschlu|entscheidung|decision|décision/iu, 'D'],
]
/** Of regulations before 2015: `(EG) Nr. 2027/97` */
const OLD_FORM = /(?<!\p{L})(?:Nr|No|EW?G|EE?C|CEE?)(?!\p{L})|n°/u
const FIGURES = /(?<!\d)(\d{1,4})\/(\d{1,4})(?!\d)/

/** The CELEX number of an act named by kind and number: `Richtlinie 2006/112/EG`; `undefined` if they do not determine it. */
export function celexOfName(name: string): string | undefined {
  if (actNumber(name) !== undefined) return name
  const type = TYPES.find(([pattern]) => pattern.test(name))?.[1]
  const [, first = '', second = ''] = FIGURES.exec(name) ?? []
  if (type === undefined) return undefined
  const isYearLast = type === 'R' && OLD_FORM.test(name)
  const yearFirst = { type, year: isYearLast ? 0 : yearOf(first), number: Number(second) }
  const yearLast = { type, year: yearOf(second), number: Number(first) }
  const act = [yearFirst, yearLast].find((each) => each.year > 0 && isYearFirst(each) === (each === yearFirst))
  return act && `3${act.year}${type}${String(act.number).padStart(4, '0')}`
}

/** The year of an act, which may have two digits; 0 if it is not a year. */
function yearOf(figures: string): number {
  const year = Number(figures) + (figures.length === 2 ? 1900 : 0)
  return year >= FIRST_YEAR && year < (figures.length === 2 ? LONG_YEARS_SINCE : 2100) ? year : 0
}

/** Languages of {@link KINDS}, with their forms of communities: `(EU)`, `(UE)`. */
const LANGUAGES = ['de', 'en', 'fr']

/**
 * The names of an act that contain its number.
 * @param title indicates its community, which is part of its name: `(EG)`, `EWG`
 * @returns `display` in the language of the text, or in English; `names` in all languages; `plain`, which other acts may share
 */
export function numberNames(
  act: ActNumber,
  title: string,
  language: string,
): { display: string; names: string[]; plain: string[] } | undefined {
  const kind = KINDS[act.type]
  if (kind === undefined) return undefined
  const communities = communitiesOf(act, title)
  const numbers = numberForms(act, communities)
  const written = LANGUAGES.map((each, index) => `${kind.words[index]} ${numbers(each)}`)
  const at = LANGUAGES.indexOf(language)
  const bare = numbers('de')
  const plain = plainNumber(act)
  const withoutNo = bare.replace('Nr. ', '')
  const names = [
    ...written,
    ...written.map((name) => name.replace(/Nr\. |No |n° /, '')),
    ...kind.short.flatMap((short) => [`${short} ${bare}`, `${short} ${withoutNo}`, `${short} ${plain}`]),
    ...kind.words.map((word) => `${word} ${plain}`),
    bare,
    withoutNo,
  ]
  if (act.type === 'D') names.push(...[`Entscheidung ${bare}`, `Beschluß ${bare}`, `Entscheidung ${plain}`])
  return { display: written[at < 0 ? 1 : at] as string, names, plain: [withoutNo.replace(/[()]/g, ''), plain] }
}

const COMMUNITIES: [pattern: RegExp, de: string, en: string, fr: string][] = [
  [/\b(?:EWG|EEC|CEE)\b/, 'EWG', 'EEC', 'CEE'],
  [/\bEuratom\b/i, 'Euratom', 'Euratom', 'Euratom'],
  [/\b(?:EGKS|ECSC|CECA)\b/, 'EGKS', 'ECSC', 'CECA'],
  [/\b(?:GASP|CFSP|PESC)\b/, 'GASP', 'CFSP', 'PESC'],
  [/\b(?:JI|JHA|JAI)\b/, 'JI', 'JHA', 'JAI'],
  [/\b(?:EG|EC|CE)\b/, 'EG', 'EC', 'CE'],
  [/\b(?:EU|UE)\b/, 'EU', 'EU', 'UE'],
]

/** Finds the community in the number of the act; if the title has none, the community of its year. */
function communitiesOf({ type, year, number }: ActNumber, title: string): [de: string, en: string, fr: string] {
  const figures = new RegExp(`\\b(?:${year}|${year % 100})/${number}\\b|\\b${number}/(?:${year}|${year % 100})\\b`)
  const at = figures.exec(title)?.index ?? 0
  const near = title.slice(Math.max(0, at - 24), at + 24)
  const found = COMMUNITIES.find(([pattern]) => pattern.test(near))
  if (found !== undefined) return [found[1], found[2], found[3]]
  if (type === 'F') return ['JI', 'JHA', 'JAI']
  if (year < 1993 || (year === 1993 && type !== 'R')) return ['EWG', 'EEC', 'CEE']
  return year < 2010 ? ['EG', 'EC', 'CE'] : ['EU', 'EU', 'UE']
}

/** Since 2015 all acts have the year first (Practice direction of the Publications Office); before, regulations did not. */
const YEAR_FIRST_SINCE = 2015
/** Until 1998 years had two digits: `93/13/EWG`. */
const LONG_YEARS_SINCE = 1999
/** The year of the first acts. */
const FIRST_YEAR = 1952

function isYearFirst({ type, year }: ActNumber): boolean {
  return type !== 'R' || year >= YEAR_FIRST_SINCE
}

/** `2016/679`, `593/2008`, `93/13` */
function plainNumber(act: ActNumber): string {
  const year = act.year < LONG_YEARS_SINCE ? String(act.year % 100).padStart(2, '0') : String(act.year)
  return isYearFirst(act) ? `${year}/${act.number}` : `${act.number}/${year}`
}

/** Returns the forms of the number by language: `(EU) 2016/679`, `(EG) Nr. 593/2008`, `2011/83/EU`, `93/13/EWG`. */
function numberForms(act: ActNumber, communities: readonly string[]): (language: string) => string {
  return (language) => {
    const at = LANGUAGES.indexOf(language)
    const community = communities[at] as string
    const number = plainNumber(act)
    if (act.year >= YEAR_FIRST_SINCE) return `(${community}) ${number}`
    if (isYearFirst(act)) return `${number}/${community}`
    return `(${community}) ${['Nr. ', 'No ', 'n° '][at]}${number}`
  }
}
