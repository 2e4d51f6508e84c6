import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { githubLine, sarifLog } from '../../src/render/check-formats.ts'
import { type ReportedFinding, verdictOf } from '../../src/render/check-verdict.ts'
import { checkText, type Finding } from '../../src/resolve/check-text.ts'

const TEXT = 'Nach § 1 MSGB und\n😀 § 99\nMSGB, § 1 BienHV.\n§ 99 MSGB'

let corpus: Corpus
let findings: Finding[]
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  findings = (await checkText(corpus, TEXT)).findings
})
after(() => corpus.close())

const reported = (finding: Finding, more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  ...{ file: 'a b/ü.md', finding, place: undefined, isKnown: false },
  ...more,
})
const options = { sourceOf: () => TEXT, hasBaseline: false, totals: {} }

/** The schema published by OASIS, as packaged by Microsoft. */
function officialSchema(): object {
  const folder = join(createRequire(import.meta.url).resolve('@microsoft/jest-sarif'), '..', 'schemas')
  const text = readFileSync(join(folder, 'sarif-2.1.0-rtm.5.json'), 'utf8')
  // Its draft is 4, but none of its keywords changed meaning in later drafts.
  const { $schema: _, id: __, ...schema } = JSON.parse(text)
  assert.doesNotMatch(text, /"exclusiveM/)
  return schema
}

describe('SARIF', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false })
  const isValid = ajv.compile(officialSchema())

  /** One finding of each class, in a text, in documents, on standard input, and at an absolute path. */
  const all = () => {
    const [right, wrong, ambiguous] = findings as [Finding, Finding, Finding]
    const outside: Finding = { ...wrong, class: 'outside', status: 'unknown_law' }
    return [
      reported(right),
      reported(wrong, { isKnown: true }),
      reported(ambiguous, { file: '/abs/ä.md' }),
      reported(outside, { file: '-' }),
      reported(wrong, { file: 'a.docx', place: { paragraph: 3, footnote: 1 } }),
      reported(wrong, { file: 'a.pdf', place: { page: 2, line: 7 } }),
    ]
  }

  it('is valid by the schema of SARIF 2.1.0', () => {
    const sourceOf = (file: string) => (/docx|pdf/.test(file) ? undefined : TEXT)
    for (const log of [sarifLog([], options), sarifLog(all(), { ...options, sourceOf, hasBaseline: true })]) {
      assert(isValid(log), JSON.stringify(isValid.errors))
    }
    const broken = { ...sarifLog([], options), version: '2.0.0' }
    assert.equal(isValid(broken), false, 'the schema refuses what is not valid')
  })

  it('tells the classes apart, and where each citation begins and ends', () => {
    const [run] = (sarifLog(all(), options) as { runs: { results: Record<string, never>[] }[] }).runs
    const results = run?.results ?? []
    const fields = results.map(({ ruleId, kind, level }) => [ruleId, kind, level].join(' '))
    assert.deepEqual(fields.slice(0, 4), [
      'right pass none',
      'wrong fail error',
      'uncertain fail warning',
      'outside fail note',
    ])
    const [, wrong] = results as unknown as { locations: { physicalLocation: object }[] }[]
    assert.deepEqual(wrong?.locations[0]?.physicalLocation, {
      artifactLocation: { uri: 'a%20b/%C3%BC.md' },
      region: { startLine: 2, startColumn: 3, endLine: 3, endColumn: 5 },
    })
  })

  it('gives equal findings fingerprints of their own, which do not change when lines move', () => {
    const fingerprints = (list: ReportedFinding[]) => {
      const { runs } = sarifLog(list, options) as { runs: { results: { partialFingerprints: object }[] }[] }
      return runs[0]?.results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))
    }
    const wrong = findings.filter(({ class: verdict }) => verdict === 'wrong')
    assert.equal(new Set(fingerprints(wrong.map((each) => reported(each)))).size, 2)
    const moved = wrong.map((each) => reported({ ...each, line: each.line + 40 }))
    assert.deepEqual(fingerprints(moved), fingerprints(wrong.map((each) => reported(each))))
  })
})

describe('workflow commands of GitHub', () => {
  it('tell the classes apart', () => {
    const [right, wrong, ambiguous] = findings as [Finding, Finding, Finding]
    const lines = [right, wrong, ambiguous, { ...wrong, class: 'outside' as const }].map((each) =>
      githubLine(reported(each)),
    )
    assert.deepEqual(
      lines.map((line) => /^::(\w+) .*,title=([^:]+)::/.exec(line)?.slice(1).join(', ')),
      [
        'notice, Citation right',
        'error, Citation wrong (not found)',
        'warning, Citation uncertain (ambiguous)',
        'notice, Citation outside',
      ],
    )
    assert.match(lines[1] ?? '', /^::error file=a b\/ü\.md,line=2,col=3,title=[^:]*::§ 99 MSGB — /)
  })

  it('are escaped, so that no text can end them or begin another', () => {
    const evil = { ...(findings[1] as Finding), text: '100% §\r9\n::error::x', message: 'a\n::warning::b, c: d' }
    const line = githubLine(reported(evil, { file: 'a,b:c%\n.md' }))
    assert.equal(line.split('\n').length, 1)
    assert(line.startsWith('::error file=a%2Cb%3Ac%25%0A.md,line=2,'), line)
    assert(line.endsWith('100%25 § 9 ::error::x — a%0A::warning::b, c: d'), line)
  })

  it('name the place in a document, which has no lines', () => {
    const line = githubLine(reported(findings[1] as Finding, { file: 'a.docx', place: { paragraph: 3 } }))
    assert.match(line, /^::error file=a\.docx,title=[^:]*::¶3: § 99 MSGB/)
  })
})

describe('the verdict of a finding', () => {
  it('is its class, and why', () => {
    const [right, wrong] = findings as [Finding, Finding]
    assert.equal(verdictOf(right), 'right')
    assert.equal(verdictOf(wrong), 'wrong (not found)')
    assert.equal(verdictOf({ ...right, class: 'uncertain', edition: 'a. F.' }), 'uncertain (edition)')
    assert.equal(verdictOf({ ...wrong, class: 'outside', status: 'unknown_law' }), 'outside')
  })
})
