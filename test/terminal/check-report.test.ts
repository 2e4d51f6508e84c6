import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptySummary } from '../../src/corpus/check-summary.ts'
import type { Finding } from '../../src/corpus/check-text.ts'
import { checkSummary, findingLines, wordingLines } from '../../src/terminal/check-report.ts'
import { displayWidth } from '../../src/terminal/wrap.ts'

const screen = { width: 60, colour: false }
const finding: Finding = {
  line: 12,
  column: 5,
  text: '§ 99\n  MSGB',
  start: 100,
  end: 109,
  status: 'not_found',
  code: 'msgb',
  abbreviation: 'MSGB',
  norm: null,
  subdivision: null,
  label: null,
  heading: null,
  wording: null,
  message: 'MSGB (msgb) has no norm par:99; near it are par:27, par:28',
}

describe('a finding', () => {
  it('is written as compilers write errors', () => {
    assert.deepEqual(findingLines('a.md', finding, screen), [
      'a.md:12:5: not found: § 99 MSGB — MSGB (msgb) has no norm',
      '  par:99; near it are par:27, par:28',
    ])
  })

  it('has a long location on a line of its own, unbroken', () => {
    const file = `${'folder/'.repeat(12)}a file.md`
    const [location, ...rest] = findingLines(file, finding, screen)
    assert.equal(location, `${file}:12:5:`)
    assert.deepEqual(rest, ['  not found: § 99 MSGB — MSGB (msgb) has no norm par:99;', '  near it are par:27, par:28'])
  })

  it('says where a citation leads, and what may have been meant', () => {
    const verified = {
      ...finding,
      status: 'resolved',
      norm: 'par:1',
      label: '§ 1',
      heading: 'Zweck',
      message: null,
    } as const
    assert.match(
      findingLines('a', verified, screen).join(' ').replace(/ +/g, ' '),
      /resolved: § 99 MSGB — msgb par:1 § 1 Zweck$/,
    )
    const suggestions = [{ code: 'msgb', label: 'MSGB', title: 'Stadtgesetzbuch' }]
    const unknown = { ...finding, code: null, status: 'unknown_law', message: 'no such law', suggestions } as const
    assert.match(
      findingLines('a', unknown, screen).join(' ').replace(/ +/g, ' '),
      /— no such law; did you mean MSGB \(msgb\)\?$/,
    )
  })

  it('has colours where the screen has', () => {
    const [line = ''] = findingLines('a.md', finding, { width: 60, colour: true })
    assert(line.startsWith('\x1b[1ma.md:12:5:\x1b[22m \x1b[31mnot found\x1b[39m: § 99 MSGB'))
    assert.equal(displayWidth(line), 'a.md:12:5: not found: § 99 MSGB — MSGB (msgb) has no norm'.length)
  })

  it('shows its wording indented', async () => {
    const lines = await wordingLines({ ...finding, wording: '(1) Eins.\n(2) Zwei.' }, screen)
    assert.deepEqual(lines, ['', '    (1) Eins.', '', '    (2) Zwei.', ''])
    assert.deepEqual(await wordingLines(finding, screen), [''])
  })
})

describe('the summary', () => {
  const summary = emptySummary()

  it('of nothing', () => {
    assert.deepEqual(checkSummary({ ...summary, files: 1 }, screen), ['No citation found.'])
  })

  it('of verified citations', () => {
    const lines = checkSummary({ ...summary, files: 1, citations: 2, verified: 2, with_note: 1 }, screen)
    assert.deepEqual(lines, ['2 citations in 1 file: all verified', '1 verified citation with a note; --all shows it'])
  })

  it('of others', () => {
    const by_status = { ...summary.by_status, resolved: 1200, not_found: 2, unread: 1 }
    const counts = { files: 3, citations: 1203, verified: 1200, unverified: 3, set_aside: 2, with_note: 0, by_status }
    assert.deepEqual(checkSummary(counts, screen), [
      '1,203 citations in 3 files: 1,200 verified, 3 not (2 not',
      '  found, 1 unread)',
      '2 designations of contracts, by-laws or annexes set aside',
    ])
  })
})
