/** The parts of a document that is a zip archive: DOCX and ODT. */

import { checkUnpacked, type UnpackLimits } from '../../archive/members.ts'
import { memorySource, readDirectory, readMember, unreadableKind, type ZipMember } from '../../archive/zip.ts'
import { say } from '../../i18n/texts.ts'
import { UnreadableDocument } from './document.ts'

const MB = 1024 * 1024
const MOST_PARTS = 20_000
/** Repetitive text, such as long tables, is compressed a hundredfold. */
const PART_LIMITS: UnpackLimits = { bytes: 256 * MB, ratio: 150, free: 16 * MB }

export class ZipParts {
  readonly #bytes: Buffer
  readonly #members: ReadonlyMap<string, ZipMember>

  private constructor(bytes: Buffer, members: readonly ZipMember[]) {
    this.#bytes = bytes
    this.#members = new Map(members.map((member) => [member.name, member]))
  }

  /** @throws UnreadableDocument if the archive is broken, or has too many parts */
  static async open(bytes: Buffer): Promise<ZipParts> {
    try {
      return new ZipParts(bytes, await readDirectory(memorySource(bytes), MOST_PARTS))
    } catch (error) {
      throw damaged('zip archive', error)
    }
  }

  has(name: string): boolean {
    return this.#members.has(name)
  }

  get names(): string[] {
    return [...this.#members.keys()]
  }

  /**
   * Unpacks a part as text.
   * @throws UnreadableDocument if it is missing, encrypted, damaged or larger than the limits
   */
  async text(name: string): Promise<string> {
    const member = this.#members.get(name)
    if (member === undefined)
      throw new UnreadableDocument(say`it is damaged: its part ${JSON.stringify(name)} is missing`)
    if (member.isEncrypted) throw new UnreadableDocument(say`it is encrypted; save it without a password`)
    const fault = unreadableKind(member)
    if (fault !== undefined)
      throw new UnreadableDocument(say`its part ${JSON.stringify(name)} cannot be read: ${fault.reason}`)
    try {
      checkUnpacked(member.size, member.compressedSize, PART_LIMITS)
      return decodeXml(await readMember(memorySource(this.#bytes), member))
    } catch (error) {
      throw damaged(`part ${JSON.stringify(name)}`, error)
    }
  }
}

export function damaged(what: string, error: unknown): UnreadableDocument {
  const reason = (error as Error).message.replace(/^\d+:\d+: /, '')
  return new UnreadableDocument(say`its ${what} cannot be read: ${reason}`, { cause: error })
}

/** @throws TypeError if the bytes are malformed */
function decodeXml(bytes: Buffer): string {
  const is16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = is16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}
