/** Bundles the code into `dist`: few files for every start, separate ones for rare needs. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { COMMAND_IDS } from '../cli/commands.ts'
import { assetPath, packageRoot } from '../program/package.ts'
import { CHUNK_LOADER, type Chunks, chunkScript, chunksOf, withLateImports } from './chunks.ts'

/** Bundled dependencies: loading them as packages would dominate the runtime of a short command. */
const BUNDLED = ['zod', 'entities', 'postgres', '@oclif/core']

const source = join(packageRoot, 'src')

/** Modules that run in threads. */
const THREADS = ['import/**/*-worker.ts', 'store/{sqlite,postgres}/*-worker.ts', 'http/operation-worker.ts']

/** Entry points. Code that they share is in `chunks`. */
const ENTRIES = ['index.ts', 'server.ts', ...THREADS, 'dataset/obtain-child.ts', 'http/workers/worker.ts']

const plugin = (name: string, setup: Plugin['setup']): Plugin => ({ name, setup })

/** ECMAScript modules with shared chunks. */
const MODULES = { outbase: 'src', splitting: true, format: 'esm' } as const

interface Bundle {
  outputFiles: readonly { path: string; contents: Uint8Array }[]
  metafile: Metafile
}

/**
 * Writes `dist/**.js`, the program `dist/{cli,program,rest}.cjs`, and the licences of the bundled packages. A process that runs from
 * `dist` is not disturbed: new chunks have new names, and obsolete files are removed last.
 */
export async function bundleCode(): Promise<void> {
  const results: Bundle[] = [await bundleModules(), ...(await bundleProgram()), await bundleProtocol()]
  const files = results.flatMap(({ outputFiles }) => outputFiles)
  const written = files.toSorted((a, b) => Number(isChunk(b.path)) - Number(isChunk(a.path)))
  for (const { path, contents } of written) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  const present = new Set(written.map(({ path }) => path))
  for (const name of globSync('**/*.{js,cjs}', { cwd: assetPath('.'), exclude: ['web/**'] })) {
    if (!present.has(assetPath(name))) rmSync(assetPath(name))
  }
  writeFileSync(assetPath('THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(results))
}

function bundleModules() {
  const entryPoints = globSync(ENTRIES, { cwd: source }).map((file) => join(source, file))
  return build({
    ...shared(BUNDLED),
    entryPoints: entryPoints.sort(),
    ...MODULES,
    chunkNames: 'chunks/[name]-[hash]',
  })
}

/** Command lines whose chunks get a script of their own: reading those of all commands takes five times as long. */
const COMMON: readonly string[][] = [
  ['norm', 'msgb', 'par:14', '--json', '--dataset', 'starter'],
  ['norm', 'msgb', '14', '--as-of', '2025-01-01'],
  ['laws', '--in-force-on', '2026-08-01', '--json'],
  ['norm', '§ 14 Abs. 1 MSGB', '--lang', 'de'],
  ['search', 'Kündigung', '--json'],
  ['search', 'Kündigung'],
  ['law', 'msgb'],
  ['--help'],
  ['norm', '--help'],
  ['__complete', '--', 'norm', 'msgb', 'par:1'],
]

/** Splits the program. Needs the starter dataset, on which it runs commands. */
export async function divideProgram(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-program-'))
  try {
    // Datasets of users are verified, but the sample is not.
    const DATASET_PATH = join(folder, 'dataset.sqlite')
    copyFileSync(assetPath('starter.sqlite'), DATASET_PATH)
    const env = { NODE_COMPILE_CACHE: folder, XDG_CACHE_HOME: folder, DATASET_PATH, LANG: 'C.UTF-8' }
    for (const line of COMMON) {
      execFileSync(process.execPath, [join(packageRoot, 'bin', 'run.js'), ...line], { env, stdio: 'ignore' })
    }
    // The first line of a compile cache file lists the chunks that were used.
    const kept = globSync('legal-text-*', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'latin1'))
    const used = kept.flatMap((content) => content.slice(0, content.indexOf('\n')).split(' '))
    for (const { outputFiles } of await bundleProgram(new Set(used))) {
      for (const { path, contents } of outputFiles) writeFileSync(path, contents)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Bundles the command line into scripts, of which V8 runs and compiles only the chunks that a command needs: many files would
 * take longer. `cli.cjs` runs them.
 * @param common names of chunks; the others are in `rest.cjs`. Default: all
 */
async function bundleProgram(common?: ReadonlySet<string>): Promise<Bundle[]> {
  const options = shared(BUNDLED)
  const { outputFiles, ...program } = await build({
    ...options,
    entryPoints: [join(source, 'cli.ts')],
    ...MODULES,
    plugins: [...options.plugins, parserAlone, apart],
    define: { ...options.define, 'import.meta.url': '_programUrl' },
  })
  const chunks = await chunksOf(outputFiles)
  const names = Map.groupBy(chunks.keys(), (name) => common?.has(name) ?? true)
  const [script, rest] = [true, false].map((isCommon) => chunkScript(chunks, names.get(isCommon) ?? []))
  const about = {
    build: createHash('sha256').update(`${script}${rest}`).digest('hex').slice(0, 16),
    commands: [...new Set(COMMAND_IDS.map((id) => id.split(':')[0]))],
  }
  const start = [
    'const compiled=module.exports',
    `const about={folder:__dirname,...${JSON.stringify(about)}}`,
    "const find=compiled.chunkFinder(about,process.argv.slice(2),require('node:url').pathToFileURL(__filename).href)",
    `module.exports=(${CHUNK_LOADER})(find,compiled.outside(require))('cli.js')`,
  ].join(';\n')
  const { outputFiles: starter, ...cli } = await build({
    ...options,
    ...PROGRAM,
    entryPoints: [join(source, 'compile-cache.ts')],
    footer: { js: start },
  })
  const late = withLateImports(starter.map(({ text }) => text).join())
  return [
    {
      ...program,
      outputFiles: [
        { path: assetPath('program.cjs'), contents: Buffer.from(script ?? '') },
        { path: assetPath('rest.cjs'), contents: Buffer.from(rest ?? '') },
      ],
    },
    { ...cli, outputFiles: [{ path: assetPath('cli.cjs'), contents: Buffer.from(late) }] },
  ]
}

/** The code of the executable. */
export interface ExecutableCode {
  chunks: Chunks
  notices: string
}

/**
 * Bundles the program and its threads with all packages. A chunk is a function that runs when it is first imported.
 */
export async function bundleExecutable(): Promise<ExecutableCode> {
  const bundled = shared([])
  const { outputFiles, ...result } = await build({
    ...bundled,
    entryPoints: ['executable.ts', ...globSync(THREADS, { cwd: source }).sort()].map((file) => join(source, file)),
    ...MODULES,
    external: [],
    plugins: [...bundled.plugins, parserAlone, withoutValidator, widthInside, filesInside],
    define: {
      ...bundled.define,
      IS_EXECUTABLE: 'true',
      'import.meta.url': 'undefined',
    },
  })
  return { chunks: await chunksOf(outputFiles), notices: thirdPartyNotices([result]) }
}

/** Loads the package that measures text on first use, with a `require` that can be bundled. */
const widthInside = plugin('width-inside', ({ onLoad }) => {
  onLoad({ filter: /terminal.width\.ts$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replace('createRequire(import.meta.url)(', 'require('),
    loader: 'ts',
  }))
})

/** Makes the server of static files read them from the executable, with its date. */
const filesInside = plugin('files-inside', ({ onResolve, onLoad }) => {
  onResolve({ filter: /^(?:node:)?fs$/ }, ({ importer }) =>
    /node_modules.sirv/.test(importer) ? { path: 'fs', namespace: 'files-inside' } : undefined,
  )
  onLoad({ filter: /.*/, namespace: 'files-inside' }, () => ({
    resolveDir: join(source, 'program'),
    contents: `
      import { statSync as statOfFile } from 'node:fs'
      import { Readable } from 'node:stream'
      import { embeddedBytes, fileOf } from './package.ts'
      export const existsSync = (path) => embeddedBytes(path) !== undefined
      export const statSync = (path) => Object.assign(statOfFile(fileOf(path)), {
        size: embeddedBytes(path).length,
        isDirectory: () => false,
      })
      export const createReadStream = (path) => Readable.from([embeddedBytes(path)], { objectMode: false })`,
  }))
})

/** Bundles the SDK of the Model Context Protocol, which is as large as the program. */
function bundleProtocol() {
  const options = shared(['@modelcontextprotocol/server', 'zod'])
  return build({
    ...options,
    ...PROGRAM,
    minifyIdentifiers: true,
    plugins: [...options.plugins, withoutValidator],
    entryPoints: [{ in: join(source, 'mcp', 'sdk.ts'), out: 'mcp-sdk' }],
  })
}

/** Drops ajv: the SDK needs it only to validate form input (elicitation), which this server never requests. */
const withoutValidator = plugin('without-validator', ({ onResolve, onLoad }) => {
  onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
    path: 'shims',
    namespace: 'no-validator',
  }))
  onLoad({ filter: /.*/, namespace: 'no-validator' }, () => ({
    contents: `
      import process from 'node:process'
      export { process }
      export class DefaultJsonSchemaValidator {
        getValidator() { throw new Error('legal-text asks for no input') }
      }`,
  }))
})

/** Identifiers are not minified, for readable stack traces. */
const PROGRAM = {
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
} as const satisfies BuildOptions

/** Bundles only the parser of oclif: its error rendering, log and reader of standard input take long to load. */
const parserAlone = plugin('parser-alone', ({ onResolve, onLoad }) => {
  onResolve({ filter: /^(\.\.\/(cache|errors|logger|ux.*)|node:readline)$/ }, ({ importer }) =>
    /@oclif.core.lib.parser./.test(importer) ? { path: 'beside-parser', namespace: 'no-oclif' } : undefined,
  )
  onLoad({ filter: /.*/, namespace: 'no-oclif' }, () => ({
    contents: `
      exports.__esModule = true
      exports.CLIError = class extends Error { oclif = {} }
      exports.colorize = (_, text) => text
      exports.default = Object.assign(() => '', { getInstance: () => new Map() })`,
  }))
})

/** Moves code that few command lines need into separate files. */
const apart = plugin('apart', ({ onResolve }) => {
  onResolve({ filter: /\/sdk\.ts$/ }, () => ({ path: './mcp-sdk.cjs', external: true }))
})

function shared(bundled: readonly string[]) {
  const { dependencies, version, project } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    version: string
    project?: { corpus?: unknown }
  }
  return {
    define: {
      PACKAGE_VERSION: JSON.stringify(version),
      RELEASED_CORPUS: JSON.stringify(project?.corpus ?? null),
    },
    absWorkingDir: packageRoot,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node22.15',
    external: Object.keys(dependencies).filter((name) => !bundled.includes(name)),
    legalComments: 'none',
    plugins: [quietSqlite],
    metafile: true,
    write: false,
    logLevel: 'warning',
  } as const satisfies BuildOptions
}

/** Suppresses a single warning: Node 22 reports at the first use of node:sqlite that it is experimental, which does not help users. */
const quietSqlite = plugin('quiet-sqlite', ({ onResolve, onLoad }) => {
  onResolve({ filter: /^node:sqlite$/ }, () => ({ path: 'node:sqlite', namespace: 'quiet-sqlite' }))
  onLoad({ filter: /.*/, namespace: 'quiet-sqlite' }, () => ({
    contents: `
      const { emitWarning } = process
      process.emitWarning = (warning, ...rest) => {
        if (rest[0] !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest)
      }
      export const { DatabaseSync, StatementSync } = process.getBuiltinModule('node:sqlite')
      process.emitWarning = emitWarning`,
  }))
})

const isChunk = (path: string) => path.startsWith(assetPath('chunks'))

interface PackageDescription {
  name: string
  version: string
  license?: string
}

/** Returns the licences of the bundled packages. */
function thirdPartyNotices(bundles: readonly Pick<Bundle, 'metafile'>[]): string {
  const files = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const inputs = [...new Set(files)].map((file) => relative(packageRoot, join(packageRoot, file)).replaceAll(sep, '/'))
  const folders = new Set(inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  const notices = [...folders].sort().map(noticeOf)
  return [
    'The JavaScript files in this folder contain code of the packages below, each under its own licence.\n',
    ...notices,
  ].join(`\n${'-'.repeat(80)}\n\n`)
}

function noticeOf(folder: string): string {
  const root = join(packageRoot, folder)
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageDescription
  const files = globSync(['LICEN[CS]E*', 'licen[cs]e*', 'NOTICE*'], { cwd: root }).sort()
  const texts = files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => readFileSync(join(root, file), 'utf8').trim())
  return [`${name} ${version} (${license ?? 'licence: see below'})`, ...texts].join('\n\n').concat('\n')
}
