/** `server.json`, which describes the server to the public registry of servers. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod'
import { COMMAND_IDS } from '../../src/commands/base/commands.ts'
import { packageRoot } from '../../src/package.ts'
import { SETTINGS } from '../../src/settings.ts'
import { version } from '../../src/version.ts'

const read = (name: string) => JSON.parse(readFileSync(join(packageRoot, name), 'utf8'))

const argument = z.strictObject({ type: z.literal('positional'), value: z.string().min(1) })
const variable = z.strictObject({
  name: z.string(),
  description: z.string(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
})

/** The rules of the registry's schema of 2025-12-11 for the fields that are used here; others would be misspelt. */
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

test('server.json is what the registry takes, and describes this package', () => {
  const server = schema.parse(read('server.json'))
  const { name, mcpName } = read('package.json')
  assert.equal(server.name, mcpName, 'the registry compares them')
  assert.equal(server.version, version)
  for (const { identifier, version: packaged, packageArguments, environmentVariables } of server.packages) {
    assert.deepEqual([identifier, packaged], [name, version])
    assert(COMMAND_IDS.includes(packageArguments[0]?.value ?? ''))
    const known = Object.values(SETTINGS).map((setting) => setting.name)
    for (const { name } of environmentVariables) assert(known.includes(name), name)
  }
})
