/** Languages as Cellar names them. */
import { LegalTextError } from '../../../../errors.ts'

/** Codes of the official languages in ISO 639-1, and in ISO 639-3, which Cellar wants in `Accept-Language`. */
const CODES: Record<string, string> = {
  bg: 'bul',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  hr: 'hrv',
  hu: 'hun',
  it: 'ita',
  lt: 'lit',
  lv: 'lav',
  mt: 'mlt',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
}

/**
 * Returns the code of a language in ISO 639-3: `deu` for `de`.
 * @throws LegalTextError `invalid_input` if it is no official language of the Union
 */
export function cellarLanguage(language: string): string {
  const code = Object.hasOwn(CODES, language) ? CODES[language] : undefined
  if (code !== undefined) return code
  const known = Object.keys(CODES).join(', ')
  throw new LegalTextError('invalid_input', `acts of the Union have no texts in ${language}: expected one of ${known}`)
}
