import { endianness } from 'node:os'

/** 32-bit numbers from bytes: at once, where that is how the machine keeps them. */
export function fromLittleEndian(bytes: Uint8Array): Uint32Array {
  if (endianness() === 'LE') return new Uint32Array(bytes.slice().buffer)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getUint32(index * 4, true))
}
