/** The file that a build writes: what may be replaced, and what earlier builds have left beside it. */
import { access, constants, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { APPLICATION_ID } from '../corpus/bundle-schema.ts'
import { LegalTextError } from '../errors.ts'

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
  return head.toString('latin1', 0, 15) === 'SQLite format 3' && head.readUInt32BE(68) === APPLICATION_ID
}

/**
 * Makes the empty file that the bundle is written to.
 * @throws LegalTextError `invalid_input` where that is not possible
 */
export async function createTemporary(out: string, temporary: string): Promise<void> {
  try {
    await mkdir(dirname(out), { recursive: true })
    await access(dirname(out), constants.W_OK)
    await removeLeftovers(out)
    await (await open(temporary, 'wx')).close()
  } catch (error) {
    throw new LegalTextError('invalid_input', `cannot write ${out}: ${(error as Error).message}`)
  }
}

/** Removes what builds that were killed have left beside the bundle. */
async function removeLeftovers(out: string): Promise<void> {
  for (const name of await readdir(dirname(out))) {
    if (!name.startsWith(`${basename(out)}.`)) continue
    const [, builder] = /^(\d+)\.tmp(?:-journal|-index)?$/.exec(name.slice(basename(out).length + 1)) ?? []
    if (builder !== undefined && !isRunning(Number(builder)))
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
