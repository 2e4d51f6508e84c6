import assert from 'node:assert/strict'
import { test } from 'node:test'
import { law } from '../../src/operations/law.ts'
import { laws } from '../../src/operations/laws.ts'
import { norms } from '../../src/operations/norms.ts'
import type { FormatName } from '../../src/render/formats.ts'
import { render } from '../../src/render/render.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === 'invalid_input' && message.test(error.message)

test('a format that an answer does not have is refused, with those that it has', () => {
  assert.throws(() => render(law, 'html', {}), refused(/^format: must be one of json, ndjson, csv, md$/))
  assert.throws(() => render(law, 'rtf' as FormatName, {}), refused(/^format: must be one of/))
  assert.throws(() => render(norms, 'md', {}), refused(/renderParts/))
})

test('a long list in pieces is the whole text', () => {
  const law = { code: 'a', abbreviation: 'A', title: 'Über | "Möwen"', jurisdiction: 'DE', source_family: 'x' }
  const list = (count: number) => ({
    laws: Array.from({ length: count }, (_, index) => ({
      ...law,
      code: `a${index}`,
      norm_count: index,
      status_date: null,
    })),
    count,
    total: count,
    query: undefined,
    next: null,
  })
  const long = list(300)
  for (const format of ['json', 'ndjson', 'csv', 'md'] as const) {
    const text = render(laws, format, long)
    const lines = render(laws, format, list(3)).split('\n')
    if (format !== 'json') assert.deepEqual(text.split('\n').slice(0, lines.length - 1), lines.slice(0, -1))
  }
  for (const answer of [long, list(3), list(0), { ...long, next: [1, 2], other: { laws: [] } }]) {
    assert.equal(render(laws, 'json', answer), JSON.stringify(answer))
  }
})
