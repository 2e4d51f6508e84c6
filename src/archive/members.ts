/** Members of archives as files, their names as paths, and the limits on archives and folders. */
import { say } from '../i18n/texts.ts'

/** Limits on archives and folders: larger ones are refused before they fill the memory or the disk. */

/** Maximum number of entries of a folder or archive, folders and links included; all federal laws have 6,878. */
export const MAXIMUM_ENTRIES = 200_000

/** Maximum size of a file, unpacked; the largest real one has 11 MB. */
export const MAXIMUM_MEMBER_BYTES = 256 * 1024 * 1024

/** Maximum size of the directory of a zip archive: 200,000 entries with names of 250 bytes. */
export const MAXIMUM_DIRECTORY_BYTES = 64 * 1024 * 1024

/** Maximum length of a path within an archive, in UTF-16 code units. */
export const MAXIMUM_PATH_LENGTH = 1024

/** Maximum number of zstd frames in a file; each costs half a millisecond. */
export const MAXIMUM_FRAMES = 10_000

/** Limits on decompression, against zip bombs. */
export interface UnpackLimits {
  /** Maximum total bytes. */
  bytes: number
  /** Maximum compression ratio, checked beyond `free` bytes. */
  ratio: number
  /** Bytes allowed at any ratio. */
  free: number
}

const MB = 1024 * 1024
const GB = 1024 * MB

/** For a whole archive: text shrinks to a tenth, tar headers to nearly nothing. */
export const ARCHIVE_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 200, free: 64 * MB }

/** For a member of a zip archive, or a nested archive: real ones reach a ratio of 27. Many are read at a time. */
export const MEMBER_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 100, free: MB }

/** For a compressed database, whose empty pages compress to almost nothing. */
export const DATABASE_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 1000, free: 64 * MB }

/** Thrown if the data read so far is sound, but exceeds the limits. */
export class BeyondLimits extends Error {}

/** @throws BeyondLimits if `compressed` bytes may not unpack to `unpacked` bytes */
export function checkUnpacked(unpacked: number, compressed: number, limits: UnpackLimits): void {
  if (unpacked > limits.bytes) {
    throw new BeyondLimits(say`it unpacks to more than ${limits.bytes} bytes, which is the most that is read`)
  }
  if (unpacked > limits.free && unpacked > limits.ratio * compressed) {
    const most = say`at most ${limits.ratio} times the compressed size is read`
    throw new BeyondLimits(say`its ${compressed} bytes unpack to ${unpacked} or more: ${most}`)
  }
}

/** @throws BeyondLimits if a folder or archive has too many entries */
export function checkEntries(count: number, most = MAXIMUM_ENTRIES): void {
  if (count > most) {
    throw new BeyondLimits(say`it has ${count} entries or more, at most ${most} are read`)
  }
}

/** A file in an archive or a folder. */
export interface ArchiveFile {
  /** Path within the archive or folder, with `/`. */
  path: string
  /** Size in bytes, unpacked. */
  size: number
  read(): Promise<Uint8Array>
  /** Reads at most the first `bytes` bytes; absent if that takes as long as reading the whole file. */
  head?(bytes: number): Promise<Uint8Array>
}

/** A member that is not one of the files. */
export interface SkippedMember {
  /** Name for messages; need not be a path. */
  path: string
  /** `it is a symbolic link` */
  reason: string
  terminalState: 'excluded_by_policy' | 'unsupported_format'
}

export interface OpenedArchive {
  /** In any order. */
  files: ArchiveFile[]
  skipped: SkippedMember[]
  /** Frees file handles and temporary files. */
  close(): Promise<void>
}

/** Returns a file that is not unpacked: only its name and size are known. */
export function unreadFile(path: string, size: number): ArchiveFile {
  return { path, size, read: () => Promise.reject(new Error('such files are not unpacked')) }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Converts a member's name into a path without `./`, or reports its fault. The path is never used on disk. */
export function memberPath(name: string): { path: string } | { fault: string } {
  const fault = faultOf(name)
  if (fault !== undefined) return { fault }
  const path = name
    .split('/')
    .filter((part) => part !== '.')
    .join('/')
  return path === '' ? { fault: say`it has no name` } : { path }
}

function faultOf(name: string): string | undefined {
  if (name.length > MAXIMUM_PATH_LENGTH) {
    return say`its name has ${name.length} characters, at most ${MAXIMUM_PATH_LENGTH} are read`
  }
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return say`its name is an absolute path`
  if (name.includes('\\')) return say`its name holds a backslash; parts of a path are parted by "/"`
  if (/\p{Cc}/u.test(name)) return say`its name holds a control character`
  const parts = name.split('/')
  if (parts.includes('..')) return say`its name leads out of the archive ("..")`
  if (name !== '' && parts.includes('')) return say`its name has a part that is empty ("//")`
  return undefined
}

/** @throws Error if two files have the same path, which makes it ambiguous */
export function checkNames(files: readonly { path: string }[]): void {
  const seen = new Set<string>()
  for (const { path } of files) {
    if (seen.has(path)) throw new Error(`two members are named ${JSON.stringify(path)}`)
    seen.add(path)
  }
}

/** Makes a name fit for messages: at most 200 characters, control characters replaced. */
export function printable(name: string): string {
  const short = name.length > 200 ? `${name.slice(0, 200)}…` : name
  return short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}

/** Decodes a name as UTF-8, else by a code page: the characters from 0x80 (default: Latin-1). */
export function decodeName(bytes: Buffer, codePage?: string): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    const text = bytes.toString('latin1')
    return codePage === undefined
      ? text
      : text.replace(/[\x80-\xff]/g, (byte) => codePage[byte.charCodeAt(0) - 0x80] ?? byte)
  }
}
