/** A typed client of the service: generated from the OpenAPI document, type-checked, and run. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { openApiJson } from '../../src/http/openapi-file.ts'
import { packageRoot } from '../../src/program/package.ts'
import { temporaryFolder } from '../dataset/starter-bundles.ts'
import { listenStarter } from './starter-server.ts'
import type { Walk } from './typed-client/walked.ts'

const CLIENT = join(import.meta.dirname, 'typed-client')

// openapi-typescript needs the compiler's JavaScript API, which TypeScript 7 no longer has.
registerHooks({
  resolve(specifier, context, next) {
    const isGenerator = specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
    return next(isGenerator ? '@ts-morph/common/dist/typescript.js' : specifier, context)
  },
})

test('a generated client type-checks as it stands', async () => {
  const { default: generate, astToString } = await import('openapi-typescript')
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'paths.ts'), astToString(await generate(openApiJson())))
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ target: 'esnext', module: 'nodenext', allowImportingTsExtensions: true, types: [], lib: ['esnext', 'dom'] },
    rootDirs: [folder, CLIENT],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [join(CLIENT, 'walk.ts')] }))
  const compiler = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' })
  assert.deepEqual([stdout, status], ['', 0])
})

test('it walks all pages of the lists', async (context) => {
  const server = await listenStarter()
  context.after(() => server.close())
  const { walk } = (await import(join(CLIENT, 'walk.ts'))) as { walk(baseUrl: string, q: string): Promise<Walk> }
  const walked = await walk(`http://127.0.0.1:${server.port}`, 'Kündigung')
  const { laws } = (await server.ask('/laws')).body
  assert.deepEqual(
    walked.laws,
    laws.map((law: { code: string }) => law.code),
  )
  const { results, total } = (await server.ask('/search?q=K%C3%BCndigung&limit=100')).body
  assert(total > 3)
  assert.deepEqual(
    walked.results,
    results.map((result: { code: string; norm: string }) => `${result.code} ${result.norm}`),
  )
  assert.deepEqual(
    walked.ends,
    results[0].highlights.map((pair: [number, number]) => pair[1]),
  )
  assert.equal(walked.norm.heading, 'Verjährung')
  assert(walked.norm.parts.length > 0)
  assert.deepEqual(walked.error, { kind: 'not_found', suggestions: ['msgbeg', 'msgb'] })
})
