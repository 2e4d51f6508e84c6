/** Help pages: sections of prose, of terms with their meaning, and of command lines. */
import { translated } from '../../../i18n/texts.ts'
import { proseScreen, type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd } from '../width.ts'
import { wrapText } from '../wrap.ts'

export interface HelpPage {
  title: string
  sections: readonly HelpSection[]
}

export type HelpSection = { header: string } & (
  | { paragraphs: readonly string[] }
  | { terms: readonly (readonly [term: string, meaning: string])[] }
  | { examples: readonly (readonly [meaning: string, line: string])[] }
)

const INDENT = '  '
const GAP = 2
/** Maximum width of terms beside their meaning; longer ones get their own line above it. */
const WIDEST_TERM = 22

/** Draws a page of help, in the language of the texts. @param page in English */
export function helpPage({ title, sections }: HelpPage, screen: Screen): string {
  const narrow = proseScreen(screen)
  const blocks = [
    wrapText(translated(title), narrow.width),
    ...sections.map((section) => [
      ...wrapText(translated(section.header), screen.width).map((line) => styled(screen, 'heading', line)),
      ...sectionLines(section, narrow),
    ]),
  ]
  return blocks.map((lines) => lines.join('\n')).join('\n\n')
}

function sectionLines(section: HelpSection, screen: Screen): string[] {
  if ('paragraphs' in section) {
    return section.paragraphs.flatMap((paragraph, index) => [
      ...(index > 0 ? [''] : []),
      ...wrapText(translated(paragraph), screen.width, INDENT),
    ])
  }
  if ('terms' in section) return termLines(section.terms, screen)
  return section.examples.flatMap(([meaning, line], index) => [
    ...(index > 0 ? [''] : []),
    ...wrapText(translated(meaning), screen.width, `${INDENT}# `).map((each) => styled(screen, 'quiet', each)),
    // Unbroken, so that command lines can be copied.
    INDENT + line,
  ])
}

function termLines(terms: readonly (readonly [string, string])[], screen: Screen): string[] {
  const short = terms.map(([term]) => displayWidth(term)).filter((width) => width <= WIDEST_TERM)
  const column = Math.max(0, ...short) + GAP
  const hanging = INDENT + ' '.repeat(column)
  return terms.flatMap(([term, meaning]) => {
    const [first = '', ...rest] = wrapText(translated(meaning), screen.width, hanging)
    if (displayWidth(term) > WIDEST_TERM) return [INDENT + styled(screen, 'path', term), first, ...rest]
    return [INDENT + styled(screen, 'path', padEnd(term, column)) + first.slice(hanging.length), ...rest]
  })
}
