/**
 * What the file system knows of a file without reading it. Any write changes it: only the system sets the time of the last
 * change (ctime), so that a file in the same state has the same content.
 */
import { type BigIntStats, fstatSync } from 'node:fs'

export type FileState = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>

/** The present state of an open file, whatever its name leads to by now. */
export function stateOfOpen(descriptor: number): FileState {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true })
  return { dev, ino, size, mtimeNs, ctimeNs }
}

/** Whether a file was not changed between two states: neither its content nor its name, owner, permissions or times. */
export function isSameState(a: FileState, b: FileState): boolean {
  return a.ctimeNs === b.ctimeNs && a.mtimeNs === b.mtimeNs && a.size === b.size && a.ino === b.ino && a.dev === b.dev
}
