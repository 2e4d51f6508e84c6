import { open } from 'node:fs/promises'
import { LegalTextError } from '../errors.ts'
import type { InputFile, OpenedFiles, Skipped } from '../ingest/input.ts'
import { type ByteSource, fileSource } from './byte-source.ts'
import { readErrorReason } from './compressed.ts'
import {
  ARCHIVE_LIMITS,
  type BeyondLimits,
  checkUnpacked,
  LAW_LIMITS,
  MAXIMUM_MEMBER_BYTES,
  type UnpackLimits,
} from './limits.ts'
import { isRead, memberPath, printable } from './members.ts'
import { type MemberFault, readDirectory, readMember, unreadableKind, type ZipMember } from './zip-reader.ts'

/**
 * The files of a zip archive, read where they stand.
 * @throws LegalTextError `invalid_input` for an archive that is broken or beyond the limits
 */
export async function readZip(path: string): Promise<OpenedFiles> {
  const handle = await open(path)
  try {
    const source = await fileSource(handle)
    return { ...(await zipFiles(source, ARCHIVE_LIMITS, async () => source)), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw new LegalTextError(
      'invalid_input',
      `cannot build from ${path}: ${readErrorReason(error, 'zip archive')}`,
      {},
      { cause: error },
    )
  }
}

/**
 * The files of a zip archive, wherever it lies.
 * @param reopen gives the archive again when a file is read; `source` itself is not held until then
 * @throws BeyondLimits for an archive that is larger than the limits
 * @throws Error for a broken one, saying how
 */
export async function zipFiles(
  source: ByteSource,
  limits: UnpackLimits,
  reopen: () => Promise<ByteSource>,
): Promise<{ files: InputFile[]; skipped: Skipped[] }> {
  const files: InputFile[] = []
  const skipped: Skipped[] = []
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
    } else files.push({ path: named.path, size, read: () => Promise.reject(new Error('such files are not unpacked')) })
  }
  return { files, skipped }
}

const excluded = (reason: string): MemberFault => ({ reason, terminalState: 'excluded_by_policy' })

/** Why a member is not read, `undefined` where it is. */
function faultOf(member: ZipMember): MemberFault | undefined {
  const fault = unreadableKind(member)
  if (fault !== undefined || member.size > MAXIMUM_MEMBER_BYTES) return fault
  try {
    checkUnpacked(member.size, member.compressedSize, LAW_LIMITS)
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
