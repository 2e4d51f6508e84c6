/** The archives of single laws within an input, `<code>/xml.zip`, as the official site gives them. */
import { basename } from 'node:path/posix'
import { memorySource } from '../../../archive/byte-source.ts'
import { isZip, readErrorReason } from '../../../archive/compressed.ts'
import { BeyondLimits, checkEntries, LAW_LIMITS, MAXIMUM_MEMBER_BYTES } from '../../../archive/limits.ts'
import { checkNames, isLawArchive } from '../../../archive/members.ts'
import { zipFiles } from '../../../archive/zip.ts'
import type { InputFile, Skipped } from '../../input.ts'

interface LawFiles {
  files: InputFile[]
  skipped: Skipped[]
}

/**
 * Puts what is in the archives of laws in their place: `bgb/xml.zip` becomes the files `bgb/<name>`. An archive that
 * lies beside XML files stays what it is, since the XML is what was taken out of it.
 * @throws BeyondLimits where they hold too many files
 */
export async function openLawArchives(files: readonly InputFile[]): Promise<LawFiles> {
  const unpacked = new Set(files.filter(({ path }) => /\.xml$/i.test(path)).map(({ path }) => folderOf(path)))
  const all: LawFiles = { files: [], skipped: [] }
  for (const file of files) {
    if (!isLawArchive(file.path) || unpacked.has(folderOf(file.path))) {
      all.files.push(file)
      continue
    }
    const law = await openLawArchive(file)
    all.files.push(...law.files)
    all.skipped.push(...law.skipped)
    checkEntries(all.files.length + all.skipped.length)
  }
  return all
}

/** An archive that cannot be read costs its law, not the others. */
async function openLawArchive(archive: InputFile): Promise<LawFiles> {
  const fault = (terminalState: Skipped['terminalState'], reason: string): LawFiles => ({
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
    const { files, skipped } = await zipFiles(source, LAW_LIMITS, open)
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
