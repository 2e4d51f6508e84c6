import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDesignations } from '../../src/citation/find.ts'
import { findUnread } from '../../src/citation/unread.ts'
import { plainTextOf } from '../../src/plain-text/format.ts'

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
const SIZE = 20_000
/** Times below this, in milliseconds, are noise. */
const FLOOR = 8

function milliseconds(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

function isLinear(work: (text: string) => unknown, piece: string): void {
  const text = piece.repeat(Math.ceil(SIZE / piece.length))
  const growth = () =>
    milliseconds(() => work(text.repeat(10))) /
    Math.max(
      milliseconds(() => work(text)),
      FLOOR,
    )
  let ratio = growth()
  for (let again = 0; again < 3 && ratio >= 20; again++) ratio = growth()
  assert(ratio < 20, `10 times the text takes ${ratio.toFixed(1)} times the time`)
}

for (const format of ['html', 'markdown'] as const) {
  describe(`the text of ${format} takes time in proportion to its length`, () => {
    for (const piece of MARKUP)
      it(JSON.stringify(piece), () => isLinear((text) => plainTextOf(text, format).text, piece))
  })
}

describe('nested links take time in proportion to their length', () => {
  for (const piece of ['[](', '](', '[](x ', '([a']) {
    it(piece, () => {
      const nested = (text: string) => text + ')'.repeat(text.length / piece.length)
      isLinear((text) => plainTextOf(nested(text), 'markdown').text, piece)
    })
  }
})

describe('findUnread takes time in proportion to the text', () => {
  for (const piece of CITATIONS) {
    it(JSON.stringify(piece), () => isLinear((text) => findUnread(text, findDesignations(text)), piece))
  }
})
