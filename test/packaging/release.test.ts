/** The files of a release, built from an invented project: installers that run here, packages, notes, and the workflow. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import * as z from 'zod'
import { releaseAssets, releaseFiles, TEMPLATES } from '../../src/packaging/release.ts'
import { packageRoot, version } from '../../src/program/package.ts'

const read = (name: string) => readFileSync(join(packageRoot, name), 'utf8')
const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const [folder, repository] = [mkdtempSync(join(tmpdir(), 'legal-text-release-')), 'https://example.org/law/legal-text']
after(() => rmSync(folder, { recursive: true, force: true }))

const project = { repository, contact: 'mailto:law@example.org', server: 'org.example/legal-text' }
const description = JSON.stringify({ ...JSON.parse(read('package.json')), project })
const DOWNLOADS = `${repository}/releases/download/v${version}`
const ARCHIVES = [
  'linux-x64.tar.gz',
  'linux-arm64.tar.gz',
  'macos-arm64.tar.gz',
  'macos-x64.tar.gz',
  'windows-x64.zip',
].map((name) => `legal-text-${name}`)

/** Stands in for the executable: prints its version, and compresses well. */
const EXECUTABLE = `#!/bin/sh\necho legal-text/${version}\nexit\n${'#\n'.repeat(5e5)}`

/** Packs a program like the workflow does. @returns the archive */
function pack(program: string, name: string): Buffer {
  const root = join(folder, 'package')
  for (const path of ['dist/completion', 'dist/man', 'dist/legal-text.1', 'LICENSE', 'NOTICE.md', 'release/pack.sh'])
    cpSync(join(packageRoot, path), join(root, path), { recursive: true })
  mkdirSync(join(root, 'dist/executable'), { recursive: true })
  writeFileSync(join(root, 'dist/executable/legal-text'), program, { mode: 0o755 })
  execFileSync(join(root, 'release/pack.sh'), [name], { cwd: folder })
  return readFileSync(join(folder, name))
}

const archive = pack(EXECUTABLE, 'archive.tar.gz')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const contentOf = (name: string) => (/^legal-text-linux-x64/.test(name) ? archive : Buffer.from(name))

function render(changelog = read('CHANGELOG.md'), checksums = ARCHIVES.map((name) => [name, sha256(contentOf(name))])) {
  const templates = Object.fromEntries(TEMPLATES.map((name) => [name, read(`release/${name}`)]))
  return releaseAssets(description, changelog, templates, new Map(checksums as [string, string][]))
}
const files = render()
const file = (name: (typeof TEMPLATES)[number] | 'notes.md') => files[name] ?? assert.fail(name)

const isPublished = JSON.parse(read('package.json')).project !== undefined

test('without a project a release ends before it writes anything, and says what is missing', {
  skip: isPublished,
}, () => {
  const place = join(folder, 'none')
  mkdirSync(place)
  for (const words of [[], [place]]) {
    const program = join(packageRoot, 'src/packaging/release.ts')
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^Error: package\.json has no "project".*docs\/releasing\.md\n$/)
  }
  assert.deepEqual(readdirSync(place), [])
})

test('the README says how a release is installed on three systems, if there is a project', () => {
  const readme = read('README.md')
  assert.equal(/install\.(?:sh|ps1)|releases\/latest/.test(readme), isPublished)
  const released = releaseFiles(description, read('docs/SECURITY.md'), readme)['README.md'] ?? ''
  for (const line of [
    `curl -fsSL ${repository}/releases/latest/download/install.sh | sh`,
    `irm ${repository}/releases/latest/download/install.ps1 | iex`,
    'npm install --global legal-text',
  ])
    assert(released.includes(`\n${line}\n`), line)
  assert.doesNotMatch(released, /in no registry/)
})

describe('the templates', () => {
  test('are filled in, and name what this project publishes', () => {
    for (const [name, text] of Object.entries(files)) {
      if (name === 'notes.md') continue
      assert.doesNotMatch(text, /@[A-Z]/, name)
      for (const [address] of text.matchAll(/https?:\/\/[^\s"'/]+[^\s"']*/g))
        assert(address.startsWith(repository), `${name} names ${address}`)
    }
  })

  test('need every archive', () => {
    const some = ARCHIVES.slice(1).map((name) => [name, sha256(name)])
    assert.throws(() => render(undefined, some), /needs SHA256:legal-text-linux-x64\.tar\.gz/)
  })

  test('become notes: the section of the changelog, with links that lead out of it', () => {
    const text = (title: string) =>
      `# Changelog\n\n## Unreleased\n\n- New.\n\n## ${title}\n\n### Search\n\n- [Old](docs/a.md#b).\n\n`
    assert.equal(
      render(`${text(`${version} (2026-01-02)`)}## 0.1.0 (2025-01-01)\n\n- First.\n`)['notes.md'],
      `### Search\n\n- [Old](${repository}/blob/v${version}/docs/a.md#b).\n`,
    )
    const nothing = new RegExp(`nothing about version ${version}`)
    assert.throws(() => render(text(`${version}0 (2026-01-02)`)), nothing)
    assert.throws(() => render(`## ${version} (2026-01-02)\n\n## 0.1.0 (2025-01-01)\n\n- First.\n`), nothing)
    assert.match(file('notes.md'), /^\S.+\S\n$/s)
  })
})

/** A release served on this machine. */
interface Release {
  /** Handles requests for archives. */
  serve: RequestListener
  /** The install script. Default: the one for the served archives. */
  script?: string
  uname?: string
  path?: string
  folder?: string
  signal?: NodeJS.Signals
  limit?: string
}

const HOME = join(folder, 'home')

/** Runs install.sh against a server. @returns its outcome, its requests, and the files it left */
async function install({ serve, script = file('install.sh'), uname, signal, ...rest }: Release) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(basename(request.url ?? ''))
    serve(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [TMPDIR, bin, path] = ['tmp', 'stub', 'install.sh'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [TMPDIR, bin, HOME]) mkdirSync(each, { recursive: true })
  writeFileSync(path, script.replaceAll(DOWNLOADS, origin))
  if (uname) writeFileSync(join(bin, 'uname'), `#!/bin/sh\n${uname}\n`, { mode: 0o755 })
  const env = { HOME, TMPDIR, LANG: 'C', PATH: rest.path ?? `${uname ? `${bin}:` : ''}/usr/local/bin:/usr/bin:/bin` }
  const command = `${rest.limit ? `ulimit -f ${rest.limit};` : ''} exec /bin/sh "$@"`
  const words = ['-c', command, 'sh', path, ...(rest.folder ? [rest.folder] : [])]
  const child = spawn('/bin/sh', words, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const end = once(child, 'close')
  if (signal) {
    while (asked.length === 0 && child.exitCode === null) await delay(10)
    if (child.exitCode === null) process.kill(-(child.pid as number), signal)
  }
  const [code] = await end
  server.closeAllConnections()
  server.close()
  assert.deepEqual(readdirSync(TMPDIR), [], 'nothing temporary is left')
  return { code, said, asked, installed: filesIn(HOME) }
}

const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

const send: RequestListener = (_, response) => response.end(archive)
const x64 = 'case $1 in -s) echo Linux ;; *) echo x86_64 ;; esac'

describe('install.sh', { skip: process.platform === 'win32' }, () => {
  const clear = () => rmSync(HOME, { recursive: true, force: true })

  test('is understood by the shell', () => {
    assert.equal(spawnSync('sh', ['-n'], { input: file('install.sh') }).stderr.toString(), '')
  })

  test('installs into ~/.local/bin, and says what to do if that is not in PATH', async () => {
    clear()
    for (let time = 0; time < 2; time++) {
      const { code, said, asked, installed } = await install({ serve: send, uname: x64 })
      assert.deepEqual([code, asked, installed], [0, ['legal-text-linux-x64.tar.gz'], ['legal-text']], said)
      const bin = join(HOME, '.local/bin')
      assert(said.includes(`Installed ${bin}/legal-text: legal-text/${version}\n`), said)
      assert(
        said.includes(`${bin} is not in your PATH. Add this line to ~/.profile: export PATH="${bin}:$PATH"\n`),
        said,
      )
      assert.equal(readFileSync(join(bin, 'legal-text'), 'utf8'), EXECUTABLE)
      assert.equal(statSync(join(bin, 'legal-text')).mode & 0o777, 0o755)
    }
  })

  test('installs into another folder', async () => {
    clear()
    const bin = join(folder, 'other place')
    const path = `${join(folder, 'stub')}:${bin}:/usr/bin:/bin`
    const { code, said, installed } = await install({ serve: send, uname: x64, folder: bin, path })
    assert.deepEqual([code, installed, filesIn(bin)], [0, [], ['legal-text']], said)
    assert.doesNotMatch(said, /PATH/)
  })

  test('works without curl', { skip: !has('wget') && 'wget is missing' }, async () => {
    clear()
    const path = join(folder, 'without')
    mkdirSync(path, { recursive: true })
    for (const name of 'sh wget sha256sum cut mktemp rm mkdir tar gzip chmod mv'.split(' '))
      symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(path, name))
    writeFileSync(join(path, 'uname'), `#!/bin/sh\n${x64}\n`, { mode: 0o755 })
    const { code, said, installed } = await install({ serve: send, path })
    assert.deepEqual([code, installed], [0, ['legal-text']], said)
  })

  test('takes the archive of the system', async () => {
    const systems = {
      'Linux aarch64': 'linux-arm64',
      'Darwin arm64': 'macos-arm64',
      'Darwin x86_64': 'macos-x64',
    }
    for (const [system, name] of Object.entries(systems)) {
      clear()
      const [kernel, machine] = system.split(' ')
      const uname = `case $1 in -s) echo ${kernel} ;; *) echo ${machine} ;; esac`
      const { asked, said } = await install({ serve: send, uname })
      assert.deepEqual(asked, [`legal-text-${name}.tar.gz`])
      assert.match(said, /checksum/, 'it is that of another system here')
    }
    const { code, said, asked } = await install({ serve: send, uname: 'echo Plan9' })
    assert.deepEqual([code, asked], [1, []])
    assert.match(said, /not for Plan9 on Plan9\n/)
  })

  const refused: [string, Partial<Release> & { serve: RequestListener }, RegExp][] = [
    [
      'a wrong checksum',
      { serve: (_, response) => response.end('<html>') },
      /checksum of the download is wrong; nothing was/,
    ],
    ['a missing file', { serve: (_, response) => response.writeHead(404).end() }, /the download failed: http/],
    [
      'an interrupted download',
      {
        serve: (_, response) => {
          response.writeHead(200, { 'Content-Length': archive.length })
          response.write(archive.subarray(0, 9000), () => response.destroy())
        },
      },
      /the download failed: http/,
    ],
    ['no space for the archive', { serve: send, limit: '8' }, /the download failed: http/],
    ['no space for the executable', { serve: send, limit: '1000' }, /cannot take the file, which needs 140 MB\n/],
    ['Ctrl-C', { serve: (_, response) => response.writeHead(200).write('x'), signal: 'SIGINT' }, /^Downloading .*\n/],
  ]
  for (const [name, release, expected] of refused) {
    test(`leaves nothing after ${name}`, async () => {
      clear()
      const { code, said, installed } = await install({ uname: x64, ...release })
      assert.notEqual(code, 0)
      assert.match(said, expected)
      assert.deepEqual(installed, [])
    })
  }

  test('keeps what is installed if the new executable does not run', async () => {
    clear()
    mkdirSync(join(HOME, '.local/bin'), { recursive: true })
    writeFileSync(join(HOME, '.local/bin/legal-text'), 'old')
    const broken = pack('#!/no/such/program\n', 'broken.tar.gz')
    const script = file('install.sh').replaceAll(sha256(archive), sha256(broken))
    const serve: RequestListener = (_, response) => response.end(broken)
    const { code, said, installed } = await install({ serve, script, uname: x64 })
    assert.deepEqual([code, installed], [1, ['legal-text']])
    assert.match(said, /does not run on this system; it needs glibc 2\.28 or macOS 13\.5\n$/)
    assert.equal(readFileSync(join(HOME, '.local/bin/legal-text'), 'utf8'), 'old')
  })

  test('does nothing if only a part of it has arrived', async () => {
    clear()
    const script = file('install.sh')
    const body = script.indexOf('main() {')
    for (const length of [body + 900, script.lastIndexOf('\nmain')]) {
      const { asked, installed } = await install({ serve: send, script: script.slice(0, length), uname: x64 })
      assert.deepEqual([asked, installed], [[], []])
    }
  })
})

/** Runs a workflow step as GitHub does. */
function runStep(script: string, cwd: string, env: Record<string, string>) {
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env, encoding: 'utf8' })
}

const action = z.strictObject({
  uses: z.string().regex(/^actions\/[\w-]+@v\d+$/),
  id: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const command = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string(),
})
const right = z.enum(['read', 'write'])
const workflow = z
  .strictObject({
    name: z.string(),
    on: z.strictObject({ push: z.strictObject({ tags: z.tuple([z.literal('v*')]) }) }),
    permissions: z.strictObject({ contents: z.literal('read') }),
    concurrency: z.string(),
    defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }),
    jobs: z.record(
      z.string(),
      z.strictObject({
        needs: z.union([z.string(), z.array(z.string())]).optional(),
        'runs-on': z.string(),
        'timeout-minutes': z.int(),
        permissions: z.partialRecord(z.enum(['contents', 'packages', 'id-token', 'attestations']), right).optional(),
        outputs: z.record(z.string(), z.string()).optional(),
        env: z.record(z.string(), z.string()).optional(),
        strategy: z
          .strictObject({ matrix: z.strictObject({ include: z.array(z.record(z.string(), z.string())) }) })
          .optional(),
        steps: z.array(z.union([action, command])),
      }),
    ),
  })
  .parse(parse(read('.github/workflows/release.yml')))
const job = (name: string) => workflow.jobs[name] ?? assert.fail(name)
const stepNamed = (name: string, start: string) => {
  const step = job(name).steps.find((each) => 'run' in each && each.name?.startsWith(start))
  return step && 'run' in step ? step : assert.fail(start)
}

describe('the workflow', () => {
  test('has steps that the shell understands, and names that exist', () => {
    for (const [name, { steps, needs = [], strategy, outputs = {} }] of Object.entries(workflow.jobs)) {
      for (const needed of [needs].flat()) job(needed)
      for (const step of steps) {
        if (!('run' in step)) continue
        const input = step.run.replace(/\$\{\{.*?\}\}/g, 'x')
        assert.equal(spawnSync('bash', ['-n'], { input }).stderr.toString(), '', step.run)
        for (const [, script] of step.run.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
          assert(script && JSON.parse(description).scripts[script], script)
        for (const [, path = ''] of step.run.matchAll(/(?<![\w/$-])(release\/[\w-]+\.sh)/g))
          assert(statSync(join(packageRoot, path)).mode & 0o100, path)
      }
      const ids = steps.flatMap(({ id }) => id ?? [])
      const text = JSON.stringify({ steps, outputs })
      for (const [, id = ''] of text.matchAll(/steps\.([\w-]+)\./g)) assert(ids.includes(id), id)
      for (const [, key = ''] of text.matchAll(/matrix\.([\w-]+)/g))
        for (const each of strategy?.matrix.include ?? assert.fail(name)) assert(each[key], key)
      for (const [, other = '', key = ''] of JSON.stringify(job(name)).matchAll(/needs\.(\w+)\.outputs\.(\w+)/g))
        assert([needs].flat().includes(other) && job(other).outputs?.[key], key)
    }
  })

  test('builds the archives that the templates name', () => {
    const built = job('executables').strategy?.matrix.include.map(({ archive }) => archive)
    assert.deepEqual(built?.toSorted(), ARCHIVES.toSorted())
    const named = TEMPLATES.flatMap((name) => read(`release/${name}`).match(/(?<=@SHA256:)[^@]+/g) ?? [])
    assert.deepEqual([...new Set(named)].sort(), ARCHIVES.toSorted())
  })

  test('gives rights to publish only to the jobs that do', () => {
    const rights = Object.entries(workflow.jobs).map(([name, { permissions }]) => [name, permissions])
    assert.deepEqual(Object.fromEntries(rights), {
      check: undefined,
      executables: undefined,
      image: { contents: 'read', packages: 'write' },
      release: { contents: 'write', packages: 'write', 'id-token': 'write', attestations: 'write' },
    })
  })

  test('begins with a check of the setting, the files, the tag, the repository and the changelog', () => {
    const root = join(folder, 'check')
    const bin = join(root, '../check-bin')
    for (const path of [root, bin]) mkdirSync(path)
    const [output, npm] = [join(folder, 'output'), join(bin, 'npm')]
    const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { stdio: 'ignore' })
    git('init')
    writeFileSync(join(root, 'package.json'), description)
    writeFileSync(join(root, 'CHANGELOG.md'), `## ${version} (2026-01-02)\n`)
    git('add', '.')
    const { run } = stepNamed('check', 'Check the setting')
    const attempt = (release: string, settings: Record<string, string> = {}) => {
      writeFileSync(npm, `#!/bin/sh\n${release}\n`, { mode: 0o755 })
      writeFileSync(output, '')
      const env = {
        PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
        GITHUB_OUTPUT: output,
        GITHUB_REPOSITORY: 'Law/legal-text',
        GITHUB_REF_NAME: `v${version}`,
        HERE: 'https://example.org/Law/legal-text',
        ...settings,
      }
      const { status, stdout } = runStep(run, root, env)
      return [status, stdout.split('\n').findLast((line) => line.startsWith('::error::'))]
    }
    assert.deepEqual(attempt(':'), [0, undefined])
    assert.equal(readFileSync(output, 'utf8'), `version=${version}\nimage=ghcr.io/law/legal-text\n`)
    const missing = 'Error: package.json has no "project"'
    assert.deepEqual(attempt(`echo '${missing}' >&2; exit 1`), [1, `::error::${missing}`])
    assert.match(String(attempt('echo {} >server.json')), /^1,.* stale/)
    rmSync(join(root, 'server.json'))
    assert.match(String(attempt('echo >>CHANGELOG.md')), /^1,.* stale/)
    git('add', '.')
    assert.match(String(attempt(':', { GITHUB_REF_NAME: 'v0.0.1' })), /^1,::error::The tag is v0\.0\.1, and /)
    assert.match(
      String(attempt(':', { HERE: 'https://example.org/fork/x' })),
      /^1,.*this is https:\/\/example\.org\/fork\/x\./,
    )
    writeFileSync(join(root, 'CHANGELOG.md'), '## 0.0.1 (2026-01-02)\n')
    git('add', '.')
    assert.match(String(attempt(':')), /^1,.*no section for version/)
  })
})

describe('the packages', { skip: !has('dpkg-deb') && 'dpkg-deb is missing' }, () => {
  const temporary = join(folder, 'runner')
  const place = join(temporary, 'release')
  test('for Debian are made by the step of the workflow, with their checksums', () => {
    mkdirSync(place, { recursive: true })
    for (const name of ARCHIVES) writeFileSync(join(place, name), contentOf(name))
    copyFileSync(join(place, 'legal-text-linux-x64.tar.gz'), join(place, 'legal-text-linux-arm64.tar.gz'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
    const bin = join(folder, 'no-npm')
    mkdirSync(bin)
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\n', { mode: 0o755 })
    chmodSync(join(bin, 'npm'), 0o755)
    const { run } = stepNamed('release', 'Make the installers')
    const { status, stderr } = runStep(run, packageRoot, {
      PATH: `${bin}:/usr/bin:/bin`,
      RUNNER_TEMP: temporary,
      GITHUB_WORKSPACE: packageRoot,
      VERSION: version,
    })
    assert.equal(status, 0, stderr)
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: place })
    const listed = readFileSync(join(place, 'SHA256SUMS'), 'utf8').match(/\S+$/gm)
    const packages = ['amd64', 'arm64'].map((each) => `legal-text_${version}_${each}.deb`)
    const others = ['install.ps1', 'install.sh', 'legal-text.json', 'legal-text.rb']
    assert.deepEqual(listed?.toSorted(), [...ARCHIVES, ...packages, ...others].sort())
  })

  test('for Debian say what they are, and have program, manual pages and completion in their places', () => {
    for (const architecture of ['amd64', 'arm64']) {
      const deb = join(place, `legal-text_${version}_${architecture}.deb`)
      const field = (name: string) => execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim()
      assert.deepEqual(['Package', 'Version', 'Architecture', 'Maintainer', 'Homepage'].map(field), [
        'legal-text',
        version,
        architecture,
        'legal-text <law@example.org>',
        repository,
      ])
      assert(Number(field('Installed-Size')) > 1000)
      const listing = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' })
      const entries = listing.split('\n').flatMap((line) => (/^-/.test(line) ? [line.split(/\s+/)] : []))
      assert.deepEqual(entries.map(([mode, owner, , , , path]) => `${mode} ${owner} ${path}`).sort(), [
        '-rw-r--r-- root/root ./usr/share/bash-completion/completions/legal-text',
        '-rw-r--r-- root/root ./usr/share/doc/legal-text/NOTICE.md',
        '-rw-r--r-- root/root ./usr/share/doc/legal-text/copyright',
        '-rw-r--r-- root/root ./usr/share/fish/vendor_completions.d/legal-text.fish',
        '-rw-r--r-- root/root ./usr/share/man/de/man1/legal-text.1.gz',
        '-rw-r--r-- root/root ./usr/share/man/man1/legal-text.1.gz',
        '-rw-r--r-- root/root ./usr/share/zsh/vendor-completions/_legal-text',
        '-rwxr-xr-x root/root ./usr/bin/legal-text',
      ])
    }
    const root = join(folder, 'unpacked')
    execFileSync('dpkg-deb', ['--extract', join(place, `legal-text_${version}_amd64.deb`), root])
    assert.equal(execFileSync(join(root, 'usr/bin/legal-text'), { encoding: 'utf8' }), `legal-text/${version}\n`)
  })
})

test('the formula of Homebrew is Ruby, and installs what is in the archive', () => {
  const formula = file('legal-text.rb')
  if (has('ruby')) assert.match(execFileSync('ruby', ['-c'], { input: formula, encoding: 'utf8' }), /OK/)
  const opened = formula.match(/^ *(?:class|def)\b|\bdo$/gm)?.length
  assert.equal(formula.match(/^ *end$/gm)?.length, opened)
  assert.match(formula, /^class LegalText < Formula\n {2}desc "(?!An? |The |legal-text)[^"]{1,80}[^."]"\n/i)
  const pairs = [...formula.matchAll(/on_(arm|intel) do\n +url "(.+)"\n +sha256 "([0-9a-f]{64})"\n/g)]
  for (const [, processor, url = '', sum] of pairs) {
    assert.equal(dirname(url), DOWNLOADS)
    assert.equal(sum, sha256(contentOf(basename(url))))
    assert.equal(url.includes('arm64'), processor === 'arm')
  }
  assert.deepEqual(pairs.map(([, , url = '']) => basename(url)).sort(), ARCHIVES.slice(0, 4).sort())
  const listing = execFileSync('tar', ['-tzf', join(folder, 'archive.tar.gz')], { encoding: 'utf8' }).split('\n')
  const installed = [...formula.matchAll(/\.install "([^"]+)"/g)].map(([, path = '']) => path)
  assert.equal(installed.length, 6)
  for (const path of installed) assert(listing.includes(path), path)
})

test('the manifest of Scoop has the fields of its schema', () => {
  const SUM = z.string().regex(/^[0-9a-f]{64}$/)
  const manifest = z
    .strictObject({
      version: z.literal(version),
      description: z.string(),
      homepage: z.literal(repository),
      license: z.literal('Apache-2.0'),
      architecture: z.strictObject({ '64bit': z.strictObject({ url: z.url(), hash: SUM }) }),
      bin: z.literal('legal-text.exe'),
      checkver: z.strictObject({ github: z.literal(repository) }),
      autoupdate: z.strictObject({
        architecture: z.strictObject({ '64bit': z.strictObject({ url: z.string() }) }),
        hash: z.strictObject({ url: z.literal('$baseurl/SHA256SUMS') }),
      }),
    })
    .parse(JSON.parse(file('legal-text.json')))
  const { url, hash } = manifest.architecture['64bit']
  assert.deepEqual([url, hash], [`${DOWNLOADS}/legal-text-windows-x64.zip`, sha256('legal-text-windows-x64.zip')])
  assert.equal(manifest.autoupdate.architecture['64bit'].url.replace('$version', version), url)
})

test('install.ps1 compares the checksum before it unpacks, and has closed what it opens', () => {
  const script = file('install.ps1')
  for (const [open, close] of ['{}', '()', '[]'])
    assert.equal(script.split(open ?? '').length, script.split(close ?? '').length)
  const order = [
    `${DOWNLOADS}/legal-text-windows-x64.zip`,
    sha256('legal-text-windows-x64.zip'),
    'throw',
    'Expand-Archive',
  ]
  const places = order.map((each) => script.indexOf(each))
  assert(!places.includes(-1))
  assert.deepEqual(
    places.toSorted((a, b) => a - b),
    places,
  )
})
