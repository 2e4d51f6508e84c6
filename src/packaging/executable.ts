/**
 * Builds the single executable `dist/executable/legal-text` from the built package and the Node.js that runs this script.
 *   npm run build:executable
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assetPath, packageRoot } from '../program/package.ts'
import { bundleExecutable } from './bundle-code.ts'
import { CHUNK_LOADER, chunkScript, expressionIn } from './chunks.ts'
import { type Assets, NODE_OPTIONS, writeExecutable } from './write-executable.ts'

/** Data files to embed. */
const DATA = [
  'package.json',
  'oclif.manifest.json',
  'dist/{completion,i18n,import,man,web}/**/*.{bash,zsh,zshrc,fish,json,txt,1,css,js,svg,html,br,gz}',
  'dist/{legal-text.1,mcp-tools.json,openapi.json,questions.json.zst,starter.sqlite}',
]

/**
 * Command lines whose code is compiled ahead. Chunks used by the same set of lines form a group, so that a start reads and
 * unpacks little unused code.
 */
const STARTS: readonly (readonly string[][])[] = [
  [['norm', 'msgb', 'par:14', '--json']],
  [['norm', 'msgb', '14', '--lang', 'de']],
  [['search', 'Kündigung', '--json']],
  [['--help'], ['version']],
  [['norm', '--help']],
  [['__complete', '--', 'norm', 'msgb', 'par:1']],
  [['check', 'README.md']],
]

const NODE_NOTICE = `This executable contains Node.js ${process.version}, whose licence, with those of its parts, is at
https://github.com/nodejs/node/blob/${process.version}/LICENSE.`

/** Group of all other code, which is compiled when it runs. */
const REST = 'rest'

/** Function that finds chunks in the executable. */
const FINDER = expressionIn('embedded-chunks.cjs')

/** Input of `warm-chunks.cjs`. */
interface WarmingOrder {
  assets: Assets
  groupOf: Record<string, string>
  lines: readonly string[][]
  out: string
}

interface Warmed {
  /** Imported names, including modules of Node.js. */
  used: string[]
  /** Compiled code of the groups, in base64. */
  compiled: Record<string, string>
}

const work = mkdtempSync(join(tmpdir(), 'legal-text-executable-'))
async function buildExecutable(file: string): Promise<void> {
  const { chunks, notices } = await bundleExecutable()
  const names = globSync(DATA, { cwd: packageRoot }).sort()
  const assets: Assets = Object.fromEntries(names.map((name) => [name.replaceAll('\\', '/'), join(packageRoot, name)]))
  assets['dist/THIRD-PARTY-NOTICES.txt'] = write('notices', `${NODE_NOTICE}\n\n${notices}`)
  assets['code/loader'] = write('loader', CHUNK_LOADER)
  assets['code/finder'] = write('finder', FINDER)

  const whole = Object.fromEntries([...chunks.keys()].map((name) => [name, REST]))
  const alone = { ...assets, [`code/${REST}`]: write('code/whole', chunkScript(chunks, [...chunks.keys()])) }
  const used = STARTS.map((lines) => new Set(warm({ assets: alone, groupOf: whole, lines }).used))
  const groupOf = Object.fromEntries([...chunks.keys()].map((name) => [name, groupName(name, used)]))
  for (const [group, members] of Map.groupBy(chunks.keys(), (name) => groupOf[name] as string)) {
    assets[`code/${group}`] = write(`code/${group}`, chunkScript(chunks, members))
  }
  const { compiled } = warm({ assets, groupOf, lines: STARTS.flat() })
  for (const [group, bytes] of Object.entries(compiled)) {
    assets[`compiled/${group}`] = write(`compiled/${group}`, Buffer.from(bytes, 'base64'))
  }
  const find = `(${FINDER})(${JSON.stringify(groupOf)})`
  const load = `const load=(${CHUNK_LOADER})(${find},process.getBuiltinModule);`
  for (const name of chunks.keys()) {
    if (name.endsWith('-worker.js')) assets[`dist/${name}`] = write(`threads/${name}`, `${load}load('${name}')`)
  }
  await writeExecutable(file, write('main.cjs', `${load}load('executable.js').run(process.argv.slice(2))`), assets)
}

/** Returns the name of a chunk's group, made of the starts that use it: `01` for the first two. */
const groupName = (name: string, used: readonly ReadonlySet<string>[]): string =>
  used.map((names, index) => (names.has(name) ? index : '')).join('') || REST

/**
 * Runs command lines on the starter dataset, verified by a first run. V8 accepts compiled code only under the options with which
 * it was made.
 */
function warm(order: Omit<WarmingOrder, 'out'>): Warmed {
  const cache = mkdtempSync(join(work, 'cache-'))
  const out = join(cache, 'out.json')
  const program = join(import.meta.dirname, 'warm-chunks.cjs')
  const file = write('order.json', JSON.stringify({ ...order, out } satisfies WarmingOrder))
  const env = { XDG_CACHE_HOME: cache, DATASET_PATH: assetPath('starter.sqlite'), LANG: 'C.UTF-8' }
  for (let run = 0; run < 2; run++) {
    execFileSync(process.execPath, [...NODE_OPTIONS, program, file], {
      cwd: packageRoot,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return JSON.parse(readFileSync(out, 'utf8')) as Warmed
}

/** Writes a file for the build. @returns its path */
function write(name: string, content: Uint8Array | string): string {
  const file = join(work, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

try {
  await buildExecutable(assetPath(`executable/legal-text${process.platform === 'win32' ? '.exe' : ''}`))
} finally {
  rmSync(work, { recursive: true, force: true })
}
