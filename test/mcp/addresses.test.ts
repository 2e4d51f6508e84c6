import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lawAddress, normAddress, readAddress } from '../../src/mcp/addresses.ts'

test('an address leads back to what it names', () => {
  for (const [code, norm] of [
    ['bgb', 'par:433'],
    ['bgbeg', 'art:246a/par:1'],
    ['_daprv', 'annex:1'],
  ] as const) {
    const address = normAddress(code, norm)
    assert.doesNotMatch(address.slice('legal://'.length), /:/)
    const { kind, ...named } = readAddress(address) as Record<string, unknown>
    assert.equal(kind, 'norm')
    assert.deepEqual([named.code, named.norm], [code, norm])
    assert.equal(readAddress(`${address}/relationships`)?.kind, 'relationships')
    assert.equal(readAddress(lawAddress(code))?.kind, 'law')
  }
  assert.equal(readAddress('legal://laws/bgb/norms/par:433')?.kind, 'norm')
  assert.equal(readAddress('legal://laws?query=haf&offset=5')?.query.get('offset'), '5')
  assert.equal(readAddress('legal://corpus/coverage')?.kind, 'coverage')
})

test('other addresses lead nowhere', () => {
  for (const address of [
    '',
    'legal://',
    'legal://laws/',
    'legal://corpus',
    'legal://laws/bgb/norms/',
    'legal://laws/%E0%A4%A/norms/x',
    'http://laws',
    'legal://laws/a/b',
    'legal://laws/bgb/norms/a/b',
  ]) {
    assert.equal(readAddress(address), undefined, address)
  }
})
