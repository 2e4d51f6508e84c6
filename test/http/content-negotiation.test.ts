import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedFormat, prefersHtml } from '../../src/http/content-negotiation.ts'
import type { FormatName } from '../../src/render/formats.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

test('which format a client likes best', () => {
  const norm: FormatName[] = ['json', 'md', 'text', 'html']
  for (const [header, expected] of [
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['text/markdown', 'md'],
    ['TEXT/MARKDOWN; charset=utf-8', 'md'],
    ['text/plain;q=0.5, text/html;q=0.4', 'text'],
    ['text/*', 'md'],
    ['text/*;q=0.5, text/html', 'json'],
    ['text/html, text/plain', 'json'],
    ['text/html;q=0.5, text/plain', 'text'],
    ['text/html;q=0, */*', 'json'],
    ['application/json;q=0, */*;q=0.1', 'md'],
    ['image/png', 'json'],
    ['text/html;q=nonsense', 'json'],
    ['text/html;q=2', 'json'],
    [',;,/', 'json'],
    ['text/markdown, application/json', 'json'],
    [BROWSER, 'json'],
  ] as const) {
    assert.equal(acceptedFormat(header, norm), expected, header)
  }
})

test('which clients are browsers', () => {
  for (const [header, expected] of [
    [BROWSER, true],
    ['text/html', true],
    ['text/html;q=0.9, application/json;q=0.8', true],
    ['text/html, application/json', false],
    ['*/*', false],
    ['', false],
    [undefined, false],
  ] as const) {
    assert.equal(prefersHtml(header), expected, header)
  }
})

test('only what there is can be accepted', () => {
  assert.equal(acceptedFormat(BROWSER, ['json']), 'json')
  assert.equal(acceptedFormat(BROWSER, ['json', 'ndjson']), 'json')
  for (const type of ['application/x-ndjson', 'application/ndjson', 'application/jsonl']) {
    assert.equal(acceptedFormat(type, ['json', 'ndjson']), 'ndjson')
  }
})
