/** Builds a hostile source next to an ordinary law, in a separate process (Linux: its memory is read from /proc). */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { law } from '../gii/site/site.ts'
import type { HostileSource } from './sources.ts'

export interface HostileResult {
  /** Wall-clock and processor time of the build, in seconds. */
  seconds: number
  processor: number
  /** Peak memory of the process including threads, in MB. */
  memory: number
  /** Codes of the imported laws. */
  laws: string[]
  /** Reasons of the limitations. */
  reasons: string[]
}

/** Uses V8's compile cache: loading the code takes most of the time of a build. */
const ENV = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'legal-text-tests-compiled') }

/** @throws Error with the messages of the build, if it fails */
export async function buildHostile({ file, content }: HostileSource): Promise<HostileResult> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  try {
    for (const code of ['gut', 'boese']) mkdirSync(join(folder, 'source', code), { recursive: true })
    writeFileSync(join(folder, 'source', 'gut', 'gut.xml'), law('gut').xml)
    writeFileSync(join(folder, 'source', 'boese', file), content())
    const program = join(import.meta.dirname, 'build-one.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder], { timeout: 120_000, env: ENV })
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
