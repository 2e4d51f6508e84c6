/** The whole wording of a law: its title, then its headings and norms in order. */
import type { Corpus } from '../corpus/corpus.ts'
import { lawHead, normsOfLaw } from '../formats/law-document.ts'
import { sourceOf } from '../formats/norm-document.ts'
import { clean } from './clean.ts'
import { fieldLines } from './fields.ts'
import { linked } from './link.ts'
import { contentLines, normTitleLines } from './norm-page.ts'
import { proseScreen, type Screen, styled } from './screen.ts'
import { wrapText } from './wrap.ts'

/**
 * Draws a law, a norm at a time.
 * @param parts answers of the operation `norm`, in the order of the law
 */
export async function* lawWording(
  corpus: Corpus,
  code: string,
  parts: AsyncIterable<readonly unknown[]>,
  screen: Screen,
): AsyncGenerator<string> {
  const prose = proseScreen(screen)
  const bold = (text: string) => wrapText(styled(screen, 'heading', text), prose.width)
  const { title, page, ...when } = clean(await lawHead(corpus, code))
  const facts = fieldLines(prose, [
    ['Code', code],
    ['Status', sourceOf(when)],
    ['Source', page && linked(screen, page, page, 'source')],
  ])
  yield `${[...bold(title), '', ...facts].join('\n')}\n`
  for await (const { headings, norm } of normsOfLaw(corpus, parts)) {
    const shown = clean(norm)
    const above = headings.flatMap(({ text }) => [...bold(clean(text)), ''])
    const lines = [...above, ...normTitleLines(shown, prose), '', ...(await contentLines(corpus, shown, screen))]
    yield `\n${lines.join('\n').trimEnd()}\n`
  }
}
