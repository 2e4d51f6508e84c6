import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linked, webAddress } from '../../src/terminal/screen.ts'

const screen = { width: 80, colour: true, links: true }
const page = 'https://recht.example/__1.html'

test('a link is underlined where there are colours', () => {
  const link = (words: string) => `\x1b]8;id=7;${page}\x1b\\${words}\x1b]8;;\x1b\\`
  assert.equal(linked(screen, page, '§ 1', 7), link('\x1b[4m§ 1\x1b[24m'))
  assert.equal(linked({ ...screen, colour: false }, page, '§ 1', 7), link('§ 1'))
  assert.equal(linked({ ...screen, links: false }, page, '§ 1', 7), '\x1b[4m§ 1\x1b[24m')
  assert.equal(linked({ width: 80, colour: false }, page, '§ 1', 7), '§ 1')
  assert.equal(linked({ ...screen, colour: false }, undefined, '§ 1', 7), '§ 1')
})

test('only addresses of the web are linked, and nothing in them ends the sequence', () => {
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', ' https://a.example', 'https://', '']) {
    assert.equal(webAddress(url), undefined, url)
  }
  assert.equal(webAddress('HTTP://a.example/?a=b;c#d'), 'HTTP://a.example/?a=b;c#d')
  assert.equal(webAddress('https://a.example/§ 1\x1b\\\x07\n'), 'https://a.example/%C2%A7%201%1B\\%07%0A')
  assert.equal(webAddress('https://a.example/\ud800\u009c😀'), 'https://a.example/%EF%BF%BD%C2%9C%F0%9F%98%80')
})
