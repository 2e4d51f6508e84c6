import type { Corpus } from '../../corpus/corpus.ts'
import type { Presenter } from '../../terminal/presenter.ts'
import type { Screen } from '../../terminal/screen.ts'

/** The page of a norm, for which its law and what it cites are read, too. */
export async function normPresenter(corpus: Corpus): Promise<Presenter<unknown>> {
  const { normPage } = await import('../../terminal/pages/norm-page.ts')
  return Object.assign((answer: unknown, screen: Screen) => normPage(corpus, answer, screen), { cleans: true })
}
