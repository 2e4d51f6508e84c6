/** The start page, which is there even while no corpus is open. */
import type { Request } from 'polka'
import { LegalTextError } from '../../errors.ts'
import { documentOf } from '../../pages/shell.ts'
import { startPage } from '../../pages/start-page.ts'
import type { Settings } from '../../settings.ts'
import { inLanguage } from '../../texts/texts.ts'
import type { CorpusAccess } from '../corpus-access.ts'
import { variesBy } from '../cross-origin.ts'
import { BufferedRepresentation } from '../representation.ts'
import { entityTag } from '../representation-headers.ts'
import { corpusFacts } from './corpus-facts.ts'
import { HTML_TYPE, PAGE_SECURITY } from './html-headers.ts'
import { keptLanguage, languageOf, NO_DAYS, pageContext } from './page-request.ts'

/** Answers `/`. */
export async function startAnswer(
  request: Request,
  access: CorpusAccess,
  { corsOrigin, authTokenFile }: Settings,
): Promise<BufferedRepresentation> {
  const facts = await factsOf(request, access)
  const language = languageOf(request)
  const context = pageContext(request.url, language, facts?.days ?? NO_DAYS)
  const body = inLanguage(language, () => documentOf(startPage(facts?.numbers, context), context))
  const kept = keptLanguage(request.url)
  return new BufferedRepresentation(body, {
    contentType: HTML_TYPE,
    tag: entityTag(language, body),
    vary: variesBy(corsOrigin, { isPage: true }),
    isPrivate: authTokenFile !== undefined || kept.length > 0,
    more: [...Object.entries(PAGE_SECURITY).flat(), ...kept],
  })
}

async function factsOf(request: Request, access: CorpusAccess) {
  try {
    return await corpusFacts(access.opened(request))
  } catch (error) {
    if (error instanceof LegalTextError && error.kind === 'not_ready') return undefined
    throw error
  }
}
