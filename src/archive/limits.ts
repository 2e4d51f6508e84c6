/** How much of an input is read: what is larger is refused before it fills the memory or the disk. */

/** Entries of a folder or an archive, folders and links among them; all federal laws have 6,878. */
export const MAXIMUM_ENTRIES = 200_000

/** One file, unpacked: larger ones are never unpacked; the largest of the real data has 11 MB. */
export const MAXIMUM_MEMBER_BYTES = 256 * 1024 * 1024

/** The directory of a zip archive: 200,000 entries with names of 250 bytes. */
export const MAXIMUM_DIRECTORY_BYTES = 64 * 1024 * 1024

/** Length of a path within an archive, in UTF-16 code units. */
export const MAXIMUM_PATH_LENGTH = 1024

/** Frames of a file compressed with zstd, each of which costs half a millisecond. */
export const MAXIMUM_FRAMES = 10_000

/** How much may come out of something compressed. */
export interface UnpackLimits {
  /** Bytes in all. */
  bytes: number
  /** Times its compressed size, once it is beyond `free`. */
  ratio: number
  /** Bytes that may come out whatever the ratio. */
  free: number
}

const MB = 1024 * 1024
const GB = 1024 * MB

/** An archive: laws shrink to a tenth, and hundreds of headers of a tar archive to nearly nothing. */
export const ARCHIVE_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 200, free: 64 * MB }

/** The archive of one law, and a member of a zip archive: real laws reach 27, and little is free, since many are read at a time. */
export const LAW_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 100, free: MB }

/** A compressed database: empty pages take no space. */
export const DATABASE_LIMITS: UnpackLimits = { bytes: 16 * GB, ratio: 1000, free: 64 * MB }

/** Something is sound as far as it was read, but larger than what is read. */
export class BeyondLimits extends Error {}

/** @throws BeyondLimits where more has come out of `compressed` bytes than may */
export function checkUnpacked(unpacked: number, compressed: number, limits: UnpackLimits): void {
  if (unpacked > limits.bytes) {
    throw new BeyondLimits(`it unpacks to more than ${limits.bytes} bytes, which is the most that is read`)
  }
  if (unpacked > limits.free && unpacked > limits.ratio * compressed) {
    const most = `at most ${limits.ratio} times the compressed size is read`
    throw new BeyondLimits(`its ${compressed} bytes unpack to ${unpacked} or more: ${most}`)
  }
}

/** @throws BeyondLimits where a folder or archive has more entries than are read */
export function checkEntries(count: number, most = MAXIMUM_ENTRIES): void {
  if (count > most) {
    throw new BeyondLimits(`it has ${count} entries or more, at most ${most} are read`)
  }
}
