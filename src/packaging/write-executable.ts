/// <reference path="./postject.d.ts" />
/** Node's single-executable applications: a copy of Node.js with a script and files inside. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'postject'

/** Paths of files by the names under which the code finds them. */
export type Assets = Record<string, string>

/** Marker in Node.js that says whether an application is embedded. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Node.js options of the executable: a young generation, in megabytes, large enough for a look-up without garbage collection. */
export const NODE_OPTIONS: readonly string[] = ['--min-semi-space-size=8']

/**
 * Writes an executable from the Node.js that runs this.
 * @param file replaced atomically: the old one may be running
 * @param main its script
 */
export async function writeExecutable(file: string, main: string, assets: Assets): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'legal-text-executable-'))
  const [config, blob] = [join(work, 'config.json'), join(work, 'blob')]
  const temporary = `${file}.${process.pid}.tmp`
  const isMac = process.platform === 'darwin'
  try {
    const options = { useCodeCache: true, execArgv: NODE_OPTIONS, execArgvExtension: 'none' }
    const quiet = { disableExperimentalSEAWarning: true }
    writeFileSync(config, JSON.stringify({ main, output: blob, assets, ...options, ...quiet }))
    execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'ignore' })
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(temporary, readFileSync(process.execPath))
    if (isMac) execFileSync('codesign', ['--remove-signature', temporary])
    if (process.platform === 'linux') stripSymbols(temporary)
    const segment = isMac ? { machoSegmentName: 'NODE_SEA' } : {}
    await inject(temporary, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse: FUSE, ...segment })
    if (isMac) execFileSync('codesign', ['--sign', '-', temporary])
    chmodSync(temporary, 0o755)
    renameSync(temporary, file)
  } finally {
    rmSync(work, { recursive: true, force: true })
    rmSync(temporary, { force: true })
  }
}

/** Strips native symbols, a tenth of Node.js, which only a crash of Node.js itself would show. Without binutils they stay. */
function stripSymbols(file: string): void {
  const { error, status, stderr } = spawnSync('strip', ['--strip-all', file], { encoding: 'utf8' })
  if (error === undefined && status !== 0) throw new Error(stderr)
}
