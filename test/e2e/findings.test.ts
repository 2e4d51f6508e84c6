import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { temporaryFolder } from '../dataset/starter-bundles.ts'
import { type Outcome, run } from './program.ts'

const folder = temporaryFolder()
const bundle = join(folder, 'package.sqlite')
const REASONS = [
  /^package\.json says that there are 9 norms, but there are 1$/,
  /^content_hashes of package\.json is empty/,
  /^the relationship r1 is left out: there is no norm par:99 in seeg$/,
]

let built: Outcome

before(async () => {
  const from = join(folder, 'package')
  mkdirSync(from)
  const end = (id: string) => ({ kind: 'norm', id })
  const files = {
    'laws.json': [{ canonical_id: 'seeg', display_code: 'SeeG', display_name: 'Seegesetz' }],
    'norms.json': [{ law_id: 'seeg', norm_id: 'par:1', title: 'Zweck', text: 'Das Meer ist weit.' }],
    'relationships.json': [
      { relationship_id: 'r1', relationship_type: 'cites', subject: end('seeg/par:1'), object: end('seeg/par:99') },
    ],
    'package.json': { content_hashes: {}, record_counts: { norms: 9 } },
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(from, name), JSON.stringify(content))
  built = await run(['corpus', 'build', '--from', from, '--out', bundle, '--json'])
})

interface Report {
  findings: { source_family: string; source_id: string; law_id: string | null; reason: string }[]
  findings_total: number
}

describe('wrong counts, empty lists of hashes and unknown targets of relationships', () => {
  const assertNamed = ({ findings, findings_total }: Report) => {
    assert.equal(findings_total, REASONS.length)
    for (const reason of REASONS)
      assert.equal(findings.filter((one) => reason.test(one.reason)).length, 1, String(reason))
    assert.deepEqual(findings.find(({ source_id }) => source_id === 'r1')?.law_id, 'seeg')
  }

  test('are named by the report of the build', async () => {
    assert.equal(built.code, 0, built.stderr)
    const report = JSON.parse(built.stdout)
    assertNamed(report)
    assert.equal(report.limitations, 0)
    const page = await run(['corpus', 'build', '--from', join(folder, 'package'), '--out', join(folder, 'b.sqlite')])
    assert.match(page.stdout, /^Findings {6}3$/m)
    assert.match(page.stdout, /What is wrong with its sources\n(.*\n)*.*there is no norm par:99 in seeg/)
  })

  test('are named by corpus verify, and make no check fail', async () => {
    const verified = await run(['corpus', 'verify', bundle, '--json'])
    assert.equal(verified.code, 0)
    assertNamed(JSON.parse(verified.stdout))
    const page = await run(['corpus', 'verify', bundle])
    assert.match(page.stdout, /What is wrong with its sources\n(.*\n)*No check has failed\./)
    assert.match(page.stdout, /there is no norm par:99 in seeg/)
  })

  test('are listed by the status and counted by the coverage, and are no limitations', async () => {
    const ask = async (command: string) => JSON.parse((await run([command, '--dataset', bundle, '--json'])).stdout)
    const { findings, findings_total } = await ask('status')
    assert.equal(findings_total, 3)
    assert.match(JSON.stringify(findings), /there is no norm par:99 in seeg/)
    assert.equal((await ask('coverage')).findings, 3)
    assert.equal((await ask('limitations')).count, 0)
    const { stdout } = await run(['coverage', '--dataset', bundle])
    assert.match(stdout, /Findings\n +in imported sources +3/)
  })
})
