import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Baseline, ignoreEntries, ignoring } from '../../../src/cli/check/known-findings.ts'
import { citationKey } from '../../../src/cli/check/known-wordings.ts'
import { openCorpus } from '../../../src/dataset/open.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import { checkText, type Finding } from '../../../src/resolve/check-text.ts'
import { NO_NORM } from '../../../src/resolve/citation.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const TEXT = '§ 1 MSGB, § 99\u00a0MSGB, § 7 HafenG, Art. 5 DSGVO, §\n8 MSGB.'

/** The citations that are not ignored. */
async function left(...entries: string[]): Promise<string[]> {
  const isIgnored = await ignoring(corpus, entries)
  const { findings } = await checkText(corpus, TEXT)
  return findings.filter((finding) => !isIgnored(finding)).map(({ text }) => text.replace(/\s+/g, ' '))
}

describe('what is ignored', () => {
  it('laws by their names as they are compared everywhere, whether the corpus has them or not', async () => {
    const rest = ['§ 1 MSGB', '§ 99 MSGB', '§ 8 MSGB']
    assert.deepEqual(await left('dsgvo', 'Hafen-Gesetz'), rest)
    assert.deepEqual(await left('D S G V O', 'hafeng_2021'), rest)
    assert.deepEqual(await left('Möwensunder Stadtgesetzbuch'), ['§ 7 HafenG', 'Art. 5 DSGVO'])
  })

  it('single citations, however they are spaced', async () => {
    assert.deepEqual(await left('§99 MSGB', '§ 8 msgb'), ['§ 1 MSGB', '§ 7 HafenG', 'Art. 5 DSGVO'])
    assert.deepEqual(await left('§ 9 MSGB', '9'), await left())
  })

  it('no number runs into the next', () => {
    assert.notEqual(citationKey('§ 1 1 MSGB'), citationKey('§ 11 MSGB'))
    assert.equal(citationKey('§\u00a01  MSGB'), citationKey('§1 MSGB'))
  })

  it('a file has an entry a line, and comments', () => {
    const text = '# Gesetze\nDSGVO\n\n  § 99 MSGB   # Musterfall\r\nVOB/B#1\n'
    assert.deepEqual(ignoreEntries(text), ['DSGVO', '§ 99 MSGB', 'VOB/B#1'])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'legal-text-baseline-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'baseline.json')

const finding = (text: string, more: Partial<Finding> = {}): Finding => ({
  ...NO_NORM,
  ...{ text, line: 1, column: 1, start: 0, end: text.length, status: 'not_found', class: 'wrong', message: null },
  ...more,
})
const text = join(folder, 'a.md')

describe('a baseline', () => {
  it('knows as many findings that are alike as it has, wherever they stand', async () => {
    const written = Baseline.empty(file)
    assert.equal(written.record(text, finding('§ 99 MSGB')), false)
    written.record(text, finding('§ 99\n  MSGB'))
    written.record('-', finding('§ 5 FooG'))
    assert.equal(written.write(), 3)
    const read = await Baseline.read(file)
    const moved = { line: 80, start: 900, end: 909 }
    assert.equal(read.record(text, finding('§ 99 MSGB', moved)), true)
    assert.equal(read.record(text, finding('§\u00a099 MSGB')), true)
    assert.equal(read.record(text, finding('§ 99 MSGB')), false)
    assert.equal(read.record(join(folder, 'b.md'), finding('§ 99 MSGB')), false)
    assert.equal(read.record('-', finding('§ 5 FooG')), true)
  })

  it('does not replace what is no file: a device, a folder', () => {
    for (const path of ['/dev/null', folder]) {
      assert.throws(() => Baseline.empty(path).write(), /cannot write baseline .*: it is not a file/)
    }
    assert(statSync('/dev/null').isCharacterDevice())
  })

  it('does not know a finding whose verdict has changed', async () => {
    const written = Baseline.empty(file)
    written.record(text, finding('§ 99 MSGB', { class: 'uncertain' }))
    written.write()
    assert.equal((await Baseline.read(file)).record(text, finding('§ 99 MSGB')), false)
  })

  it('is the same whatever the order of findings, without lines, and with paths from its own folder', () => {
    const contents = [
      ['§ 1 X', '§ 2 X'],
      ['§ 2 X', '§ 1 X'],
    ].map((texts) => {
      const written = Baseline.empty(file)
      for (const each of texts) written.record(join(folder, 'sub', 'a.md'), finding(each))
      written.write()
      return readFileSync(file, 'utf8')
    })
    assert.equal(contents[0], contents[1])
    assert.match(
      contents[0] ?? '',
      /^\{\n {2}"version": 1,\n {2}"findings": \[\n {4}\{"file":"sub\/a\.md","text":"§ 1 X"/,
    )
    assert.doesNotMatch(contents[0] ?? '', /"line"/)
  })

  it('is written whole or not at all', () => {
    writeFileSync(file, 'as it was')
    const nowhere = join(folder, 'nowhere', 'baseline.json')
    assert.throws(() => Baseline.empty(nowhere).write(), /cannot write baseline .*nowhere/)
    const taken = join(folder, 'taken')
    mkdirSync(join(taken, 'x'), { recursive: true })
    assert.throws(() => Baseline.empty(taken).write(), /cannot write baseline/)
    assert.deepEqual(readdirSync(folder).sort(), ['baseline.json', 'taken'])
    assert.equal(readFileSync(file, 'utf8'), 'as it was')
  })

  it('that is missing or damaged is refused', async () => {
    await assert.rejects(
      Baseline.read(join(folder, 'none.json')),
      /there is no baseline .*; write it with --update-baseline/,
    )
    for (const [content, message] of [
      ['{', /is not a baseline: /],
      ['[]', /is not a baseline of version 1/],
      ['{"version": 2, "findings": []}', /is not a baseline of version 1/],
      ['{"version": 1, "findings": [{}]}', /is a damaged baseline/],
      ['{"version": 1}', /is a damaged baseline/],
    ] as const) {
      writeFileSync(file, content)
      await assert.rejects(Baseline.read(file), message)
    }
  })
})
