import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LegalTextError } from '../../src/errors.ts'
import type { FormatName } from '../../src/formats/formats.ts'
import { render } from '../../src/formats/render.ts'
import { law } from '../../src/operations/law.ts'
import { norms } from '../../src/operations/norms.ts'

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === 'invalid_input' && message.test(error.message)

test('a format that an answer does not have is refused, with those that it has', () => {
  assert.throws(() => render(law, 'html', {}), refused(/^format: must be one of json, ndjson, csv, md$/))
  assert.throws(() => render(law, 'rtf' as FormatName, {}), refused(/^format: must be one of/))
  assert.throws(() => render(norms, 'md', {}), refused(/renderParts/))
})
