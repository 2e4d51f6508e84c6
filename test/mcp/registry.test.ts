/** Release metadata: `server.json`, which describes the server to the public MCP registry, repository and contact. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod'
import { COMMAND_IDS } from '../../src/cli/commands.ts'
import { releaseFiles } from '../../src/packaging/release.ts'
import { packageRoot, version } from '../../src/program/package.ts'
import { SETTINGS } from '../../src/program/settings.ts'

const argument = z.strictObject({ type: z.literal('positional'), value: z.string().min(1) })
const variable = z.strictObject({
  name: z.string(),
  description: z.string(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
})

/** Rules of the registry's schema of 2025-12-11 for the fields used here; other fields would be misspellings. */
const schema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+$/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string(),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(argument),
      environmentVariables: z.array(variable),
    }),
  ),
})

const project = {
  repository: 'https://example.org/law/legal-text',
  contact: 'mailto:security@example.org',
  server: 'org.example/legal-text',
}
const [description, security, readme] = ['package.json', 'docs/SECURITY.md', 'README.md'].map((name) =>
  readFileSync(join(packageRoot, name), 'utf8'),
) as [string, string, string]

const { project: own, repository, homepage, bugs, mcpName } = JSON.parse(description)

test('without a project the package names no repository, no contact and no server', { skip: own !== undefined }, () => {
  assert.deepEqual([repository, homepage, bugs, mcpName], Array(4).fill(undefined))
  assert(!existsSync(join(packageRoot, 'server.json')))
  assert.throws(() => releaseFiles(description, security, readme), /no "project"/)
})

test('a release is what the registry takes, and describes this package', () => {
  const files = releaseFiles(JSON.stringify({ ...JSON.parse(description), project }), security, readme)
  const { name, mcpName, repository, bugs } = JSON.parse(files['package.json'] ?? '')
  const server = schema.parse(JSON.parse(files['server.json'] ?? ''))
  assert.deepEqual(repository, { type: 'git', url: 'git+https://example.org/law/legal-text.git' })
  assert.deepEqual(bugs, { url: 'https://example.org/law/legal-text/issues' })
  assert.match(files['docs/SECURITY.md'] ?? '', /report vulnerabilities privately to <mailto:security@example\.org>,/)
  assert.equal(server.name, mcpName, 'the registry compares them')
  assert.equal(server.version, version)
  for (const { identifier, version: packaged, packageArguments, environmentVariables } of server.packages) {
    assert.deepEqual([identifier, packaged], [name, version])
    assert(COMMAND_IDS.includes(packageArguments[0]?.value ?? ''))
    const known = Object.values(SETTINGS).map((setting) => setting.name)
    for (const { name } of environmentVariables) assert(known.includes(name), name)
  }
  const again = releaseFiles(files['package.json'] ?? '', files['docs/SECURITY.md'] ?? '', files['README.md'] ?? '')
  assert.deepEqual(again, files, 'a second release changes nothing')
  for (const fault of [
    { repository: 'http://example.org/a' },
    { repository: 'https://example.org/a/$(b)' },
    { repository: 'https://example.org/a/' },
    { contact: 'me' },
    { server: 'legal-text' },
    { other: 1 },
  ]) {
    const broken = JSON.stringify({ ...JSON.parse(description), project: { ...project, ...fault } })
    assert.throws(() => releaseFiles(broken, security, readme), new RegExp(Object.keys(fault)[0] ?? ''))
  }
})
