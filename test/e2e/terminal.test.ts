import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { HAS_PTY, onTerminal, Terminal } from './pty.ts'

const CTRL_C = '\x03'
/** Start of a control sequence (CSI). */
const ESCAPE = '\x1b['

const folder = mkdtempSync(join(tmpdir(), 'legal-text-terminal-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A pager that reports its start and its input. */
const pager = join(folder, 'pager')
const given = join(folder, 'given')
writeFileSync(pager, `#!/bin/sh\necho "pager $*"\ncat > '${given}'\n`, { mode: 0o755 })

const hasLess = (() => {
  try {
    return execFileSync('less', ['--version']).length > 0
  } catch {
    return false
  }
})()

describe('on a terminal', { skip: !HAS_PTY }, () => {
  test('colours, but not with --no-color or NO_COLOR', async () => {
    const shown = async (line: string) => (await onTerminal(line, { rows: 40 })).output
    assert((await shown('legal-text norm msgb 1')).includes(ESCAPE))
    assert(!(await shown('legal-text norm msgb 1 --no-color')).includes(ESCAPE))
    assert(!(await shown('NO_COLOR=1 legal-text norm msgb 1')).includes(ESCAPE))
    assert(!(await shown('FORCE_COLOR=1 legal-text norm msgb 1 --no-color')).includes(ESCAPE))
    assert(!(await shown('legal-text norm msgb 99 --no-color')).includes(ESCAPE))
  })

  test('pages are as wide as it is, and follow it', async () => {
    const { output } = await onTerminal('legal-text norm msgb 14; stty cols 120; echo ===; legal-text norm msgb 14', {
      columns: 60,
      rows: 200,
    })
    const widest = output.split('===').map((page) =>
      Math.max(
        ...stripVTControlCharacters(page)
          .split('\n')
          .map((line) => line.length),
      ),
    )
    assert(widest[0] !== undefined && widest[0] <= 60 && widest[0] > 50, String(widest))
    assert(widest[1] !== undefined && widest[1] <= 120 && widest[1] > 70, String(widest))
  })

  test('what is longer goes through $PAGER, whole', async () => {
    const environment = { PAGER: `${pager} -x` }
    const [paged, plain] = [
      await onTerminal('legal-text law msgb', { environment }),
      await onTerminal('legal-text law msgb --no-pager', { environment }),
    ]
    assert.deepEqual([paged.output, paged.code], ['pager -x\n', 0])
    assert.equal(readFileSync(given, 'utf8'), plain.output)
  })

  test('PAGER=less shows no raw escape codes: LESS and LV are set unless the user has set them', async () => {
    const PAGER = 'printf "LESS=%s LV=%s" "$LESS" "$LV"; cat >/dev/null'
    const shown = async (environment: Record<string, string>) =>
      (await onTerminal('legal-text law msgb', { environment: { PAGER, ...environment } })).output
    assert.equal(await shown({}), 'LESS=FRX LV=-c')
    assert.equal(await shown({ LESS: '-S', LV: '' }), 'LESS=-S LV=')
  })

  test('PAGER=less with LESS unset keeps colours as they are', { skip: !hasLess }, async () => {
    const terminal = new Terminal('legal-text law msgb', { environment: { PAGER: 'less' } })
    await terminal.shows(/Code/)
    const keys = setInterval(() => terminal.type('q'), 50)
    await terminal.end().finally(() => clearInterval(keys))
    assert(!terminal.output.includes('ESC['), terminal.output)
  })

  test('what fits, JSON, and --no-pager do not', async () => {
    const environment = { PAGER: pager }
    for (const line of ['norm msgb 9', 'law msgb --json', 'law msgb --format text', 'law msgb --no-pager']) {
      assert.doesNotMatch((await onTerminal(`legal-text ${line}`, { environment, rows: 40 })).output, /pager/, line)
    }
    for (const none of ['', 'cat']) {
      const { output } = await onTerminal('legal-text law msgb', { environment: { PAGER: none } })
      assert.match(output, /Möwensunder Stadtgesetzbuch/)
    }
    assert.match((await onTerminal('TERM=dumb legal-text law msgb', { environment })).output, /^Möwensunder/)
  })

  test('a pager that is not there is told of, and nothing is lost', async () => {
    const { output, code } = await onTerminal('legal-text law msgb --full', { environment: { PAGER: '/not/there -R' } })
    assert.match(output, /Note: the pager "\/not\/there -R" cannot be run/)
    assert.match(output, /§ 1 .*§ 32 /s)
    assert.equal(code, 0)
  })

  test('links go to pagers that hand them on, and to no other', async () => {
    const environment = { FORCE_HYPERLINK: '1', PAGER: pager }
    await onTerminal('legal-text law msverf --full', { environment })
    assert(!readFileSync(given, 'utf8').includes('\x1b]8;'))
    const { output } = await onTerminal('legal-text law msverf --full --no-pager', { environment })
    assert(output.includes('\x1b]8;'))
  })

  test('a pager that fails is told of, and nothing is lost', async () => {
    for (const failing of ['false', 'exit 3', "less '"]) {
      const { output, code } = await onTerminal('legal-text law msgb --full', { environment: { PAGER: failing } })
      assert.match(output, /Note: the pager .* has ended with \d/, failing)
      assert.match(output, /§ 32 /, failing)
      assert.equal(code, 0)
    }
  })

  test('a pager that quits early ends the command quietly', async () => {
    const { output, code } = await onTerminal('legal-text law msgb --full', { environment: { PAGER: 'head -1' } })
    assert.equal(stripVTControlCharacters(output).trim().split('\n').length, 1)
    assert.equal(code, 0)
  })

  test('less: Ctrl-C is its own, q ends it', { skip: !hasLess }, async () => {
    const terminal = new Terminal('legal-text law msgb')
    await terminal.shows(/Code/)
    terminal.type(CTRL_C)
    // Repeated, since the terminal drops keys typed before Ctrl-C was handled.
    const keys = setInterval(() => terminal.type('q'), 50)
    assert.equal(await terminal.end().finally(() => clearInterval(keys)), 0, terminal.output)
    assert.match(terminal.output, /Möwensunder Stadtgesetzbuch/)
  })

  test('Ctrl-C ends a command that waits for input, with 130', async () => {
    const terminal = new Terminal('legal-text norm -')
    terminal.type('msgb 1\n')
    await terminal.shows(/"par:1"/)
    terminal.type(CTRL_C)
    assert.equal(await terminal.end(), 130)
  })

  test('Ctrl-C ends long work with 130, and leaves a clean line', async () => {
    const slow = createServer((_, response) => response.writeHead(200).write('x'))
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const { port } = slow.address() as AddressInfo
    try {
      const terminal = new Terminal(`legal-text corpus pull --url http://127.0.0.1:${port}/corpus.sqlite`, {
        columns: 60,
      })
      await terminal.shows(/Downloading/)
      terminal.type(CTRL_C)
      assert.equal(await terminal.end(), 130)
      const last = terminal.output.slice(terminal.output.lastIndexOf('\r') + 1)
      assert.match(last, /^.{3}Interrupted; [^\n]*\n$/)
      assert(last.startsWith(`${ESCAPE}K`))
      // The cursor stays visible.
      assert(!terminal.output.includes(`${ESCAPE}?25l`))
    } finally {
      slow.closeAllConnections()
      slow.close()
    }
  })

  test('Ctrl-C ends what is still being written, with 130', async () => {
    const terminal = new Terminal('while :; do printf "msgb 1\\n"; done | legal-text norm -')
    await terminal.shows(/"par:1"/)
    terminal.type(CTRL_C)
    assert.equal(await terminal.end(), 130)
  })

  test('a pipe that is closed early ends a whole law quietly', async () => {
    const line = 'legal-text law msgb --full --format ndjson | head -1 | cut -c1-20; echo "$PIPESTATUS"'
    const { output } = await onTerminal(line)
    assert.equal(output, '{"code":"msgb","abbr\n0\n')
  })
})
