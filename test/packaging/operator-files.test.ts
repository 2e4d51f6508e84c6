/** The systemd units and GitHub workflows in the docs: they must be valid, and their steps must work. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'yaml'
import * as z from 'zod'
import { packageRoot } from '../../src/program/package.ts'

const docs = join(packageRoot, 'docs')
const folder = mkdtempSync(join(tmpdir(), 'legal-text-operator-'))
after(() => rmSync(folder, { recursive: true }))

const named = (ending: RegExp) => readdirSync(docs).filter((name) => ending.test(name))
const read = (name: string) => readFileSync(join(docs, name), 'utf8')

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

it('systemd understands the units', { skip: !hasSystemd && 'systemd-analyze is missing' }, () => {
  const units = named(/\.(?:service|timer)$/)
  assert.ok(units.includes('legal-text-watch.timer'))
  // Scripts in the docs are installed by hand.
  for (const name of units)
    writeFileSync(join(folder, name), read(name).replace(/^(ExecStart=)\/usr\/local\/\S+/m, '$1/bin/true'))
  const verify = () => spawnSync('systemd-analyze', ['verify', '--man=no', ...units.map((name) => join(folder, name))])
  const { status, stderr } = verify()
  assert.deepEqual([stderr.toString(), status], ['', 0])
  writeFileSync(join(folder, units[0] as string), '[Service]\nExecStrat=/bin/true\n')
  assert.match(verify().stderr.toString(), /ExecStrat/)
})

const WORKFLOW = z.strictObject({
  name: z.string(),
  on: z.strictObject({ schedule: z.array(z.strictObject({ cron: z.string() })), workflow_dispatch: z.null() }),
  concurrency: z.string(),
  permissions: z.partialRecord(z.enum(['contents', 'issues']), z.enum(['read', 'write'])).optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      env: z.record(z.string(), z.string()),
      steps: z.array(
        z.union([
          z.strictObject({
            uses: z.string().regex(/^actions\/[\w-]+@v\d+$/),
            name: z.string().optional(),
            with: z.unknown().optional(),
          }),
          z.strictObject({
            name: z.string(),
            id: z.string().optional(),
            if: z.string().optional(),
            env: z.record(z.string(), z.string()).optional(),
            run: z.string(),
          }),
        ]),
      ),
    }),
  ),
})
const workflow = (name: string) => WORKFLOW.parse(parse(read(name)))
type Step = z.infer<typeof WORKFLOW>['jobs'][string]['steps'][number]
const scripts = (name: string): { id?: string | undefined; if?: string | undefined; run: string }[] =>
  Object.values(workflow(name).jobs).flatMap(({ steps }) => steps.filter((step: Step) => 'run' in step))
const withoutExpressions = (script: string) => script.replace(/\$\{\{.*?\}\}/g, 'x')

describe('a workflow of GitHub', () => {
  for (const name of named(/^(?!compose).*\.ya?ml$/)) {
    it(`${name} has known keys, and steps that a shell understands`, () => {
      const steps = scripts(name)
      assert.ok(steps.length > 0)
      for (const { run } of steps) {
        const { status, stderr } = spawnSync('bash', ['-n'], { input: withoutExpressions(run) })
        assert.deepEqual([status, stderr.toString()], [0, ''], run)
      }
      const ids = new Set(steps.map(({ id }) => id))
      for (const [, id] of read(name).matchAll(/\bsteps\.([\w-]+)\./g)) assert.ok(ids.has(id), id)
    })
  }

  it('opens an issue if there is something new, and fails if watching fails', () => {
    const [watch, issue] = scripts('watch-citations.yml').slice(-2)
    assert.equal(issue?.if, "steps.watch.outputs.code == '3'")
    const program = join(folder, 'legal-text')
    for (const [code, expected] of [
      [0, 0],
      [3, 0],
      [2, 1],
    ]) {
      writeFileSync(program, `#!/bin/sh\necho "$*"; exit ${code}\n`)
      chmodSync(program, 0o755)
      writeFileSync(join(folder, 'output'), '')
      const { status, stdout } = spawnSync('bash', ['-e', '-c', watch?.run ?? ''], {
        cwd: folder,
        env: { PATH: `${folder}:/usr/bin:/bin`, RUNNER_TEMP: folder, GITHUB_OUTPUT: join(folder, 'output') },
      })
      assert.deepEqual([status, stdout.toString()], [expected, 'watch .\n'])
      assert.equal(readFileSync(join(folder, 'output'), 'utf8'), `code=${code}\n`)
    }
    assert.match(issue?.run ?? '', /--body-file "\$RUNNER_TEMP\/news\.txt"$/)
  })
})
