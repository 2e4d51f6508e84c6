/** Bundles the code into `dist`: few files for every start, packages for rare needs. */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin, transform } from 'esbuild'
import { assetPath, packageRoot } from '../program/package.ts'

/** Dependencies that become part of the code: loading the package would take most of the time of a short command. */
const BUNDLED = ['zod', 'entities', 'postgres', '@oclif/core']

const source = join(packageRoot, 'src')

/** Modules that run in threads. */
const THREADS = ['import/**/*-worker.ts', 'store/{sqlite,postgres}/*-worker.ts', 'http/operation-worker.ts']

/** Modules that are started on their own. Code that they share is in `chunks`. */
const ENTRIES = ['index.ts', 'server.ts', ...THREADS, 'dataset/obtain-child.ts', 'http/workers/worker.ts']

/**
 * Writes `dist/**.js`, the program `dist/cli.cjs`, and the licences of the bundled packages. A process that runs from
 * `dist` is not disturbed: new chunks have new names, and obsolete files are removed last.
 */
export async function bundleCode(): Promise<void> {
  const results = [await bundleModules(), await bundleProgram(), await bundleProtocol()]
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
    outbase: 'src',
    splitting: true,
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
  })
}

/**
 * The command line as one file of CommonJS: Node.js takes twice as long for an ECMAScript module, and longer for many
 * files than for one, of which it runs only the modules that a command needs.
 */
async function bundleProgram() {
  const options = shared(BUNDLED)
  const result = await build({
    ...options,
    ...PROGRAM,
    entryPoints: [join(source, 'cli.ts'), join(source, 'compile-cache.ts')],
    plugins: [...options.plugins, parserAlone, apart],
    define: { ...options.define, 'import.meta.url': '_programUrl' },
    banner: { js: "const _programUrl = require('node:url').pathToFileURL(__filename).href" },
  })
  return { ...result, outputFiles: result.outputFiles.map((file) => ({ ...file, contents: inAscii(file.text) })) }
}

/** The code of the executable. */
export interface ExecutableCode {
  /** Functions of CommonJS by their names, which import each other by their names: `chunk-ABCDEFGH.js`. */
  chunks: ReadonlyMap<string, string>
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
    outbase: 'src',
    splitting: true,
    format: 'esm',
    external: [],
    plugins: [...bundled.plugins, parserAlone, withoutValidator, widthInside, filesInside],
    define: {
      ...bundled.define,
      IS_EXECUTABLE: 'true',
      'import.meta.url': 'undefined',
    },
  })
  const chunks = outputFiles.map(async ({ path, text }) => [nameOfChunk(path), await inCommonJs(text)] as const)
  return { chunks: new Map(await Promise.all(chunks)), notices: thirdPartyNotices([result]) }
}

const nameOfChunk = (path: string) => relative(assetPath('.'), path).replaceAll(sep, '/')

/** A chunk as the body of a function with the parameters `exports`, `require` and `module`. */
async function inCommonJs(code: string): Promise<string> {
  const { code: text } = await transform(code, {
    format: 'cjs',
    platform: 'node',
    target: 'node22.15',
    supported: { 'dynamic-import': false },
    minifyWhitespace: true,
    minifySyntax: true,
  })
  const named = text.replace(/\brequire\("(?:\.\.?\/)+([^"]+)"\)/g, 'require("$1")')
  // The functions at the start, with which esbuild makes exports, are the same in all chunks: the loader has them. The
  // expression at the end, which never runs, lists exports for Node.js.
  const own = named.replace(/^var __.*?(?=var stdin_exports=)/s, '').replace(/0&&\(module\.exports=\{[^}]*\}\);\n$/, '')
  return inAscii(withLateBuiltins(own)).toString()
}

/** Loads each module of Node.js when it is first used: some take milliseconds, and few commands need them. */
function withLateBuiltins(code: string): string {
  const names = new Map(
    Array.from(code.matchAll(/\b(import_node_\w+)=require\("(node:[^"]+)"\)/g), ([, name, id]) => [name, id]),
  )
  return code.replace(/\b(import_node_\w+)(=require\("node:[^"]+"\))?/g, (word, name, declared) => {
    const id = names.get(name)
    return id === undefined ? word : declared ? `${name}=0` : `(require("${id}"))`
  })
}

/** The package that measures text is loaded when it is first needed, by a `require` that can be bundled. */
const widthInside: Plugin = {
  name: 'width-inside',
  setup({ onLoad }) {
    onLoad({ filter: /terminal.width\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace('createRequire(import.meta.url)(', 'require('),
      loader: 'ts',
    }))
  },
}

/** The server of static files takes them out of the executable, with its date. */
const filesInside: Plugin = {
  name: 'files-inside',
  setup({ onResolve, onLoad }) {
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
  },
}

/** Escapes the non-ASCII characters that esbuild leaves in regular expressions. V8 loads a one-byte program faster. */
function inAscii(code: string): Buffer {
  return Buffer.from(code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
}

/** The SDK of the Model Context Protocol, which is as large as the program. */
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

/** The SDK validates what users enter in forms (elicitation), which this server never asks for: ajv is left out. */
const withoutValidator: Plugin = {
  name: 'without-validator',
  setup({ onResolve, onLoad }) {
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
  },
}

/** Names are kept for readable stack traces. */
const PROGRAM = {
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
} as const satisfies BuildOptions

/** The parser of oclif without what its errors are drawn with, a log, and a reader of standard input, which take long to load. */
const parserAlone: Plugin = {
  name: 'parser-alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(\.\.\/(cache|errors|logger|ux.*)|node:readline)$/ }, ({ importer }) =>
      /@oclif\/core\/lib\/parser\//.test(importer) ? { path: 'beside-parser', namespace: 'no-oclif' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'no-oclif' }, () => ({
      contents: `
        exports.__esModule = true
        exports.CLIError = class extends Error { oclif = {} }
        exports.colorize = (_, text) => text
        exports.default = Object.assign(() => '', { getInstance: () => new Map() })`,
    }))
  },
}

/** Leaves what few command lines need to files of its own. */
const apart: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/sdk\.ts$/ }, () => ({ path: './mcp-sdk.cjs', external: true }))
  },
}

function shared(bundled: readonly string[]) {
  const { dependencies, version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    version: string
  }
  return {
    define: { PACKAGE_VERSION: JSON.stringify(version) },
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

/**
 * Node 22 warns at the first use of node:sqlite that it is experimental. The bundled code suppresses this one warning,
 * which is of no use to users, and no other.
 */
const quietSqlite: Plugin = {
  name: 'quiet-sqlite',
  setup({ onResolve, onLoad }) {
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
  },
}

const isChunk = (path: string) => path.startsWith(assetPath('chunks'))

interface PackageDescription {
  name: string
  version: string
  license?: string
}

/** The licences of the packages in bundles. */
function thirdPartyNotices(bundles: readonly { metafile: Metafile }[]): string {
  const files = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const inputs = [...new Set(files)].map((file) => relative(packageRoot, join(packageRoot, file)))
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
