/** The files of zip archives, unpacked one by one when they are read. */
import { open } from 'node:fs/promises'
import { type ByteSource, fileSource } from './byte-source.ts'
import { readErrorReason } from './compressed.ts'
import {
  ARCHIVE_LIMITS,
  type BeyondLimits,
  checkUnpacked,
  MAXIMUM_MEMBER_BYTES,
  MEMBER_LIMITS,
  type UnpackLimits,
} from './limits.ts'
import {
  type ArchiveFile,
  memberPath,
  type OpenedArchive,
  printable,
  type SkippedMember,
  unreadFile,
} from './members.ts'
import { type MemberFault, readDirectory, readMember, unreadableKind, type ZipMember } from './zip-reader.ts'

/**
 * Opens a zip archive on disk.
 * @param isRead tells which paths to unpack
 * @throws BeyondLimits if the archive is beyond the limits
 * @throws Error if it is broken, saying how
 */
export async function readZip(path: string, isRead: (path: string) => boolean): Promise<OpenedArchive> {
  const handle = await open(path)
  try {
    const source = await fileSource(handle)
    const content = await zipFiles(source, ARCHIVE_LIMITS, isRead, async () => source)
    return { ...content, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Lists the files of a zip archive.
 * @param isRead tells which paths to unpack
 * @param reopen gives the archive again when a file is read; `source` itself is not held until then
 * @throws BeyondLimits if the archive is beyond the limits
 * @throws Error if it is broken, saying how
 */
export async function zipFiles(
  source: ByteSource,
  limits: UnpackLimits,
  isRead: (path: string) => boolean,
  reopen: () => Promise<ByteSource>,
): Promise<Omit<OpenedArchive, 'close'>> {
  const files: ArchiveFile[] = []
  const skipped: SkippedMember[] = []
  let unpacked = 0
  for (const member of await readDirectory(source)) {
    if (member.isFolder) continue
    const named = memberPath(member.name)
    const fault = 'fault' in named ? excluded(named.fault) : faultOf(member)
    if ('fault' in named || fault !== undefined) {
      skipped.push({ path: printable(member.name), ...(fault as MemberFault) })
      continue
    }
    const { size } = member
    if (isRead(named.path) && size <= MAXIMUM_MEMBER_BYTES) {
      unpacked += size
      checkUnpacked(unpacked, source.size, limits)
      files.push({ path: named.path, size, read: async () => unpack(await reopen(), member) })
    } else files.push(unreadFile(named.path, size))
  }
  return { files, skipped }
}

const excluded = (reason: string): MemberFault => ({ reason, terminalState: 'excluded_by_policy' })

/** Returns why a member is not read, `undefined` if it is. */
function faultOf(member: ZipMember): MemberFault | undefined {
  const fault = unreadableKind(member)
  if (fault !== undefined || member.size > MAXIMUM_MEMBER_BYTES) return fault
  try {
    checkUnpacked(member.size, member.compressedSize, MEMBER_LIMITS)
    return undefined
  } catch (error) {
    return excluded((error as BeyondLimits).message)
  }
}

async function unpack(source: ByteSource, member: ZipMember): Promise<Buffer> {
  try {
    return await readMember(source, member)
  } catch (error) {
    throw new Error(readErrorReason(error, 'zip archive'), { cause: error })
  }
}
