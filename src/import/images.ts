/** Reads the images that the texts of a law name. Types are detected from the first bytes, not from the name. */

import { createHash } from 'node:crypto'
import { say } from '../i18n/texts.ts'
import type { AttachedImage } from '../model/norm-text.ts'
import type { ParsedFinding, ParsedLaw } from '../model/parsed-law.ts'
import { imageNames, type LawImage, type LawImages } from '../store/sqlite/bundle-writer.ts'
import type { InputFile, SourceLaw } from './source.ts'

/** Maximum size of an image, in bytes. */
export const MAXIMUM_IMAGE_BYTES = 4 * 1024 * 1024

/** Maximum size of all images of a bundle, in bytes. */
export const MAXIMUM_IMAGES_BYTES = 2 * 1024 * 1024 * 1024

/** Reads the images of laws, within the limits. */
export class ImageReader {
  readonly #most: number
  /** Hashes of the images so far, and their total bytes. */
  readonly #hashes = new Set<string>()
  #bytes = 0

  /** @param most maximum bytes of all images */
  constructor(most = MAXIMUM_IMAGES_BYTES) {
    this.#most = most
  }

  /**
   * Reads the images that a law names.
   * @param files beside its document, by name
   * @param findings receives the reasons for omitted images
   */
  async read(law: ParsedLaw, files: NonNullable<SourceLaw['images']>, findings: ParsedFinding[]): Promise<LawImages> {
    const images = new Map<string, LawImage>()
    for (const name of imageNames(law)) {
      const file = files.get(name)
      const read = file && (await this.#readImage(file))
      if (typeof read === 'object') images.set(name, read)
      else if (read !== undefined) {
        const { sourceFamily, code } = law
        findings.push({
          sourceFamily,
          sourceId: code,
          lawId: code,
          reason: say`the image ${name} is left out: ${read}`,
        })
      }
    }
    return images
  }

  /** @returns the reason, if it is omitted */
  async #readImage(file: InputFile): Promise<LawImage | string> {
    if (file.size > MAXIMUM_IMAGE_BYTES) return say`it has ${file.size} bytes, at most ${MAXIMUM_IMAGE_BYTES} are kept`
    let bytes: Uint8Array
    try {
      bytes = await file.read()
    } catch (error) {
      return say`it cannot be read: ${(error as Error).message}`
    }
    const kind = imageKind(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (kind === undefined) return say`it is not a whole JPEG, PNG or GIF image`
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (!this.#hashes.has(sha256)) {
      if (this.#bytes + bytes.length > this.#most) return say`all images together have more than ${this.#most} bytes`
      this.#hashes.add(sha256)
      this.#bytes += bytes.length
    }
    return { facts: { sha256, ...kind }, bytes }
  }
}

type ImageKind = Omit<AttachedImage, 'sha256'>

/** Returns the type and the size of an image from its header; `undefined` for anything else. */
export function imageKind(bytes: Buffer): ImageKind | undefined {
  const begin = bytes.toString('latin1', 0, 16)
  try {
    const kind = begin.startsWith('\x89PNG\r\n\x1a\n')
      ? begin.endsWith('IHDR') && sized('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
      : /^GIF8[79]a/.test(begin)
        ? sized('image/gif', bytes.readUInt16LE(6), bytes.readUInt16LE(8))
        : begin.startsWith('\xff\xd8\xff') && jpegKind(bytes)
    return kind && kind.width > 0 && kind.height > 0 ? kind : undefined
  } catch {
    // The file ends within its header.
    return undefined
  }
}

const sized = (media_type: ImageKind['media_type'], width: number, height: number) => ({ media_type, width, height })

/** JPEG markers (ITU-T T.81, B.1.1.3) from C0 to CF that do not begin a frame. */
const OTHER_THAN_FRAME = [0xc4, 0xc8, 0xcc]

/** Reads the header of the first frame. @throws RangeError without one */
function jpegKind(bytes: Buffer): ImageKind | undefined {
  for (let offset = 2; bytes.readUInt8(offset) === 0xff; ) {
    const marker = bytes.readUInt8(offset + 1)
    if (marker >= 0xc0 && marker <= 0xcf && !OTHER_THAN_FRAME.includes(marker)) {
      return sized('image/jpeg', bytes.readUInt16BE(offset + 7), bytes.readUInt16BE(offset + 5))
    }
    // Any number of fill bytes may precede a marker.
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}
