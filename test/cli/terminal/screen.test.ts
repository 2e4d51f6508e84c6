import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linked, screenOf, styled, webAddress } from '../../../src/cli/terminal/screen.ts'

const terminal = { isTTY: true, columns: 100, hasColors: () => true }
const colourOf = (environment: NodeJS.ProcessEnv, stream = terminal) => screenOf(stream, environment).colour
const hasLinks = (environment: NodeJS.ProcessEnv, isTTY = true) => screenOf({ ...terminal, isTTY }, environment).links

test('a terminal tells its width and has colours', () => {
  assert.deepEqual(screenOf(terminal, {}), { width: 100, colour: true, links: false })
  assert.equal(colourOf({}, { ...terminal, hasColors: () => false }), false)
})

test('NO_COLOR takes the colours away, where it is not empty; so does a dumb terminal', () => {
  assert.equal(colourOf({ NO_COLOR: '1' }), false)
  assert.equal(colourOf({ NO_COLOR: '0' }), false)
  assert.equal(colourOf({ NO_COLOR: '' }), true)
  assert.equal(colourOf({ TERM: 'dumb' }), false)
})

test('FORCE_COLOR beats NO_COLOR and what the stream is', () => {
  const file = { ...terminal, isTTY: false }
  assert.equal(colourOf({}, file), false)
  for (const value of ['1', 'true', '3', 'yes']) assert.equal(colourOf({ FORCE_COLOR: value }, file), true)
  for (const value of ['0', 'false']) assert.equal(colourOf({ FORCE_COLOR: value }), false)
  assert.equal(colourOf({ FORCE_COLOR: '' }, file), false)
  assert.equal(colourOf({ FORCE_COLOR: '1', NO_COLOR: '1', TERM: 'dumb' }, file), true)
})

test('links are for terminals that are known to have them', () => {
  for (const environment of [
    { TERM_PROGRAM: 'iTerm.app' },
    { TERM_PROGRAM: 'vscode' },
    { TERM: 'xterm-kitty' },
    { TERM: 'foot-direct' },
    { KITTY_WINDOW_ID: '1' },
    { WT_SESSION: '0a' },
    { DOMTERM: 'version=3' },
    { VTE_VERSION: '6003' },
    { KONSOLE_VERSION: '220401' },
  ]) {
    assert.equal(hasLinks(environment), true, JSON.stringify(environment))
    assert.equal(hasLinks(environment, false), false)
    assert.equal(hasLinks({ ...environment, CI: 'true' }), false)
    assert.equal(hasLinks({ ...environment, FORCE_HYPERLINK: '0' }), false)
  }
  for (const environment of [
    { TERM: 'xterm-256color' },
    { TERM_PROGRAM: 'Apple_Terminal' },
    { VTE_VERSION: '4205' },
    { VTE_VERSION: '6003', TERM: 'dumb' },
    { KONSOLE_VERSION: '180401' },
    { TERM: 'football' },
  ]) {
    assert.equal(hasLinks(environment), false, JSON.stringify(environment))
    assert.equal(hasLinks({ ...environment, FORCE_HYPERLINK: '1' }, false), true)
  }
})

test('elsewhere COLUMNS counts, else 80; there are no colours', () => {
  const plain = { colour: false, links: false }
  assert.deepEqual(screenOf({}, { COLUMNS: '60' }), { width: 60, ...plain })
  assert.deepEqual(screenOf({}, {}), { width: 80, ...plain })
  assert.deepEqual(screenOf({}, { COLUMNS: 'wide' }), { width: 80, ...plain })
  assert.equal(screenOf({}, { COLUMNS: '1' }).width, 40)
})

test('styles need colours', () => {
  assert.equal(styled({ width: 80, colour: false }, 'heading', 'a'), 'a')
  assert.equal(styled({ width: 80, colour: true }, 'heading', 'a'), '\x1b[1ma\x1b[22m')
  assert.equal(styled({ width: 80, colour: true }, 'heading', ''), '')
})

const linking = { width: 80, colour: true, links: true }
const page = 'https://recht.example/__1.html'

test('a link is underlined where there are colours', () => {
  const link = (words: string) => `\x1b]8;id=7;${page}\x07${words}\x1b]8;;\x07`
  assert.equal(linked(linking, page, '§ 1', 7), link('\x1b[4m§ 1\x1b[24m'))
  assert.equal(linked({ ...linking, colour: false }, page, '§ 1', 7), link('§ 1'))
  assert.equal(linked({ ...linking, links: false }, page, '§ 1', 7), '\x1b[4m§ 1\x1b[24m')
  assert.equal(linked({ width: 80, colour: false }, page, '§ 1', 7), '§ 1')
  assert.equal(linked({ ...linking, colour: false }, undefined, '§ 1', 7), '§ 1')
})

test('only addresses of the web are linked, and nothing in them ends the sequence', () => {
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', ' https://a.example', 'https://', '']) {
    assert.equal(webAddress(url), undefined, url)
  }
  assert.equal(webAddress('HTTP://a.example/?a=b;c#d'), 'HTTP://a.example/?a=b;c#d')
  assert.equal(webAddress('https://a.example/§ 1\x1b\\\x07\n'), 'https://a.example/%C2%A7%201%1B%5C%07%0A')
  assert.equal(webAddress('https://a.example/\ud800\u009c😀'), 'https://a.example/%EF%BF%BD%C2%9C%F0%9F%98%80')
})
