/** Servers whose dataset has recognizable names, and remote clients, who must not learn them. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type RunningServer, startServer } from '../../src/http/listen.ts'
import type { Settings } from '../../src/program/settings.ts'
import { temporaryFolder } from '../dataset/starter-bundles.ts'
import { ask } from './server.ts'

export const folder = join(temporaryFolder(), 'Secret-Place')
mkdirSync(folder)
process.env.XDG_CACHE_HOME = join(folder, 'cache')

/** Words that remote clients must never see. */
export const SECRET = /secret|\/tmp|\.sqlite|ENOENT/i
/** A remote client behind a trusted proxy on this machine. */
export const REMOTE = { 'X-Forwarded-For': '203.0.113.9' }
const PATHS = [
  ...[
    '/ready',
    '/ready?x=1',
    '/laws',
    '/laws/',
    '/laws/nix',
    '/laws/msgb',
    '/laws/msgb/norms/par:999',
    '/laws/msgb/norms',
  ],
  ...['/search?q=Hafen', '/citations?q=x', '/corpus/coverage', '/corpus/source-limitations', '/nowhere', '/laws/%zz'],
  ...['/health', '/metrics', '/openapi.json', '/', '/docs'],
]

/** Serves a dataset behind a trusted proxy. */
export async function serve(
  t: TestContext,
  file: string,
  given: Partial<Settings> = {},
): Promise<[RunningServer, number]> {
  const settings = {
    host: '127.0.0.1',
    port: 0,
    datasetPath: join(folder, file),
    trustedProxies: ['127.0.0.1'],
    metrics: true,
  }
  const server = await startServer({ ...settings, ...given })
  t.after(() => server.close())
  await server.ready.catch(() => undefined)
  return [server, Number(new URL(server.url).port)]
}

/** Fails if an answer to these headers reveals anything of the machine. */
export async function assertSecret(port: number, headers: Record<string, string>): Promise<void> {
  for (const path of PATHS) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const answer = await ask(port, { method, path, headers })
      assert.doesNotMatch(JSON.stringify(answer.headers) + answer.text, SECRET, `${method} ${path}`)
    }
  }
}

/** The reason why the corpus is missing, or not replaced. */
export const reasonFor = async (port: number, headers: Record<string, string>): Promise<string> => {
  const { body } = await ask(port, { path: '/ready', headers })
  return body.message ?? body.replacement_failure?.reason ?? ''
}
