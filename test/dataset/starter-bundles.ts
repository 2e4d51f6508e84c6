/** Bundles and datasets for these tests, made from laws of the starter dataset. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { packageRoot } from '../../src/program/package.ts'

export const STARTER_SOURCE = join(packageRoot, 'src', 'starter')

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A new folder, removed when the tests of the process have ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  folders.push(folder)
  return folder
}

/** A folder with the official XML of some laws of the starter dataset. */
export function sourceFolder(parent: string, name: string, codes: readonly string[]): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  for (const code of codes) cpSync(join(STARTER_SOURCE, code), join(folder, code), { recursive: true })
  return folder
}

/** Builds a bundle of some laws, without search. @returns its file */
export async function bundleOf(parent: string, name: string, codes: readonly string[]): Promise<string> {
  const out = join(parent, `${name}.sqlite`)
  await buildBundle({ from: sourceFolder(parent, `${name}-source`, codes), out, search: false })
  return out
}

/** The text of § 1 of a law in a bundle. */
export async function textOf(bundle: string, code: string): Promise<string | undefined> {
  const corpus = await openEngine(bundle)
  try {
    return (await corpus.norm(code, 'par:1'))?.text
  } finally {
    await corpus.close()
  }
}
