/** Opens archives within an input, of single laws, such as `<code>/xml.zip` of the official site. Source families share it. */

import { basename, dirname, join } from 'node:path/posix'
import { isZip, readErrorReason } from '../archive/compressed.ts'
import { BeyondLimits, checkEntries, checkNames, MAXIMUM_MEMBER_BYTES, MEMBER_LIMITS } from '../archive/members.ts'
import { memorySource, zipFiles } from '../archive/zip.ts'
import { say } from '../i18n/texts.ts'
import type { InputFile, Skipped, UnpackedFiles } from './source.ts'

/**
 * Replaces archives by their files: `bgb/xml.zip` becomes `bgb/<name>`. A file beside an archive that is also its member was
 * extracted from it.
 * @param isArchive selects the archives
 * @param isRead selects the paths to unpack
 * @param place returns the path of a member of an archive
 * @throws BeyondLimits if they contain too many files
 */
export async function openArchives(
  files: readonly InputFile[],
  isArchive: (path: string) => boolean,
  isRead: (path: string) => boolean,
  place: Place = besideArchive,
): Promise<UnpackedFiles> {
  const beside = new Set(files.map(({ path }) => path))
  /** The last archive read: the images of a law are read one after another. */
  let last: { file: InputFile; bytes: Promise<Uint8Array> } | undefined
  const bytesOf = (file: InputFile) => {
    if (last?.file !== file) last = { file, bytes: file.read() }
    return last.bytes
  }
  const all: UnpackedFiles = { files: [], skipped: [] }
  for (const file of files) {
    if (!isArchive(file.path)) all.files.push(file)
    else {
      const law = await openArchive({ ...file, read: () => bytesOf(file) }, place, isRead)
      all.files.push(...law.files.filter(({ path }) => !beside.has(path)))
      all.skipped.push(...law.skipped)
      checkEntries(all.files.length + all.skipped.length)
    }
  }
  last = undefined
  return all
}

/** Opens an archive. If it cannot be read, only its law is lost. */
async function openArchive(
  archive: InputFile,
  place: Place,
  isRead: (path: string) => boolean,
): Promise<UnpackedFiles> {
  const fault = (terminalState: Skipped['terminalState'], reason: string): UnpackedFiles => ({
    files: [],
    skipped: [{ path: archive.path, reason, terminalState }],
  })
  if (archive.size > MAXIMUM_MEMBER_BYTES) {
    return fault('excluded_by_policy', say`it has ${archive.size} bytes, at most ${MAXIMUM_MEMBER_BYTES} are read`)
  }
  try {
    const open = async () => memorySource(await archive.read())
    const source = await open()
    if (!isZip(await source.read(0, Math.min(4, source.size))))
      return fault('unsupported_format', 'it is not a zip archive')
    const { files, skipped } = await zipFiles(source, MEMBER_LIMITS, isRead, open)
    if (files.length + skipped.length === 0) return fault('unsupported_format', 'it is an empty archive')
    const placed = files.map((file) => ({ ...file, path: place(archive.path, file.path) }))
    checkNames(placed)
    const folder = archive.path.slice(0, archive.path.lastIndexOf('/') + 1)
    return { files: placed, skipped: skipped.map((member) => ({ ...member, path: folder + member.path })) }
  } catch (error) {
    return fault(
      error instanceof BeyondLimits ? 'excluded_by_policy' : 'parse_failed',
      readErrorReason(error, 'zip archive'),
    )
  }
}

type Place = (archive: string, member: string) => string

/** Returns the path of a file extracted from its archive: `bgb/<name>` for a member of `bgb/xml.zip`. */
const besideArchive: Place = (archive, member) => join(dirname(archive), basename(member))

/** Archives of this name are unpacked in place, others into a folder: `bgb.zip` into `bgb/<path>`. */
export function placeOf(name: string): Place {
  return (archive, member) =>
    basename(archive).toLowerCase() === name
      ? besideArchive(archive, member)
      : join(archive.replace(/\.\w+$/, ''), member)
}
