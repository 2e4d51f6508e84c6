/** Opens archives within an input: of single laws, `<code>/xml.zip`, as the official site offers them. Source families share it. */
import { basename } from 'node:path/posix'
import { memorySource } from '../../archive/byte-source.ts'
import { isZip, readErrorReason } from '../../archive/compressed.ts'
import { BeyondLimits, checkEntries, MAXIMUM_MEMBER_BYTES, MEMBER_LIMITS } from '../../archive/limits.ts'
import { checkNames } from '../../archive/members.ts'
import { zipFiles } from '../../archive/zip.ts'
import type { InputFile, Skipped, UnpackedFiles } from '../source.ts'

/**
 * Replaces archives by their files: `bgb/xml.zip` becomes `bgb/<name>`. What is beside an archive was taken out of it: such an
 * archive is left out.
 * @param isArchive tells which paths are archives
 * @param isRead tells which paths to unpack
 * @param isOfSeveral true if XML files beside an archive may be those of other laws: then it is left out file by file
 * @throws BeyondLimits if they hold too many files
 */
export async function openArchives(
  files: readonly InputFile[],
  isArchive: (path: string) => boolean,
  isRead: (path: string) => boolean,
  isOfSeveral = false,
): Promise<UnpackedFiles> {
  const unpacked = new Set(files.filter(({ path }) => /\.xml$/i.test(path)).map(({ path }) => folderOf(path)))
  const beside = new Set(files.map(({ path }) => path))
  const all: UnpackedFiles = { files: [], skipped: [] }
  for (const file of files) {
    if (!isArchive(file.path)) all.files.push(file)
    else if (isOfSeveral || !unpacked.has(folderOf(file.path))) {
      const law = await openArchive(file, isRead)
      all.files.push(...law.files.filter(({ path }) => !beside.has(path)))
      all.skipped.push(...law.skipped)
      checkEntries(all.files.length + all.skipped.length)
    }
  }
  return all
}

/** If an archive cannot be read, only its law is lost. */
async function openArchive(archive: InputFile, isRead: (path: string) => boolean): Promise<UnpackedFiles> {
  const fault = (terminalState: Skipped['terminalState'], reason: string): UnpackedFiles => ({
    files: [],
    skipped: [{ path: archive.path, reason, terminalState }],
  })
  if (archive.size > MAXIMUM_MEMBER_BYTES) {
    return fault('excluded_by_policy', `it has ${archive.size} bytes, at most ${MAXIMUM_MEMBER_BYTES} are read`)
  }
  const folder = folderOf(archive.path)
  try {
    const open = async () => memorySource(await archive.read())
    const source = await open()
    if (!isZip(await source.read(0, Math.min(4, source.size))))
      return fault('unsupported_format', 'it is no zip archive')
    const { files, skipped } = await zipFiles(source, MEMBER_LIMITS, isRead, open)
    if (files.length + skipped.length === 0) return fault('unsupported_format', 'it is an empty archive')
    const inFolder = files.map((file) => ({ ...file, path: folder + basename(file.path) }))
    checkNames(inFolder)
    return {
      files: inFolder,
      skipped: skipped.map((member) => ({ ...member, path: folder + member.path })),
    }
  } catch (error) {
    return fault(
      error instanceof BeyondLimits ? 'excluded_by_policy' : 'parse_failed',
      readErrorReason(error, 'zip archive'),
    )
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
