/** Chooses the language of a reader. */
import type { Language } from './texts.ts'

/** The names of all languages, in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** All languages, English first. */
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGE_NAMES, text)

/**
 * The language of the locale, as POSIX names it: the first non-empty variable of `LC_ALL`, `LC_MESSAGES` and `LANG` (IEEE Std
 * 1003.1, 8.2). English if the language is unsupported.
 * @param system used if all are empty: the language of the user on Windows, which sets none of them
 */
export function languageOfLocale(
  environment: Readonly<Record<string, string | undefined>>,
  system: string = process.platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : '',
): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = environment
  return languageOfTag(LC_ALL || LC_MESSAGES || LANG || system) ?? 'en'
}

/** The language of a tag such as `de_AT.UTF-8`, `de-CH` or `de`. */
function languageOfTag(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_.@]/)
  return isLanguage(primary) ? primary : undefined
}

/** The language that a client prefers by `Accept-Language` (RFC 9110, 12.5.4). English without a preference. */
export function languageOfHeader(header: string | undefined): Language {
  let best: Language = 'en'
  let most = 0
  for (const range of (header ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0
    const language = languageOfTag(tag)
    if (language === undefined || weight <= most) continue
    best = language
    most = weight
  }
  return best
}
