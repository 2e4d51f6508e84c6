/** Pages of versions, differences and changes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { changesPage } from '../../../../src/cli/terminal/pages/changes-page.ts'
import { diffPage } from '../../../../src/cli/terminal/pages/diff-page.ts'
import { normPage } from '../../../../src/cli/terminal/pages/norm-page.ts'
import { lawVersionsTable, normVersionsTable } from '../../../../src/cli/terminal/pages/versions-table.ts'
import type { Page, Screen } from '../../../../src/cli/terminal/screen.ts'
import { displayWidth } from '../../../../src/cli/terminal/width.ts'
import { openCorpus } from '../../../../src/dataset/open.ts'
import type { Corpus } from '../../../../src/model/corpus.ts'
import { changes } from '../../../../src/operations/changes.ts'
import { lawDiff } from '../../../../src/operations/law-diff.ts'
import { lawVersions } from '../../../../src/operations/law-versions.ts'
import { norm } from '../../../../src/operations/norm.ts'
import { normDiff } from '../../../../src/operations/norm-diff.ts'
import { normVersions } from '../../../../src/operations/norm-versions.ts'
import { pageText } from '../page-text.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const plain = (width: number): Screen => ({ width, colour: false })

test('no line is wider than the screen, and colours change no word', async () => {
  const msgb = { code: 'msgb' }
  const ofLaw = await lawDiff.run(corpus, { ...msgb, from: '2024-06-01', to: '2026-01-01' })
  const table = await normDiff.run(corpus, { code: 'hafeng_2021', norm: 'annex:1' })
  const versions = await normVersions.run(corpus, { ...msgb, norm: '16' })
  const ofLaws = await lawVersions.run(corpus, msgb)
  const changed = await changes.run(corpus, {})
  const pages: ((screen: Screen) => Page)[] = [
    (screen) => diffPage(ofLaw, screen),
    (screen) => diffPage(table, screen),
    (screen) => normVersionsTable(versions, screen),
    (screen) => lawVersionsTable(ofLaws, screen),
    (screen) => changesPage(changed, screen),
  ]
  for (const draw of pages) {
    for (const width of [40, 60, 99, 100, 140, 250]) {
      const text = await pageText(draw(plain(width)))
      for (const line of text.split('\n')) assert(displayWidth(line) <= width, `${width}: ${line}`)
      // In side-by-side view, marks move words to other lines.
      if (width >= 100) continue
      const coloured = await pageText(draw({ width, colour: true }))
      assert.equal(
        stripVTControlCharacters(coloured).replace(/[\s-]+/g, ''),
        text.replace(/\[-|-\]|\{\+|\+\}/g, '').replace(/[\s-]+/g, ''),
      )
    }
  }
})

test('a wide screen has the old text on the left, a narrow one both in one text', async () => {
  const answer = await normDiff.run(corpus, { code: 'msgb', norm: '12' })
  const wide = await pageText(diffPage(answer, plain(140)))
  assert.match(wide, /^As published on 2025-06-01|^As published from .* │ As published since 2026-01-01$/m)
  assert.match(wide, /in \[-zwei-\]\s+Jahren\.\s+│ .*in \{\+drei\+\}\s+Jahren\./)
  const narrow = await pageText(diffPage(answer, plain(60)))
  assert.match(narrow.replace(/\s+/g, ' '), /verjähren in \[-zwei-\]\{\+drei\+\} Jahren\./)
})

test('changes come by day and law; a whole law is one line with the number of its norms', async () => {
  const page = await pageText(changesPage(await changes.run(corpus, {}), plain(100)))
  const days = [...page.matchAll(/^In the state of (.*)$/gm)].map(([, day]) => day)
  assert.deepEqual(days, ['2026-01-01', '2025-06-01', '2024-05-01'])
  assert.match(page, /^SundLotsO\n {2}law removed: .* \(4 norms\)\n\n/m)
  assert.match(page, /^ {2}moved {4}§ 29 → § 28 Noten$/m)
  assert.match(page, /^32 changes$/m)
})

test('an empty list says which days the corpus knows', async () => {
  const page = await pageText(changesPage(await changes.run(corpus, { since: '2026-02-01' }), plain(100)))
  assert.match(page, /^No changes since 2026-02-01\. The states are from 2024-06-01 to 2026-01-01\.$/m)
})

test('the page of an older text says so on top, with the command for all versions', async () => {
  const page = async (as_of: string, path: string) =>
    (await pageText(normPage(corpus, await norm.run(corpus, { code: 'msgb', norm: path, as_of }), plain(100)))).split(
      '\n',
    )
  assert.equal(
    (await page('2025-06-01', '16'))[2],
    'As published on 2025-06-01. This is not the newest text. All versions: legal-text history msgb',
  )
  assert.equal((await page('2025-06-01', '1'))[2], 'As published on 2025-06-01. This is the newest text.')
  assert.equal(
    (await page('2030-01-01', '1'))[2],
    'The newest text, as published on 2026-01-01; of 2030-01-01, no text is known yet.',
  )
})
