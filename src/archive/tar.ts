import { LegalTextError } from '../errors.ts'
import type { InputFile, OpenedFiles, Skipped } from '../ingest/input/input.ts'
import { type Compression, readFault, unpackWithin } from './compressed.ts'
import { ARCHIVE_LIMITS, checkEntries, MAXIMUM_MEMBER_BYTES } from './limits.ts'
import { isRead, memberPath, printable } from './names.ts'
import { Spool } from './spool.ts'
import { readTar } from './tar-reader.ts'

/**
 * Unpacks a tar archive into one temporary file: a path in the archive never becomes a path on disk. What nobody reads
 * is not unpacked; links and devices are left out.
 * @throws LegalTextError `invalid_input` for an archive that is broken or beyond the limits
 */
export async function unpackTar(path: string, compression: Compression): Promise<OpenedFiles> {
  const spool = new Spool(path)
  const files: InputFile[] = []
  const skipped: Skipped[] = []
  try {
    let entries = 0
    for await (const member of readTar(unpackWithin(path, compression, ARCHIVE_LIMITS))) {
      checkEntries(++entries)
      if (member.isFolder) continue
      const named = memberPath(member.name)
      const fault = 'fault' in named ? named.fault : member.other && `it is ${member.other}`
      if ('fault' in named || fault !== undefined) {
        skipped.push({ path: printable(member.name), reason: fault as string, terminalState: 'excluded_by_policy' })
        continue
      }
      const { size } = member
      if (!isRead(named.path) || size > MAXIMUM_MEMBER_BYTES) {
        files.push({ path: named.path, size, read: () => Promise.reject(new Error('such files are not unpacked')) })
        continue
      }
      const place = spool.size
      for await (const piece of member.content()) spool.append(piece)
      const head = (bytes: number) => spool.read(place, Math.min(bytes, size))
      files.push({ path: named.path, size, read: () => spool.read(place, size), head })
    }
  } catch (error) {
    await spool.close()
    if (error instanceof LegalTextError) throw error
    throw new LegalTextError('invalid_input', `cannot build from ${path}: ${readFault(error)}`, {}, { cause: error })
  }
  return { files, skipped, close: () => spool.close() }
}
