/**
 * Makes Node.js keep the compiled code of the program in the cache of the user. Its default, a directory for temporary
 * files, is open to other users of the machine: they could put code there, and it would be run.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { makeDirectory } from './files/write-atomic.ts'
import { COMPILED_CODE, cacheFolder } from './program/cache-path.ts'

const folder = process.env.NODE_COMPILE_CACHE || join(cacheFolder(), COMPILED_CODE)
try {
  makeDirectory(folder, 0o700)
  enableCompileCache(folder)
} catch {
  // Without a cache the program only starts more slowly.
}
