import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a small file in one step. An existing one is replaced. */
export function writeFileAtomic(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    // A process that had the same id may have left one behind.
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
