/** Small files that are whole under their names, or not there. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file beside its final name, and puts it there in one step. An existing one is replaced. */
export function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    // One of our own number was left behind by another process that had it.
    rmSync(temporary, { force: true })
    const handle = openSync(temporary, 'wx')
    try {
      writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
