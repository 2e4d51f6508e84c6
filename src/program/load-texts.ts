/** Loads the texts of a language from the package. */
import { addTexts, knowsTexts, type Language, type Texts } from '../i18n/texts.ts'
import { dataPath, readPackageFile } from './package.ts'

/** Registers a language with `texts`, unless it is registered already. */
export function loadTexts(language: Language): void {
  if (knowsTexts(language)) return
  addTexts(language, JSON.parse(readPackageFile(dataPath(`i18n/${language}.json`))) as Texts)
}
