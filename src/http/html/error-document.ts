/** Errors as pages for browsers. */
import type { IncomingMessage } from 'node:http'
import type { ErrorBody } from '../../errors.ts'
import { errorPage } from '../../pages/error-page.ts'
import { documentOf } from '../../pages/shell.ts'
import { inLanguage } from '../../texts/texts.ts'
import { daysKnownTo } from './corpus-facts.ts'
import { languageOf, pageContext } from './page-request.ts'

/** The document of an error. */
export function errorDocument(request: IncomingMessage, body: ErrorBody): string {
  const { url = '/' } = request
  const language = languageOf(request)
  const context = pageContext(url, language, daysKnownTo(request))
  return inLanguage(language, () => documentOf(errorPage(body, lawIn(url), context), context))
}

/** The code of the law in the address of one of its norms. */
function lawIn(url: string): string | null {
  const [, code] = /^\/laws\/([^/?]+)\/norms\//.exec(url) ?? []
  try {
    return code === undefined ? null : decodeURIComponent(code)
  } catch {
    return null
  }
}
