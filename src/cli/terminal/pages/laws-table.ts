/** The list of laws. */
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted, formatNumber } from '../../../i18n/readable.ts'
import { localDate, t } from '../../../i18n/texts.ts'
import { type AsOf, noLawsNote, uncertainLawMark } from '../../../layout/notes.ts'
import type { LawSummary } from '../../../model/corpus.ts'
import { byJurisdiction, jurisdictionName } from '../../../model/jurisdictions.ts'
import type { laws } from '../../../operations/laws.ts'
import type { AnswerOf } from '../../../operations/operation.ts'
import { leadLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { tableParts } from '../table.ts'
import { wrapText } from '../wrap.ts'
import { emptyPage, pageLine, shellWord } from './paging.ts'
import { publishedHead } from './published.ts'

type LawsAnswer = AnswerOf<typeof laws> & AsOf

/** Minimum width for a table. */
const COMFORTABLE = 72
/** Minimum width for a column with the abbreviation. */
const WIDE = 110
const INDENT = '  '

/** Draws a list of laws, part by part and by jurisdiction: as tables, on narrow screens with each title below its code. */
export async function* lawsTable(answer: LawsAnswer, screen: Screen, dataset?: string): AsyncGenerator<string> {
  yield publishedHead(answer, screen)
  if (answer.count === 0) {
    yield emptyPage(screen, ...nothingFound(answer), answer.total > 0 ? undefined : dataset)
    return
  }
  const groups = byJurisdiction(answer.laws)
  for (const [index, [place, laws]] of groups.entries()) {
    const heading = styled(screen, 'label', headingOf(place))
    if (groups.length > 1) yield `${index > 0 ? '\n\n' : ''}${heading}\n`
    yield* screen.width < COMFORTABLE ? blocks(laws, screen) : lawTable(laws, screen)
  }
  yield `\n\n${pageLine(screen, answer, 'law')}`
}

/** `Bayern (de-by)`; one's own rules have only their code. */
export function headingOf(place: string): string {
  const name = jurisdictionName(place)
  return name === place ? name : `${name} (${place})`
}

function lawTable(laws: LawSummary[], screen: Screen): AsyncIterable<string> {
  const wide = screen.width >= WIDE
  return tableParts(
    screen,
    [
      { title: t`Code`, style: 'path', overflows: true },
      ...(wide ? [{ title: t`Abbreviation`, wraps: true }] : []),
      { title: t`Title`, wraps: true },
      { title: t`Norms`, align: 'right' },
      { title: t`Amended` },
    ],
    laws.map((law) => [
      law.code,
      ...(wide ? [nameOfLaw(law), markedTitle(law)] : [titleOf(law)]),
      formatNumber(law.norm_count),
      localDate(law.status_date ?? '-'),
    ]),
  )
}

/** Batch size in laws. */
const BATCH = 20

function* blocks(laws: LawSummary[], screen: Screen): Generator<string> {
  for (let start = 0; start < laws.length; start += BATCH) {
    const lines = laws.slice(start, start + BATCH).flatMap((law) => {
      const amended = law.status_date === null ? '' : t`, amended ${law.status_date}`
      const counts = `${counted(law.norm_count, 'norm')}${amended}`
      return [...leadLines(screen, law.code, counts, 'quiet'), ...wrapText(titleOf(law), screen.width, INDENT)]
    })
    yield (start > 0 ? '\n' : '') + lines.join('\n')
  }
}

/** The title, after the abbreviation unless that is the code or begins the title, as in numbers of acts. */
function titleOf(law: LawSummary): string {
  const { code, title } = law
  const abbreviation = nameOfLaw(law)
  const isTold = [folded(code), ''].includes(folded(abbreviation)) || title.startsWith(`${abbreviation} `)
  return isTold ? markedTitle(law) : `${abbreviation}: ${markedTitle(law)}`
}

function markedTitle(law: LawSummary): string {
  const mark = uncertainLawMark(law)
  return mark === '' ? law.title : `${law.title} (${mark})`
}

const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function nothingFound(answer: LawsAnswer): [message: string, hints: string[]] {
  const { total, query } = answer
  if (total > 0) return [t`No more: ${counted(total, 'law')}.`, [t`a smaller --offset`]]
  const note = noLawsNote(answer)
  if (note !== undefined || query === null) return [note ?? '', []]
  return [
    t`No law has “${query}” in its code, its abbreviation, its title or another name.`,
    [
      t`a shorter part of the name`,
      t`legal-text search ${shellWord(query)}, for norms with these words`,
      t`legal-text limitations, for the sources that could not be imported`,
    ],
  ]
}
