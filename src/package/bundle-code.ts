/** Bundles the code into `dist`: what every start needs is in few files, what few starts need stays in packages. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { assetPath, packageRoot } from '../package.ts'
import { thirdPartyNotices } from './notices.ts'

/** Dependencies that become part of the code: loading them as packages would cost most of the time of a short command. */
const BUNDLED = ['@oclif/core', 'zod']

/** Modules that are started on their own. Whatever else they share is in `chunks`. */
const ENTRIES = ['index.ts', 'server.ts', 'cli.ts', 'build/*-worker.ts', 'commands/*.ts', 'commands/corpus/*.ts']

/** Bundled CommonJS code (oclif) asks for Node's own modules with `require`. */
const REQUIRE =
  "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);"

/** Writes `dist/**.js` and the licences of what was bundled. */
export async function bundleCode(): Promise<void> {
  const source = join(packageRoot, 'src')
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const { metafile } = await build({
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
    metafile: true,
    logLevel: 'warning',
  })
  const inputs = Object.keys(metafile.inputs).map((file) => relative(packageRoot, join(packageRoot, file)))
  writeFileSync(assetPath('THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(inputs))
}
