import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { replaceFile } from '../../src/cli/documents/run-link.ts'
import { docx, p, r } from '../read-text/files/word.ts'
import { COMMAND, cleanEnvironment, outcome, spawnCommand } from './program.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legal-text-link-'))
})
after(() => rm(folder, { recursive: true }))

/** Runs a command in the folder. */
function run(args: string[], input = '') {
  const child = spawnCommand([...COMMAND, ...args], {
    cwd: folder,
    env: cleanEnvironment({ DATASET_PATH: 'starter' }),
  })
  child.stdin.end(input)
  return outcome(child)
}
const path = (name: string) => join(folder, name)
const write = (name: string, content: string | Buffer) => writeFile(path(name), content)
const read = (name: string) => readFile(path(name), 'utf8')

const LINK = '[§ 1 MSGB](https://recht.example/msgb/__1.html)'

describe('legal-text link', () => {
  it('writes to standard output and ends with 0 whatever the verdicts are', async () => {
    const { code, stdout, stderr } = await run(['link', '-'], '§ 1 MSGB, § 99 MSGB\n')
    assert.deepEqual([code, stdout], [0, `${LINK}, § 99 MSGB\n`])
    assert.match(stderr, /1 linked, 0 left as they are, 0 without a known page, 1 not right/)
  })

  it('replaces files in place, with a copy, behind symbolic links, and only once', async () => {
    await write('a.md', '\ufeff§ 1 MSGB\r\n')
    await chmod(path('a.md'), 0o640)
    await symlink('a.md', path('to-a.md'))
    assert.equal((await run(['link', 'to-a.md', '--write', '--backup'])).code, 0)
    assert.equal(await read('a.md'), `\ufeff${LINK}\r\n`)
    assert.equal(await read('a.md.bak'), '\ufeff§ 1 MSGB\r\n')
    assert.equal((await lstat(path('to-a.md'))).isSymbolicLink(), true)
    assert.equal((await stat(path('a.md'))).mode & 0o777, 0o640)
    const { mtimeMs } = await stat(path('a.md'))
    assert.equal((await run(['link', 'a.md', '--write', '--backup'])).code, 0)
    assert.equal((await stat(path('a.md'))).mtimeMs, mtimeMs)
  })

  it('replaces no copy, and leaves the file as it is', async () => {
    await write('b.md', '§ 1 MSGB')
    await write('b.md.bak', 'older')
    const { code, stderr } = await run(['link', 'b.md', '--write', '--backup'])
    assert.equal(code, 2)
    assert.match(stderr, /b\.md\.bak exists;\s+it\s+is\s+not\s+replaced/)
    assert.deepEqual([await read('b.md'), await read('b.md.bak')], ['§ 1 MSGB', 'older'])
    await write('b.md.bak', '§ 1 MSGB')
    assert.equal((await run(['link', 'b.md', '--write', '--backup'])).code, 0)
  })

  it('links all other documents if one cannot be linked', async () => {
    await mkdir(path('briefs'))
    await write('briefs/1.docx', Buffer.from('PK\x03\x04 damaged'))
    await write('briefs/2.md', '§ 1 MSGB')
    const { code, stderr } = await run(['link', 'briefs', '--write'])
    assert.equal(code, 2)
    assert.match(stderr, /Note: cannot read briefs\/1\.docx: [\s\S]*Error: 1 of 2 documents could not be linked/)
    assert.equal(await read('briefs/2.md'), LINK)
  })

  it('does not replace a file that has changed since it was read', async () => {
    await write('e.md', 'changed')
    await assert.rejects(
      replaceFile({ file: path('e.md'), bytes: Buffer.from('§ 1 MSGB') }, Buffer.from(LINK), true),
      /it has changed since it was read/,
    )
    assert.deepEqual([await read('e.md'), existsSync(path('e.md.bak'))], ['changed', false])
  })

  it('writes a Word document, and lists what it would link', async () => {
    await write('brief.docx', docx({ body: p(r('Nach § 1 MSGB')) }))
    assert.equal((await run(['link', 'brief.docx', '--out', 'linked.docx'])).code, 0)
    const { stdout } = await run(['link', 'linked.docx', '--json'])
    assert.deepEqual(JSON.parse(stdout).kept, 1)
    const checked = await run(['link', 'brief.docx', '--check'])
    assert.equal(checked.stdout, 'brief.docx:“Nach § 1 MSGB”: § 1 MSGB → https://recht.example/msgb/__1.html\n')
  })

  it('refuses what it cannot link, and says why', async () => {
    await write('c.md', '§ 1 MSGB')
    await write('c.txt', '§ 1 MSGB')
    await write('latin1.html', Buffer.from('<html><meta charset="iso-8859-1">f\xfcr § 1 MSGB', 'latin1'))
    await write('a.json', '{"a": "§ 1 MSGB"}')
    await symlink('loop.md', path('loop.md'))
    await write('damaged.docx', Buffer.from('PK\x03\x04 damaged'))
    const refusals: [string[], RegExp][] = [
      [['c.md', '--to', 'self'], /--base-url: is for --to self/],
      [['c.md', '--backup'], /--backup: needs --write/],
      [['c.md', 'c.txt'], /several documents need --write/],
      [['-', '--write'], /cannot replace standard input/],
      [['c.txt', '--write'], /plain text has no links/],
      [['latin1.html'], /in UTF-8 only/],
      [['a.json'], /cannot link a\.json: JSON is not linked/],
      [['damaged.docx'], /cannot read damaged\.docx/],
      [['missing.md'], /there is no such file/],
      [['loop.md'], /cannot read loop\.md: links lead in a circle/],
    ]
    for (const [args, reason] of refusals) {
      const { code, stdout, stderr } = await run(['link', ...args])
      assert.deepEqual([code, stdout], [2, ''], args.join(' '))
      assert.match(stderr.replace(/\s+/g, ' '), reason)
    }
  })

  it('notes that LaTeX needs hyperref', async () => {
    await write('a.tex', '\\documentclass{article}\\begin{document}§ 1 MSGB\\end{document}')
    assert.match((await run(['link', 'a.tex'])).stderr, /does not load hyperref/)
    await write(
      'b.tex',
      '\\documentclass{article}\\usepackage[hidelinks]{hyperref}\\begin{document}§ 1 MSGB\\end{document}',
    )
    assert.doesNotMatch((await run(['link', 'b.tex'])).stderr, /hyperref/)
  })
})

describe('legal-text authorities', () => {
  it('writes a table in the format of the file', async () => {
    await write('d.md', 'Nach § 7 MSGB und § 99 MSGB.')
    const { code, stdout } = await run(['authorities', 'd.md'])
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^MSGB — Möwensunder Stadtgesetzbuch vom 2\.3\.2009 .*\n {2}§ 7 Wort und Schrift: l\. 1\n\nWrong\n {2}§ 99 MSGB /,
    )
    assert.equal((await run(['authorities', 'd.md', '--out', 'n.tex'])).code, 0)
    assert.match(await read('n.tex'), /^\\subsection\*\{MSGB\}/)
    assert.equal((await run(['authorities', 'd.md', '--format', 'docx'])).code, 2)
  })
})
