/** Facts of a whole corpus on pages. They never change, so they are read once. */
import type { IncomingMessage } from 'node:http'
import type { Corpus } from '../../model/corpus.ts'
import { countsByJurisdiction } from '../../model/jurisdictions.ts'
import type { PageContext } from '../../web/pages/page.ts'
import type { CorpusNumbers } from '../../web/pages/start-page.ts'
import { NO_DAYS } from './page-request.ts'

interface CorpusFacts {
  numbers: CorpusNumbers
  days: PageContext['days']
}

const known = new WeakMap<Corpus, CorpusFacts>()
/** The corpus of a request for a page. */
const asked = new WeakMap<IncomingMessage, Corpus>()

/** Remembers the corpus of a request for a page, so that an error page knows its days. */
export const rememberCorpus = (request: IncomingMessage, corpus: Corpus): void => void asked.set(request, corpus)

/** The days of the corpus of a request, as far as they are known. */
export function daysKnownTo(request: IncomingMessage): PageContext['days'] {
  const corpus = asked.get(request)
  return (corpus && known.get(corpus)?.days) ?? NO_DAYS
}

export async function corpusFacts(corpus: Corpus): Promise<CorpusFacts> {
  const found = known.get(corpus)
  if (found !== undefined) return found
  const coverage = await corpus.coverage()
  const { laws, norms, status_dates, states = [], dated_since = null } = coverage
  const facts = {
    numbers: { laws, norms, newest: status_dates.latest, places: countsByJurisdiction(coverage) },
    days: { states: states.map(({ observed_on }) => observed_on), actsSince: dated_since },
  }
  known.set(corpus, facts)
  return facts
}
