/** Bytes with random access, in a file or in memory. */
import type { FileHandle } from 'node:fs/promises'

export interface ByteSource {
  size: number
  /** Rejects if there are fewer bytes. */
  read(offset: number, length: number): Promise<Buffer>
}

/** Reads from an open file, which must stay open. */
export async function fileSource(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  return {
    size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafeSlow(length)
      for (let done = 0; done < length; ) {
        const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
        if (bytesRead === 0) throw new Error('it is cut off')
        done += bytesRead
      }
      return bytes
    },
  }
}

/** Reads from bytes in memory. */
export function memorySource(content: Uint8Array): ByteSource {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return {
    size: bytes.length,
    async read(offset, length) {
      if (offset + length > bytes.length) throw new Error('it is cut off')
      return bytes.subarray(offset, offset + length)
    },
  }
}
