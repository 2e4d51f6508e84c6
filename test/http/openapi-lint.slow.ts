/** Checks the OpenAPI document with the linters that its users have: Spectral's `oas` rules and Redocly's recommended ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { openApiJson } from '../../src/http/openapi-file.ts'

/** Findings of Spectral's rules in a document, one per line. */
async function spectral(json: string): Promise<string[]> {
  const linter = new spectralCore.Spectral()
  linter.setRuleset({ extends: spectralRulesets.oas as RulesetDefinition })
  const findings = await linter.run(JSON.parse(json))
  return findings.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)
}

/** Findings of Redocly's recommended rules, one per line. */
async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const findings = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return findings.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

test('the linters find nothing', async () => {
  assert.deepEqual(await spectral(openApiJson()), [])
  assert.deepEqual(await redocly(openApiJson()), [])
})

test('the linters find what is wrong', async () => {
  const document = JSON.parse(openApiJson())
  delete document.info.contact
  document.components.schemas.Health.examples[0] = { status: 1 }
  document.paths['/laws'].get.responses[200].content['application/json'].example = { laws: 'none' }
  delete document.paths['/laws'].get.operationId
  const found = [await spectral(JSON.stringify(document)), await redocly(JSON.stringify(document))]
  assert(found[0]?.some((line) => line.startsWith('info-contact')))
  assert(found[0]?.some((line) => line.startsWith('oas3-valid-media-example')))
  assert(
    found[1]?.some((line) => line.startsWith('operation-operationId')),
    found[1]?.join('\n'),
  )
})
