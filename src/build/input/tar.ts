import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { LegalTextError } from '../../errors.ts'
import type { Input, InputFile } from './input.ts'

/**
 * Unpacks the regular files of a tar archive into a temporary folder, under names of our own: a path in the archive
 * never becomes a path on disk. Links and devices are left out.
 * @throws LegalTextError `invalid_input` for a broken archive
 */
export async function unpackTar(path: string, compression: 'zstd' | 'gzip' | 'none'): Promise<Omit<Input, 'name'>> {
  const { extract } = await import('tar-stream')
  const folder = await mkdtemp(join(tmpdir(), 'legal-text-'))
  const close = () => rm(folder, { recursive: true, force: true })
  const files: InputFile[] = []
  try {
    const members = extract()
    const unpack = { zstd: createZstdDecompress, gzip: createGunzip, none: () => new PassThrough() }[compression]()
    const fed = pipeline(createReadStream(path), unpack, members)
    const taken = (async () => {
      for await (const member of members) {
        if (member.header.type !== 'file') {
          member.resume()
          continue
        }
        const file = join(folder, String(files.length))
        await pipeline(member, createWriteStream(file))
        const { name, size = 0 } = member.header
        files.push({ path: name.replace(/^(\.?\/)+/, ''), size, location: file, read: () => readFile(file) })
      }
    })()
    await Promise.all([fed, taken])
  } catch (error) {
    await close()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC')
      throw new LegalTextError('invalid_input', `cannot unpack ${path} into ${tmpdir()}: no space left`)
    throw new LegalTextError('invalid_input', `cannot build from ${path}: broken archive: ${(error as Error).message}`)
  }
  return { files, close }
}
