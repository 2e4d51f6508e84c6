/** What pages tell of a corpus as a whole. It never changes, so it is asked once. */
import type { Corpus } from '../../corpus/corpus.ts'
import type { PageContext } from '../../pages/page.ts'
import type { CorpusNumbers } from '../../pages/start-page.ts'

interface CorpusFacts {
  numbers: CorpusNumbers
  days: PageContext['days']
}

const known = new WeakMap<Corpus, Promise<CorpusFacts>>()

export function corpusFacts(corpus: Corpus): Promise<CorpusFacts> {
  let facts = known.get(corpus)
  if (facts === undefined) {
    facts = ask(corpus)
    known.set(corpus, facts)
    facts.catch(() => known.delete(corpus))
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
