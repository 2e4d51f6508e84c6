/** The language of a command line. */

import { isLanguage, languageOfLocale } from '../i18n/choose-language.ts'
import { useLanguage } from '../i18n/texts.ts'
import { loadTexts } from '../program/load-texts.ts'
import { withoutOperands } from './commands.ts'

/** The words of a line without `--lang` and its value. */
export const withoutLanguage = (words: readonly string[]): string[] =>
  words.filter((word, index) => !/^--lang(?:=|$)/.test(word) && words[index - 1] !== '--lang')

/**
 * Uses the language of `--lang`, else that of the locale. The line is not parsed yet, and may be invalid: its error is in that
 * language, too.
 */
export function chooseLanguage(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const asked = withoutOperands(words).flatMap((word, index, all) =>
    word === '--lang' ? [all[index + 1] ?? ''] : word.startsWith('--lang=') ? [word.slice('--lang='.length)] : [],
  )
  const language = asked.find(isLanguage) ?? languageOfLocale(environment)
  if (language === 'en') return
  loadTexts(language)
  useLanguage(language)
}
