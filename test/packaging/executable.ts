/**
 * Tests of the single executable, built by `npm run build:executable`: its start, every command, and the tests that run the real
 * program. `npm run test:executable`.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { assetPath, packageRoot } from '../../src/program/package.ts'
import { tryCommands, tryMarkdown, tryVersion } from './install/commands.ts'
import { Place } from './install/place.ts'
import { tryPublishing } from './install/publishing.ts'
import { tryPrune } from './install/removal.ts'
import { tryProtocol, tryServer } from './install/server.ts'

const built = assetPath('executable/legal-text')
/** Maximum size of the compressed executable, in bytes. */
const LARGEST = 45e6

/** Tests that run the real program. */
const END_TO_END = [
  'test/e2e/*.test.ts',
  'test/e2e/workers.slow.ts',
  'test/mcp/stdio.test.ts',
  'test/http/listening.test.ts',
]

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'legal-text-executable-'))
try {
  trySize()
  tryPlaces()
  tryCalls()
  await tryWork()
  runTests()
  console.log('The executable works')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Fast compression, which gives a larger file than the best one. */
function trySize(): void {
  const { length } = zstdCompressSync(readFileSync(built), { params: { [constants.ZSTD_c_compressionLevel]: 6 } })
  console.log(`${statSync(built).size} bytes, compressed ${length}`)
  assert(length <= LARGEST)
  assert.deepEqual(readdirSync(dirname(built)), [basename(built)], 'nothing is beside it')
}

/** It must run under any name, and from any place. */
function tryPlaces(): void {
  const [plain, odd] = [join(folder, 'bin'), join(folder, 'Prüf ordner')]
  for (const path of [plain, odd]) mkdirSync(path)
  copyFileSync(built, join(odd, 'gesetz'))
  symlinkSync(join(odd, 'gesetz'), join(plain, 'legal-text'))
  copyFileSync(join(packageRoot, 'package.json'), join(odd, 'package.json'))
  chmodSync(odd, 0o555)
  const PATH = [plain, dirname(built), '/usr/bin', '/bin'].join(delimiter)
  const env = { PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }
  for (const program of [join(odd, 'gesetz'), join(plain, 'legal-text'), 'legal-text']) {
    const { stdout, stderr } = spawnSync(program, ['norm', '§ 1 MSGB', '--dataset', 'starter'], {
      env,
      encoding: 'utf8',
    })
    assert.match(stdout, /Rücksicht und Redlichkeit/)
    assert.equal(stderr, '')
  }
  const said = execFileSync('bash', ['-c', 'legal-text grep Hafen; legal-text --version'], {
    env: { ...env, DATASET_PATH: 'starter', NODE_OPTIONS: '--no-such-option' },
    encoding: 'utf8',
  })
  assert.match(said, /Hafen.*\n.* single-executable\n$/s)
  assert(!existsSync(env.XDG_CACHE_HOME), 'the sample needs no cache')
  chmodSync(odd, 0o755)
}

/** Lookups must not change the file system. */
function tryCalls(): void {
  const trace = join(folder, 'trace')
  const calls =
    'open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat'
  const words = ['--follow-forks', `--trace=${calls}`, `--output=${trace}`, built]
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'traced') }
  const { error, status } = spawnSync('strace', [...words, 'norm', '§ 1 MSGB', '--dataset', 'starter'], { env })
  if (error !== undefined) {
    console.log('Left out: a trace of system calls, for which strace is missing')
    return
  }
  assert.equal(status, 0)
  const changes = readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => /O_WRONLY|O_RDWR|O_CREAT|(?:creat|mkdir|rename|link)\w*\(/.test(line) && !/"\/dev\//.test(line))
  assert.deepEqual(changes, [])
}

/** Every command, server, publisher and protocol. */
async function tryWork(): Promise<void> {
  mkdirSync(join(folder, 'work'))
  const place = new Place(join(folder, 'work'), process.execPath, built)
  tryVersion(place)
  tryCommands(place)
  tryMarkdown(place)
  await tryServer(place, built, 'http')
  await tryServer(place, built, 'http', '--workers', '2')
  await tryProtocol(place)
  await tryPublishing(place)
  tryPrune(place)
}

function runTests(): void {
  const env = { ...process.env, LEGAL_TEXT_EXECUTABLE: built }
  const { status } = spawnSync(process.execPath, [join(packageRoot, 'test', 'run.ts'), ...END_TO_END], {
    cwd: packageRoot,
    env,
    stdio: 'inherit',
  })
  assert.equal(status, 0, 'the tests that run the real program')
}
