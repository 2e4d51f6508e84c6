/** Limits on archives and folders: larger ones are refused before they fill the memory or the disk. */
import { say } from '../i18n/texts.ts'

/** Entries of a folder or an archive, including folders and links; all federal laws have 6,878. */
export const MAXIMUM_ENTRIES = 200_000

/** One file, unpacked; the largest real one has 11 MB. */
export const MAXIMUM_MEMBER_BYTES = 256 * 1024 * 1024

/** The directory of a zip archive: 200,000 entries with names of 250 bytes. */
export const MAXIMUM_DIRECTORY_BYTES = 64 * 1024 * 1024

/** Length of a path within an archive, in UTF-16 code units. */
export const MAXIMUM_PATH_LENGTH = 1024

/** Frames of a file compressed with zstd, each of which costs half a millisecond. */
export const MAXIMUM_FRAMES = 10_000

/** How much compressed data may unpack to. */
export interface UnpackLimits {
  /** Bytes in all. */
  bytes: number
  /** Multiple of the compressed size, checked beyond `free` bytes. */
  ratio: number
  /** Bytes allowed at any ratio. */
  free: number
}

const MB = 1024 * 1024
const GB = 1024 * MB

/** A whole archive: text shrinks to a tenth, the headers of a tar archive to nearly nothing. */
export const ARCHIVE_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 200, free: 64 * MB }

/** A member of a zip archive, or an archive within another: real ones reach 27. Many are read at a time. */
export const MEMBER_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 100, free: MB }

/** A compressed database, whose empty pages take no space. */
export const DATABASE_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 1000, free: 64 * MB }

/** The data is sound as far as it was read, but beyond the limits. */
export class BeyondLimits extends Error {}

/** @throws BeyondLimits if `compressed` bytes must not unpack to `unpacked` ones */
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
