/** The full text of a law: its title, then its headings and norms in order. */
import type { Corpus } from '../../corpus/corpus.ts'
import { lawHead, normsOfLaw } from '../../formats/law-document.ts'
import { addressOf, sourceOf } from '../../formats/source-facts.ts'
import { today } from '../../iso-date.ts'
import type { AsOf } from '../../layout/notes.ts'
import type { AnswerInParts } from '../../operations/operation.ts'
import { t } from '../../texts/texts.ts'
import { fieldLines } from '../fields.ts'
import { sanitize } from '../sanitize.ts'
import { linked, proseScreen, type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { contentLines, normTitleLines, sanitizeDocument } from './norm-page.ts'
import { publishedLines } from './published.ts'

/**
 * Draws a law, a norm at a time.
 * @param corpus as of the day of the answer
 * @param answer of the operation `norms`, in parts
 */
export async function* lawWording(
  corpus: Corpus,
  { head, parts, structure }: AnswerInParts,
  screen: Screen,
): AsyncGenerator<string> {
  const prose = proseScreen(screen)
  const bold = (text: string) => wrapText(styled(screen, 'heading', text), prose.width)
  const asOf = head as AsOf
  const law = await corpus.law(String(head.code))
  if (law === undefined) throw new Error(`the corpus has no law ${head.code}`)
  const facts = sanitize(lawHead(law, asOf, today()))
  const address = addressOf(facts)
  const fields = fieldLines(prose, [
    [t`Code`, law.code],
    [t`Published`, facts.promulgation],
    [t`Status`, sourceOf(facts)],
    [t`Source`, linked(screen, address, address, 'source')],
  ])
  const published = publishedLines(facts.published, null, prose)
  const notes = facts.notes.flatMap((note) => wrapText(styled(screen, 'quiet', note), prose.width))
  yield `${[...bold(facts.title), ...published, ...notes, '', ...fields].join('\n')}\n`
  for await (const { headings, norm } of normsOfLaw(structure ?? law.structure, parts, today())) {
    const lines = headings.flatMap(({ text }) => [...bold(sanitize(text)), ''])
    if (norm !== null) {
      const document = sanitizeDocument(norm)
      lines.push(...normTitleLines(document, prose), '', ...(await contentLines(corpus, document, screen)))
    }
    yield `\n${lines.join('\n').trimEnd()}\n`
  }
}
