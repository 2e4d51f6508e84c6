/** Definitions: each with its citation and the wording of its part. */
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted } from '../../../i18n/readable.ts'
import { t } from '../../../i18n/texts.ts'
import type { AsOf } from '../../../layout/notes.ts'
import type { definitions } from '../../../operations/definitions.ts'
import type { AnswerOf } from '../../../operations/operation.ts'
import { leadLines } from '../fields.ts'
import type { Screen } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { emptyPage, pageLine, shellWord } from './paging.ts'
import { publishedHead } from './published.ts'
import { markMatches } from './search-results.ts'

type Answer = AnswerOf<typeof definitions> & AsOf
type Item = Answer['definitions'][number]

/** Maximum characters of a wording around its term. */
const LONGEST = 600
const INDENT = '  '

/** Draws definitions. The term is coloured if the screen has colours, else between asterisks. */
export function definitionsPage(answer: Answer, screen: Screen, dataset: string): string {
  if (answer.count === 0) return emptyPage(screen, ...nothingFound(answer), answer.total > 0 ? undefined : dataset)
  const drawn = answer.definitions.map((item) => blockOf(item, screen)).join('\n\n')
  return `${publishedHead(answer, screen)}${drawn}\n\n${pageLine(screen, answer, 'definition', true)}`
}

function blockOf(item: Item, screen: Screen): string {
  const { code, norm, subdivision, cite_as, heading, lead_in } = item
  const path = [`${code} ${norm}`, subdivision].filter(Boolean).join('/')
  const [before, after] = [Math.max(0, item.start - LONGEST / 2), Math.max(item.end, item.start + LONGEST / 2)]
  const text = item.text.slice(before, after).replace(/\s/g, ' ')
  const cut = `${before > 0 ? '… ' : ''}${markMatches(screen, text, [[item.start - before, item.end - before]])}`
  const wording = after < item.text.length ? `${cut} …` : cut
  return [
    ...leadLines(screen, path, [cite_as, heading].filter(Boolean).join(' '), 'heading'),
    ...(lead_in === null ? [] : wrapText(lead_in.replace(/\s+/g, ' '), screen.width, INDENT)),
    ...wrapText(wording, screen.width, INDENT),
  ].join('\n')
}

function nothingFound({ term, codes, total }: Answer): [message: string, hints: string[]] {
  if (total > 0) return [t`No more: ${counted(total, 'definition')}.`, [t`a smaller --offset`]]
  const laws = codes.map((code) => nameOfLaw({ code, abbreviation: null })).join(', ')
  if (term === null)
    return [t`No definitions found in ${laws}.`, [t`legal-text law ${codes[0] ?? ''}, for its contents`]]
  return [
    laws === '' ? t`No definition of “${term}” found.` : t`No definition of “${term}” found in ${laws}.`,
    [t`legal-text search ${shellWord(term)}, for norms with the words`],
  ]
}
