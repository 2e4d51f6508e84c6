import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainTextOfMarkdown } from '../../src/read-text/markdown.ts'
import { LINE_END } from '../../src/read-text/plain-text.ts'

const linesOf = (source: string) =>
  plainTextOfMarkdown(source)
    .text.split(LINE_END)
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')

describe('the text of Markdown', () => {
  const cases: [name: string, source: string, ...lines: string[]][] = [
    ['emphasis', 'nach **§ 1** *MSGB*, __§ 2__ _MSGB_, ~~§ 3~~ ***x***', 'nach § 1 MSGB, § 2 MSGB, § 3 x'],
    ['what is no emphasis', '2 * 3, a_b_c, ~5', '2 * 3, a_b_c, ~5'],
    ['links', '[§ 1 MSGB](https://recht.example/a_(b) "Titel") und ![Bild](b.png)', '§ 1 MSGB und Bild'],
    ['links with a target in brackets', '[§ 1](<a b>) MSGB', '§ 1 MSGB'],
    ['links that go over a line', '[§ 1\nMSGB](https://recht.example)', '§ 1 MSGB'],
    ['links by reference, footnotes', '[§ 1][msgb] MSGB[^1]', '§ 1 MSGB'],
    [
      'what is no link',
      '[a] (b) und [c](d e) und ](f) und [g][§ 5 MSGB]',
      '[a] (b) und [c](d e) und ](f) und [g][§ 5 MSGB]',
    ],
    ['code within a line is text', '`§ 1 MSGB` und ``a`b``', '§ 1 MSGB und ab'],
    ['blocks of code are left out', 'a\n```js\n§ 1\n~~~\n```\nb\n~~~\n§ 2\n~~~~\nc', 'a', 'b', 'c'],
    ['but not where the fence is never closed', '```\n§ 1 MSGB', '``` § 1 MSGB'.slice(4)],
    ['escaped characters', '\\§ 1 \\*a\\* \\\\ \\a', '§ 1 *a* \\ \\a'],
    ['headings end lines', '# Zu § 1\nMSGB\n## b ##', 'Zu § 1', 'MSGB', 'b ##'],
    ['underlined headings too', 'Zu § 1\n=====\nMSGB', 'Zu § 1', 'MSGB'],
    ['lists', '- § 1\n- MSGB\n  weiter\n1. a\n2) b', '§ 1', 'MSGB weiter', 'a', 'b'],
    ['a number that begins a line of a paragraph', '§ 3 der\n12. BImSchV', '§ 3 der 12. BImSchV'],
    ['quotations, with their marks', '> nach § 1\n> > MSGB', '\ufff9nach § 1 MSGB\ufffb'],
    ['empty lines end lines', 'nach § 1\r\n \r\nMSGB', 'nach § 1', 'MSGB'],
    ['tables', '| § 1 | MSGB |\n|:---|---|\n| a | b |', '| § 1 | MSGB |', '| a | b |'],
    ['HTML', '&sect; 1 <b>MSGB</b><br>a <!-- b\nc --> d <https://recht.example>', '§ 1 MSGB', 'a d'],
  ]
  for (const [name, source, ...lines] of cases) {
    it(name, () => assert.deepEqual(linesOf(source), lines))
  }

  it('knows where in the source its characters stand', () => {
    const source = '# Zu\n\nNach **[§ 1](a) MSGB** gilt'
    const plain = plainTextOfMarkdown(source)
    const start = plain.text.indexOf('§')
    assert.equal(source.slice(plain.sourceStart(start), plain.sourceEnd(start + '§ 1 MSGB'.length)), '§ 1](a) MSGB')
  })
})
