import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeName, memberPath, printable } from '../../src/archive/members.ts'

describe('the name of an archive member', () => {
  it('is a path where it stays within the archive', () => {
    for (const [name, path] of [
      ['bgb/a.xml', 'bgb/a.xml'],
      ['./bgb/./a.xml', 'bgb/a.xml'],
      ['bgb/..a.xml', 'bgb/..a.xml'],
      ['bürgerlich/ä b.xml', 'bürgerlich/ä b.xml'],
      [`${'d/'.repeat(500)}a.xml`, `${'d/'.repeat(500)}a.xml`],
    ] as const) {
      assert.deepEqual(memberPath(name), { path })
    }
  })

  it('is none where it is absolute, leads out, is empty or cannot be shown', () => {
    const faults: [string, RegExp][] = [
      ['/etc/passwd.xml', /absolute/],
      ['//host/a.xml', /absolute/],
      ['C:/a.xml', /absolute/],
      ['c:a.xml', /absolute/],
      ['../a.xml', /\.\./],
      ['a/../../b.xml', /\.\./],
      ['a/..', /\.\./],
      ['a\\..\\b.xml', /backslash/],
      ['a\0.xml', /control/],
      ['a\n.xml', /control/],
      ['a\u009b31m.xml', /control/],
      ['a//b.xml', /empty/],
      ['', /no name/],
      ['.', /no name/],
      ['./.', /no name/],
      ['a'.repeat(1025), /1025 characters, at most 1024/],
    ]
    for (const [name, expected] of faults) {
      const result = memberPath(name)
      assert.ok('fault' in result, JSON.stringify(name))
      assert.match(result.fault, expected)
    }
  })

  it('is shown without what would disturb a terminal', () => {
    assert.equal(printable('a\x1b[31m\u202e.xml'), 'a\u{fffd}[31m\u{fffd}.xml')
    assert.equal(printable('x'.repeat(300)).length, 201)
  })

  it('is decoded as UTF-8 or, where it is not, by a code page', () => {
    assert.equal(decodeName(Buffer.from('ä.xml')), 'ä.xml')
    assert.equal(decodeName(Buffer.from([0xe4, 0x2e])), 'ä.')
    assert.equal(decodeName(Buffer.from([0x84, 0x2e]), 'ÇüéâäàåçêëèïîìÄÅ'), 'ä.')
  })
})
