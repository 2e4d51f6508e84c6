/**
 * Bundles the pages into `dist/web`: the reader, and the API reference from `dist/openapi.json`. Asset names contain a hash of
 * the content. Files are precompressed in each encoding that the server offers.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { assetPath, packageRoot } from '../program/package.ts'
import { type OpenApiDocument, referenceHtml } from './reference-html.ts'

/** Sources of the assets, by folder and by the name used in pages. */
const PAGES = {
  assets: {
    'before-paint.js': 'src/web/browser/before-paint.ts',
    'reader.js': 'src/web/browser/main.ts',
    'reader.css': 'src/web/browser/styles/main.css',
    'icon.svg': 'src/web/browser/icon.svg',
  },
  docs: {
    'reference.js': 'src/web/browser/docs/reference.ts',
    'reference.css': 'src/web/browser/docs/reference.css',
  },
}

/** Files whose names are fixed. */
const HTML = { 'docs/index.html': 'src/web/browser/docs/index.html' }

/** Placeholder in `docs/index.html` for the reference. */
const REFERENCE = '<!-- reference -->'

/** Number of hex digits of the hash in an asset name. */
const HASH_DIGITS = 8

/** Minimum size for compression, in bytes. */
const LEAST_COMPRESSED = 200

/** Writes `dist/web`, then removes obsolete files. */
export async function bundleWeb(): Promise<void> {
  const files = new Map<string, Uint8Array | string>()
  const names = new Map<string, string>()
  for (const [folder, assets] of Object.entries(PAGES)) {
    for (const [name, source] of Object.entries(assets)) {
      const { path, contents } = await bundleAsset(source, name, folder)
      files.set(path, contents)
      names.set(`${folder}/${name}`, path)
    }
  }
  for (const [name, source] of Object.entries(HTML)) {
    const page = readFileSync(join(packageRoot, source), 'utf8').replace(REFERENCE, reference)
    files.set(
      name,
      page.replace(/(href|src)="(\/?)((?:assets|docs)\/[^"]+)"/g, (_, attribute, root, asset) => {
        const path = names.get(asset)
        if (path === undefined) throw new Error(`${source} names ${asset}, which is no asset`)
        return `${attribute}="${root}${path}"`
      }),
    )
  }
  const ofPages = Object.keys(PAGES.assets).map((name) => [name, names.get(`assets/${name}`)])
  files.set('assets.json', JSON.stringify(Object.fromEntries(ofPages)))
  write(files)
}

const reference = () => referenceHtml(JSON.parse(readFileSync(assetPath('openapi.json'), 'utf8')) as OpenApiDocument)

/** @returns the path of an asset below `dist/web`, with its hash, and its content */
async function bundleAsset(source: string, name: string, folder: string) {
  const contents = source.endsWith('.svg') ? readFileSync(join(packageRoot, source), 'utf8') : await bundled(source)
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, HASH_DIGITS)
  return { path: `${folder}/${name.replace('.', `-${hash}.`)}`, contents }
}

async function bundled(source: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome108', 'firefox115', 'safari16'],
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}

function write(files: ReadonlyMap<string, Uint8Array | string>): void {
  const present = new Set<string>()
  const put = (name: string, contents: Uint8Array | string) => {
    const path = join(assetPath('web'), name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
    present.add(path)
  }
  for (const [name, contents] of files) {
    const bytes = Buffer.from(contents)
    put(name, bytes)
    if (bytes.length < LEAST_COMPRESSED) continue
    put(`${name}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
    put(`${name}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
  for (const name of globSync('**/*.*', { cwd: assetPath('web') })) {
    const path = join(assetPath('web'), name)
    if (!present.has(path)) rmSync(path)
  }
}
