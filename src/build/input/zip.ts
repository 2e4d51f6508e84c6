import { buffer } from 'node:stream/consumers'
import { LegalTextError } from '../../errors.ts'
import type { Input, InputFile } from './input.ts'

/**
 * The files of a zip archive, read where they stand.
 * @throws LegalTextError `invalid_input` for a broken archive
 */
export async function readZip(path: string): Promise<Omit<Input, 'name'>> {
  const { openPromise } = await import('yauzl')
  const broken = (error: Error): never => {
    throw new LegalTextError('invalid_input', `cannot build from ${path}: broken zip archive: ${error.message}`)
  }
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(broken)
  const files: InputFile[] = []
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      const read = async () => buffer(await archive.openReadStreamPromise(entry))
      files.push({ path: entry.fileName, size: entry.uncompressedSize, read })
    }
  } catch (error) {
    archive.close()
    broken(error as Error)
  }
  return { files, close: async () => archive.close() }
}
