/** Bytes that can be read anywhere, whether they lie in a file or in memory. */
import type { FileHandle } from 'node:fs/promises'

export interface ByteSource {
  size: number
  /** Rejects where fewer bytes are there. */
  read(place: number, length: number): Promise<Buffer>
}

/** An open file as a source; it must stay open as long. */
export async function fileSource(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  return {
    size,
    async read(place, length) {
      const bytes = Buffer.allocUnsafeSlow(length)
      for (let done = 0; done < length; ) {
        const { bytesRead } = await handle.read(bytes, done, length - done, place + done)
        if (bytesRead === 0) throw new Error('it is cut off')
        done += bytesRead
      }
      return bytes
    },
  }
}

/** Bytes in memory as a source. */
export function memorySource(content: Uint8Array): ByteSource {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return {
    size: bytes.length,
    async read(place, length) {
      if (place + length > bytes.length) throw new Error('it is cut off')
      return bytes.subarray(place, place + length)
    },
  }
}
