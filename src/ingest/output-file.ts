/** The file that a build writes: what may be replaced, and what earlier builds have left beside it. */
import { access, constants, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { makeDirectory } from '../files/make-directory.ts'
import { APPLICATION_ID, SQLITE_MAGIC } from '../sqlite/bundle-schema.ts'
import { INDEX_FOLDER } from './search-index/build-index.ts'

/**
 * The file to write, links followed.
 * @param from path of the input, where it has one
 * @throws LegalTextError `invalid_input` where it must not be replaced
 */
export async function outputFile(out: string, from: string | undefined): Promise<string> {
  const file = await realpath(out).catch(() => resolve(out))
  const refuse = (reason: string): never => {
    throw new LegalTextError('invalid_input', `cannot write ${out}: ${reason}`)
  }
  const existing = await stat(file).catch(() => undefined)
  if (existing?.isDirectory() || /[/\\]$/.test(out)) refuse('it is a folder')
  if (existing !== undefined && !existing.isFile()) refuse('it is no regular file')
  const input = from === undefined ? undefined : await realpath(from).catch(() => undefined)
  if (file === input) refuse('it is the input')
  if (existing !== undefined && existing.size > 0 && !(await isBundle(file))) refuse('the file exists and is no bundle')
  return file
}

/** Whether a file begins as a bundle does: SQLite's header, with the application id at byte 68. */
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

/** Temporary files that builds of this process write to at present. */
const ownFiles = new Set<string>()

/**
 * Makes the empty file that the bundle is written to. Whoever does that removes it again.
 * @throws LegalTextError `invalid_input` where that is not possible
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

/** Removes the temporary file, unless it has become the bundle, and what was written beside it. */
export async function removeTemporary(temporary: string): Promise<void> {
  for (const ending of ['', '-journal', INDEX_FOLDER]) {
    await rm(temporary + ending, { force: true, recursive: true }).catch(() => {})
  }
  ownFiles.delete(temporary)
}

/**
 * Removes what builds that were killed have left beside the bundle.
 * @param own the name that is to be written to: numbers of processes are given again, in a container the same each time
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
