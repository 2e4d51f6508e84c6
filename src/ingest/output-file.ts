/** The output file of a build: which files it may replace, and the leftovers of earlier builds. */
import { access, constants, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { makeDirectory } from '../files/make-directory.ts'
import { APPLICATION_ID, SQLITE_MAGIC } from '../tables/bundle-schema.ts'
import { INDEX_FOLDER } from './search-index/build-index.ts'

/**
 * Returns the path to write, with links resolved.
 * @param from paths of the input
 * @throws LegalTextError `invalid_input` if the file must not be replaced
 */
export async function outputFile(out: string, from: readonly string[]): Promise<string> {
  const file = await realpath(out).catch(() => resolve(out))
  const refuse = (reason: string): never => {
    throw new LegalTextError('invalid_input', `cannot write ${out}: ${reason}`)
  }
  const existing = await stat(file).catch(() => undefined)
  if (existing?.isDirectory() || /[/\\]$/.test(out)) refuse('it is a folder')
  if (existing !== undefined && !existing.isFile()) refuse('it is not a regular file')
  for (const path of from) if (file === (await realpath(path).catch(() => undefined))) refuse('it is the input')
  if (existing !== undefined && existing.size > 0 && !(await isBundle(file)))
    refuse('the file exists and is not a bundle')
  return file
}

/** True if a file begins with SQLite's header and, at byte 68, the application id of bundles. */
async function isBundle(file: string): Promise<boolean> {
  const head = Buffer.alloc(72)
  const handle = await open(file)
  try {
    await handle.read(head, 0, head.length, 0)
  } finally {
    await handle.close()
  }
  return head.toString('latin1', 0, SQLITE_MAGIC.length) === SQLITE_MAGIC && head.readUInt32BE(68) === APPLICATION_ID
}

/** Temporary files of the running builds of this process. */
const ownFiles = new Set<string>()

/**
 * Creates the empty file that the bundle is written to. The caller removes it.
 * @throws LegalTextError `invalid_input` if that fails
 */
export async function createTemporary(out: string, temporary: string): Promise<void> {
  const refuse = (reason: string): never => {
    throw new LegalTextError('invalid_input', `cannot write ${out}: ${reason}`)
  }
  if (ownFiles.has(temporary)) refuse('another build of this process is writing it')
  ownFiles.add(temporary)
  try {
    makeDirectory(dirname(out))
    await access(dirname(out), constants.W_OK)
    await removeLeftovers(out, basename(temporary))
    await (await open(temporary, 'wx')).close()
  } catch (error) {
    ownFiles.delete(temporary)
    refuse((error as Error).message)
  }
}

/** Removes the temporary file, unless it has become the bundle, and the files next to it. */
export async function removeTemporary(temporary: string): Promise<void> {
  for (const ending of ['', '-journal', INDEX_FOLDER]) {
    await rm(temporary + ending, { force: true, recursive: true }).catch(() => {})
  }
  ownFiles.delete(temporary)
}

/**
 * Removes the leftovers of killed builds next to the bundle.
 * @param own name of the file to be written: process ids are reused, in containers at every start
 */
async function removeLeftovers(out: string, own: string): Promise<void> {
  for (const name of await readdir(dirname(out))) {
    if (!name.startsWith(`${basename(out)}.`)) continue
    const [, builder] = /^(\d+)\.tmp(?:-journal|-index)?$/.exec(name.slice(basename(out).length + 1)) ?? []
    if (builder !== undefined && (name.startsWith(own) || !isRunning(Number(builder))))
      await rm(join(dirname(out), name), { force: true, recursive: true })
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
