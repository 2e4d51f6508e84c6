/**
 * Has Node.js keep the compiled code of the program, in the cache of its user. Where Node.js keeps it by itself, in the
 * folder for temporary files, whoever else uses the machine may put code there first, and it would be run.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { COMPILED_CODE, cacheFolder } from './cache-path.ts'
import { makeDirectory } from './files/make-directory.ts'

const folder = process.env.NODE_COMPILE_CACHE || join(cacheFolder(), COMPILED_CODE)
try {
  makeDirectory(folder, 0o700)
  enableCompileCache(folder)
} catch {
  // Without it the program is as good, if not as quick.
}
