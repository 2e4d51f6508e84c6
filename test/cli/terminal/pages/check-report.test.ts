import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CheckTotals,
  checkSummary,
  findingLines,
  wordingLines,
} from '../../../../src/cli/terminal/pages/check-report.ts'
import { displayWidth } from '../../../../src/cli/terminal/width.ts'
import { emptySummary, type Finding } from '../../../../src/resolve/check-text.ts'

const screen = { width: 60, colour: false }
const finding: Finding = {
  line: 12,
  column: 5,
  text: '§ 99\n  MSGB',
  start: 100,
  end: 109,
  status: 'not_found',
  class: 'wrong',
  edition: null,
  code: 'msgb',
  abbreviation: 'MSGB',
  norm: null,
  subdivision: null,
  label: null,
  heading: null,
  cite_as: null,
  wording: null,
  message: 'MSGB has no § 99 (it begins with § 1 and ends with § 32)',
}

describe('a finding', () => {
  it('is written as compilers write errors', () => {
    assert.deepEqual(findingLines('a.md', finding, screen), [
      'a.md:12:5: wrong (not found): § 99 MSGB — MSGB has no § 99',
      '  (it begins with § 1 and ends with § 32)',
    ])
  })

  it('has a long location on a line of its own, unbroken', () => {
    const file = `${'folder/'.repeat(12)}a file.md`
    const [location, ...rest] = findingLines(file, finding, screen)
    assert.equal(location, `${file}:12:5:`)
    assert.deepEqual(rest, [
      '  wrong (not found): § 99 MSGB — MSGB has no § 99 (it begins',
      '  with § 1 and ends with § 32)',
    ])
  })

  it('says where a citation leads, and what may have been meant', () => {
    const verified = {
      ...finding,
      status: 'resolved',
      class: 'right',
      norm: 'par:1',
      label: '§ 1',
      heading: 'Zweck',
      cite_as: '§ 1 MSGB',
      message: null,
    } as const
    assert.match(
      findingLines('a', verified, screen).join(' ').replace(/ +/g, ' '),
      /right: § 99 MSGB — § 1 MSGB Zweck$/,
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
    assert(line.startsWith('\x1b[1ma.md:12:5:\x1b[22m \x1b[31mwrong\x1b[39m (not found): § 99 MSGB'))
    assert.equal(displayWidth(line), 'a.md:12:5: wrong (not found): § 99 MSGB — MSGB has no § 99'.length)
  })

  it('shows its wording indented', async () => {
    const lines = await wordingLines({ ...finding, wording: '(1) Eins.\n(2) Zwei.' }, screen)
    assert.deepEqual(lines, ['', '    (1) Eins.', '', '    (2) Zwei.', ''])
    assert.deepEqual(await wordingLines(finding, screen), [''])
  })
})

describe('a finding of each class', () => {
  const line = (more: Partial<Finding>, options = {}) =>
    findingLines('a', { ...finding, ...more }, { width: 200, colour: false }, options)[0]

  it('is told apart from the others', () => {
    assert.match(line({ class: 'uncertain', status: 'ambiguous' }) ?? '', /^a:12:5: uncertain \(ambiguous\): /)
    assert.match(line({ class: 'outside', status: 'unknown_law' }) ?? '', /^a:12:5: outside: /)
    const marks = (['right', 'wrong', 'uncertain', 'outside'] as const).map(
      (verdict) => findingLines('a', { ...finding, class: verdict }, { width: 200, colour: true })[0],
    )
    assert.equal(new Set(marks.map((each) => /(\d+)m(?:right|wrong|uncertain|outside)/.exec(each ?? '')?.[1])).size, 4)
  })

  it('says of a norm that takes effect later that it is not yet in force', () => {
    const later = { status: 'resolved', message: 'it is not yet in force' } as const
    assert.match(line({ ...later, class: 'wrong' }) ?? '', /^a:12:5: wrong \(not yet in force\): § 99 MSGB/)
    assert.match(line({ ...later, class: 'right' }) ?? '', /^a:12:5: right: /)
  })

  it('names an edition that its message does not', () => {
    const edition = { class: 'uncertain', status: 'resolved', edition: 'a. F.', message: null } as const
    assert.match(line(edition) ?? '', /^a:12:5: uncertain \(edition\): § 99 MSGB — the text names an edition: a\. F\.$/)
    assert.match(
      line({ ...edition, status: 'not_found', message: 'of a. F.' }) ?? '',
      /uncertain \(not found\): § 99 MSGB — of a\. F\.$/,
    )
  })

  it('has the place of a document that has no lines', () => {
    assert.match(line({}, { place: { paragraph: 12, footnote: 3 } }) ?? '', /^a:¶12, footnote 3: wrong/)
    const told = { paragraph: 12, heading: 'II. Wert', excerpt: 'nach § 99 MSGB …' }
    assert.match(line({}, { place: told }) ?? '', /^a:II\. Wert, “nach § 99 MSGB …”: wrong/)
    assert.match(
      line({}, { place: { page: 2, line: 7 }, isKnown: true }) ?? '',
      /^a:page 2:7: wrong \(not found\), in the baseline: /,
    )
  })
})

describe('the summary', () => {
  const totals: CheckTotals = { ...emptySummary(), ignored: 0, known: 0 }
  const by_class = (right: number, wrong = 0, uncertain = 0, outside = 0) => ({ right, wrong, uncertain, outside })

  it('of nothing', () => {
    assert.deepEqual(checkSummary({ ...totals, files: 1 }, screen), ['No citation found.'])
  })

  it('of right citations', () => {
    const lines = checkSummary({ ...totals, files: 1, citations: 2, by_class: by_class(2), with_note: 1 }, screen)
    assert.deepEqual(lines, ['2 citations in 1 file: all right', '1 right citation with a note; --all shows it'])
  })

  it('does not send those to --all who have used it', () => {
    const right = { ...totals, files: 1, citations: 2, by_class: by_class(2), with_note: 1 }
    assert.equal(checkSummary(right, screen, true)[1], '1 right citation with a note')
  })

  it('of others, by their classes', () => {
    const by_status = { ...totals.by_status, resolved: 1200, not_found: 2, unread: 1 }
    const counts = { files: 3, citations: 1204, set_aside: 2, by_status, by_class: by_class(1200, 2, 1, 1) }
    assert.deepEqual(checkSummary({ ...totals, ...counts, known: 1, ignored: 7 }, screen), [
      '1,204 citations in 3 files: 1,200 right, 2 wrong, 1',
      '  uncertain, 1 outside (2 not found, 1 unread)',
      '1 citation in the baseline',
      '7 citations ignored',
      '2 designations of contracts, by-laws or annexes set aside',
    ])
  })

  it('of citations that lead to a norm, and name an edition', () => {
    const by_status = { ...totals.by_status, resolved: 3, not_found: 1 }
    const lines = checkSummary({ ...totals, files: 1, citations: 4, by_status, by_class: by_class(1, 1, 2) }, screen)
    assert.deepEqual(lines, [
      '4 citations in 1 file: 1 right, 1 wrong, 2 uncertain (1 not',
      '  found, 2 of an edition, not yet in force, or of a text',
      '  that lacks an amendment)',
    ])
  })
})
