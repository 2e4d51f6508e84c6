/** Differences as Markdown, HTML and unified text. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { applyPatch } from 'diff'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { lawDiff } from '../../src/operations/law-diff.ts'
import { normDiff } from '../../src/operations/norm-diff.ts'
import { render } from '../../src/render/render.ts'
import { type OpenStates, openStates } from '../open-states.ts'

const EVIL = 'Es gilt &lt;b&gt; und *alles* | was "steht".'

let starter: Corpus
let history: OpenStates
before(async () => {
  starter = await openCorpus({ dataset: 'starter' })
  history = await openStates({
    '2020-01-01': { ZeichenG: { '§ 1: Alt &amp; neu': '(1) Es gilt.\n(2) Es bleibt.' } },
    '2021-01-01': { ZeichenG: { '§ 1: Neu': `(1) Es gilt.\n(2) ${EVIL}` } },
  })
})
after(async () => {
  await starter.close()
  await history.close()
})

const ofNorm = (code: string, norm: string, corpus = starter) => normDiff.run(corpus, { code, norm })

test('unified text is a patch that makes the new text of the old one', async () => {
  for (const [code, norm] of [
    ['msgb', '12'],
    ['msgb', '16'],
    ['msgb', '17'],
    ['hafeng_2021', '7'],
    ['hafeng_2021', 'annex:1'],
  ] as const) {
    const answer = await ofNorm(code, norm)
    const text = (without: string) =>
      `${answer.parts
        .filter(({ type }) => type !== without)
        .map(({ text }) => text)
        .join('')}\n`
    const unified = render(normDiff, 'text', { ...answer, differs: ['text'] })
    assert.match(unified, /^--- .*\tAs published .*\n\+\+\+ .*\tAs published .*\n@@ -\d+,\d+ \+\d+,\d+ @@$/m)
    const patch = unified.slice(unified.indexOf('--- '))
    assert.equal(applyPatch(text('inserted'), patch), text('deleted'), `${code} ${norm}`)
  }
})

test('Markdown has deleted and inserted words in place', async () => {
  const markdown = render(normDiff, 'md', await ofNorm('msgb', '16'))
  assert.match(markdown, /^# § 16 Ordentliche Kündigung$/m)
  assert.match(markdown, /<del>zwei<\/del><ins>drei<\/ins> Monate<ins>; sie endet/)
  assert.match(markdown, /^<del>As published [^<]*<\/del> <ins>As published since 2026-01-01<\/ins>$/m)
})

test('of a law, norms that were added, moved and removed are named, and lines far from changes left out', async () => {
  const answer = await lawDiff.run(starter, { code: 'msgb', from: '2024-06-01', to: '2026-01-01' })
  for (const format of ['md', 'html', 'text'] as const) {
    const drawn = render(lawDiff, format, answer)
    for (const words of [/Added\./, /Removed\./, /Renumbered: § 29 is now § 28\./]) assert.match(drawn, words)
  }
  assert.match(render(lawDiff, 'md', answer), /^…$/m)
  const lines = render(lawDiff, 'ndjson', answer).trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).norm),
    answer.norms.map(({ norm }) => norm),
  )
})

describe('characters of the text are no markup', () => {
  test('in HTML, whose heading shows what changed', async () => {
    const html = render(normDiff, 'html', await ofNorm('zeicheng', '1', history.corpus))
    assert(html.includes('Es gilt &lt;b&gt; und *alles* | was &quot;steht&quot;.'))
    assert.match(html, /Heading: <span lang="de"><del>Alt &amp; neu<\/del><ins>Neu<\/ins>/)
    assert.doesNotMatch(html, /<script|<b>|src=/)
  })

  test('in Markdown', async () => {
    const markdown = render(normDiff, 'md', await ofNorm('zeicheng', '1', history.corpus))
    assert(markdown.includes('\\<b\\> und \\*alles\\* \\| was'), markdown)
  })
})
