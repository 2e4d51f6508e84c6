/** Bundles the code into `dist`: what every start needs is in few files, what few starts need stays in packages. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { assetPath, packageRoot } from '../package.ts'
import { thirdPartyNotices } from './notices.ts'

/** Dependencies that become part of the code: loading them as packages would cost most of the time of a short command. */
const BUNDLED = ['@oclif/core', 'zod']

/** Modules that are started on their own. Whatever else they share is in `chunks`. */
const ENTRIES = [
  'index.ts',
  'server.ts',
  'cli.ts',
  'build/**/*-worker.ts',
  'dataset/provide-child.ts',
  'dataset/*-worker.ts',
  'http/workers/worker.ts',
  'commands/*.ts',
  'commands/corpus/*.ts',
]

/** Bundled CommonJS code (oclif) asks for Node's own modules with `require`. */
const REQUIRE =
  "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);"

/**
 * Writes `dist/**.js` and the licences of what was bundled. What another process is running from `dist` goes on working:
 * new chunks have names of their own, and what is no longer part of the code is removed last.
 */
export async function bundleCode(): Promise<void> {
  const source = join(packageRoot, 'src')
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const { metafile, outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: globSync(ENTRIES, { cwd: source })
      .map((file) => join(source, file))
      .sort(),
    outdir: 'dist',
    outbase: 'src',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.15',
    external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
    banner: { js: REQUIRE },
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    plugins: [quietSqlite],
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  const written = outputFiles.toSorted((a, b) => Number(isChunk(b.path)) - Number(isChunk(a.path)))
  for (const { path, contents } of written) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  const present = new Set(written.map(({ path }) => path))
  for (const name of globSync('**/*.js', { cwd: assetPath('.') })) {
    if (!present.has(assetPath(name))) rmSync(assetPath(name))
  }
  const inputs = Object.keys(metafile.inputs).map((file) => relative(packageRoot, join(packageRoot, file)))
  writeFileSync(assetPath('THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(inputs))
}

/**
 * Node 22 warns at the first use of node:sqlite that it is experimental. That is known here and of no use to users, so
 * the bundled code loads it with that one warning held back, and leaves all others to the process as they were.
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
