import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { copyText, openPage } from '../../../src/cli/terminal/desktop.ts'
import { pagerOf } from '../../../src/cli/terminal/pager.ts'
import { pick } from '../../../src/cli/terminal/picker.ts'
import { LegalTextError } from '../../../src/util/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-desktop-'))
const before = { ...process.env }
after(() => {
  Object.assign(process.env, before)
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  Object.assign(process.env, { PATH: mkdtempSync(join(folder, 'bin-')), DISPLAY: '', WAYLAND_DISPLAY: '' })
})

/** A program that records its arguments and input, and exits with a code. */
function install(name: string, code = 0): string {
  const file = join(process.env.PATH as string, name)
  writeFileSync(file, `#!/bin/sh\necho "$*" > ${file}.words\n/bin/cat > ${file}.input\nexit ${code}\n`)
  chmodSync(file, 0o755)
  return file
}

const wordsOf = (file: string) => readFileSync(`${file}.words`, 'utf8').trim()
const isLinux = process.platform === 'linux'
const noTerminal = { isTTY: false, write: () => assert.fail('nothing may be written') }

test('--copy takes wl-copy under Wayland and xclip under X', { skip: !isLinux && 'of Linux' }, async () => {
  const [wayland, x] = [install('wl-copy'), install('xclip')]
  process.env.DISPLAY = ':0'
  assert.equal(await copyText('§ 1 Möwe\n', noTerminal), 'xclip')
  assert.equal(wordsOf(x), '-selection clipboard')
  assert.equal(readFileSync(`${x}.input`, 'utf8'), '§ 1 Möwe\n')
  process.env.WAYLAND_DISPLAY = 'wayland-0'
  assert.equal(await copyText('§ 2', noTerminal), 'wl-copy')
  assert.equal(readFileSync(`${wayland}.input`, 'utf8'), '§ 2')
})

test('--copy goes on to clip.exe, which reads UTF-16', { skip: !isLinux && 'of Linux' }, async () => {
  install('xclip', 1)
  const clip = install('clip.exe')
  process.env.DISPLAY = ':0'
  assert.equal(await copyText('§ 1', noTerminal), 'clip.exe')
  assert.equal(readFileSync(`${clip}.input`, 'utf16le'), '\ufeff§ 1')
})

test('--copy asks the terminal where no program can', { skip: !isLinux && 'of Linux' }, async () => {
  const written: string[] = []
  const terminal = { isTTY: true, write: (text: string) => written.push(text) }
  assert.match(await copyText('§ 1', terminal), /OSC 52/)
  assert.deepEqual(written, [`\x1b]52;c;${Buffer.from('§ 1').toString('base64')}\x07`])
  await assert.rejects(copyText('x'.repeat(60_000), terminal), /nothing here sets the clipboard \(tried clip\.exe\)/)
  await assert.rejects(copyText('§ 1', noTerminal), LegalTextError)
})

test('on Windows, cmd.exe looks for less, and browse is refused', async () => {
  assert.equal(pagerOf({}, 'win32'), 'where /q less || exit 127 & less -R')
  assert.equal(pagerOf({ PAGER: 'more' }, 'win32'), 'more')
  assert.equal(pagerOf({ PAGER: 'cat' }, 'win32'), undefined)
  await assert.rejects(pick('', undefined, 'win32'), { kind: 'invalid_input', message: /runs on Windows only in/ })
})

test('--open starts the browser, and says the address where there is none', {
  skip: !isLinux && 'of Linux',
}, async () => {
  await assert.rejects(
    openPage('https://recht.example/a'),
    /nothing here opens web pages .*its address is https:\/\/recht\.example\/a/,
  )
  const browser = install('xdg-open')
  await openPage('https://recht.example/a?b=c&d')
  assert.equal(wordsOf(browser), 'https://recht.example/a?b=c&d')
  await assert.rejects(openPage('file:///etc/passwd'), /is not a web address/)
  const windows = install('rundll32.exe')
  await openPage('https://recht.example/a?b=c,d', 'win32')
  assert.equal(wordsOf(windows), 'url.dll,FileProtocolHandler https://recht.example/a?b=c,d')
})
