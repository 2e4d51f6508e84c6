import { describe, it } from 'node:test'
import { findDesignations } from '../../src/citation/text/find-designations.ts'
import { findUnparsed } from '../../src/citation/text/unparsed.ts'
import { plainTextOfHtml } from '../../src/read-text/html.ts'
import { plainTextOfJson } from '../../src/read-text/json.ts'
import { plainTextOfLatex } from '../../src/read-text/latex.ts'
import { plainTextOfMarkdown } from '../../src/read-text/markdown.ts'
import { assertLinear } from '../growth.ts'

const MARKUP = [
  ...[
    '<',
    '<a',
    '<a ',
    '<a "',
    '<a \'"',
    '<a x="',
    '<a>',
    '</',
    '<!--',
    '<!-- a -->',
    '<!',
    '<?',
    '<p>',
    '">',
    '\n',
    '\r',
  ],
  ...[
    '<script>',
    '<style><script>',
    '<head>',
    '<sup>',
    '<sup>1</sup>',
    '&',
    '&a',
    '&#x',
    '&sect;',
    '&aaaaaaaaaaaaaaaaaaaa',
  ],
  ...[
    '[',
    '](',
    '[](',
    '[a](b ',
    '(',
    ')',
    '[x][y]',
    '![',
    '[^',
    '*',
    'a_',
    '~',
    '`',
    '```\n',
    '```a\n',
    '~~~~\n```\n',
  ],
  ...['> ', '- ', '- a\n', '1. a\n', '#', '# a\n', '=', '| a | b |\n', '\\', '\n\n', 'x \n', 'x', '\u200f', '😀'],
]
const CITATIONS = [
  '§',
  '§ ',
  '§ abc BGB ',
  '§ 5abc ',
  '§ 5 Abs. ',
  'Art. x ',
  'Artikel 12345 ',
  'Abs. 1 ',
  'Nr. 1 VV ',
  'Anlage zum ',
]

const LATEX = [
  ...[
    '\\',
    '\\S',
    '\\S~1 ',
    '{',
    '}',
    '{}',
    '\\a{',
    '\\footnote{',
    '\\footnote{a}',
    '\\section{',
    '\\label{',
    '\\label{a}',
  ],
  ...[
    '\\begin{',
    '\\begin{verbatim}',
    '\\begin{comment}',
    '\\begin{document}',
    '\\end{x}',
    '\\begin {',
    '\\verb|',
    '\\b',
    '\\def\\a{',
  ],
  ...[
    '\\newcommand{\\a}{b}',
    '\\newcommand{\\a}{',
    '\\title{',
    '%',
    '% \n',
    '$',
    '&',
    '"',
    '"a',
    '``',
    '---',
    '\n ',
    '\n\n',
    '[',
    '\\a[',
    '\\\\[',
    '\\"',
    '\\" ',
  ],
]

const JSON_PIECES = [
  '"',
  '"a"',
  '"a",',
  '"a":',
  '"<p>",',
  '\\',
  '"\\n",',
  '\\n',
  '{',
  ' ',
  '1',
  '-',
  '"" ',
  '"&',
  '"\\u00a7"',
  '"<',
]

const READERS = { html: plainTextOfHtml, markdown: plainTextOfMarkdown, latex: plainTextOfLatex, json: plainTextOfJson }
const PIECES: Record<string, string[]> = { latex: LATEX, json: JSON_PIECES }
for (const [format, plainTextOf] of Object.entries(READERS)) {
  describe(`the text of ${format} takes time in proportion to its length`, () => {
    for (const piece of PIECES[format] ?? MARKUP)
      it(JSON.stringify(piece), () => assertLinear((text) => plainTextOf(text).text, piece))
  })
}

describe('nested links take time in proportion to their length', () => {
  for (const piece of ['[](', '](', '[](x ', '([a']) {
    it(piece, () => {
      const nested = (text: string) => text + ')'.repeat(text.length / piece.length)
      assertLinear((text) => plainTextOfMarkdown(nested(text)).text, piece)
    })
  }
})

describe('findUnparsed takes time in proportion to the text', () => {
  for (const piece of CITATIONS) {
    it(JSON.stringify(piece), () => assertLinear((text) => findUnparsed(text, findDesignations(text)), piece))
  }
})
