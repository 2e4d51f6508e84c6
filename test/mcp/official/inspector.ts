/** Runs the command line of the official Inspector, fetched by npm, against the program and the server. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { COMMAND, cleanEnvironment } from '../../e2e/program.ts'
import { listenStarter } from '../../http/starter-server.ts'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-inspector-'))
const server = await listenStarter()
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const TARGETS = {
  'the program': ['--transport', 'stdio', '--', ...COMMAND, 'mcp', '--dataset', 'starter'],
  'the server': [`http://127.0.0.1:${server.port}/mcp`, '--transport', 'http'],
}

/** Sends a request through the Inspector, in a separate folder: npm caches what it fetches. */
async function inspect(target: string[], ...words: string[]): Promise<ReturnType<typeof JSON.parse>> {
  const [first = [], ...rest] = target.includes('--')
    ? [target.slice(0, target.indexOf('--')), target.slice(target.indexOf('--'))]
    : [target]
  const args = [
    'exec',
    '--yes',
    '--package',
    INSPECTOR,
    '--',
    'mcp-inspector',
    '--cli',
    ...first,
    ...words,
    ...rest.flat(),
  ]
  const env = { ...process.env, ...cleanEnvironment(), MCP_AUTO_OPEN_ENABLED: 'false' }
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder, env, maxBuffer: 1e8 })
  return JSON.parse(stdout)
}

for (const [name, target] of Object.entries(TARGETS)) {
  test(`the Inspector lists and calls the tools of ${name}`, async () => {
    const { tools } = await inspect(target, '--method', 'tools/list')
    assert.equal(tools.length, 13)
    const call = ['--method', 'tools/call', '--tool-name', 'get_norm', '--tool-arg', 'norm=§ 16 MSGB']
    const { content } = await inspect(target, ...call)
    assert.match(content[0].text, /Ordentliche Kündigung/)
  })

  test(`the Inspector lists resources and prompts of ${name}`, async () => {
    const { resources } = await inspect(target, '--method', 'resources/list')
    assert.equal(resources.length, 3)
    const { prompts } = await inspect(target, '--method', 'prompts/list')
    assert.equal(prompts.length, 10)
  })
}
