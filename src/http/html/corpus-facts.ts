/** What pages tell of a corpus as a whole. It never changes, so it is asked once. */
import type { IncomingMessage } from 'node:http'
import type { Corpus } from '../../model/corpus.ts'
import type { PageContext } from '../../web/pages/page.ts'
import type { CorpusNumbers } from '../../web/pages/start-page.ts'
import { NO_DAYS } from './page-request.ts'

interface CorpusFacts {
  numbers: CorpusNumbers
  days: PageContext['days']
}

const known = new WeakMap<Corpus, Promise<CorpusFacts>>()
const settled = new WeakMap<Corpus, CorpusFacts>()
/** The corpus that a request for a page asks. */
const asked = new WeakMap<IncomingMessage, Corpus>()

/** Remembers of which corpus a request asks a page, so that its error can tell the days. */
export const rememberCorpus = (request: IncomingMessage, corpus: Corpus): void => void asked.set(request, corpus)

/** The days of the corpus that a request asks, as far as they are known. */
export function daysKnownTo(request: IncomingMessage): PageContext['days'] {
  const corpus = asked.get(request)
  return (corpus && settled.get(corpus)?.days) ?? NO_DAYS
}

export function corpusFacts(corpus: Corpus): Promise<CorpusFacts> {
  let facts = known.get(corpus)
  if (facts === undefined) {
    facts = ask(corpus)
    known.set(corpus, facts)
    facts.then(
      (found) => settled.set(corpus, found),
      () => known.delete(corpus),
    )
  }
  return facts
}

async function ask(corpus: Corpus): Promise<CorpusFacts> {
  const { laws, norms, status_dates, states = [], dated_since = null } = await corpus.coverage()
  return {
    numbers: { laws, norms, newest: status_dates.latest },
    days: { states: states.map(({ observed_on }) => observed_on), actsSince: dated_since },
  }
}
