/**
 * Runs the program with the code that V8 compiled for it in earlier runs, which it keeps in the cache of the user. The cache of
 * Node.js has only what is compiled before a script runs, which is little. Its default, a directory for temporary files, is
 * open to other users of the machine: they could put code there, and it would be run.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { makeDirectory, writeFileAtomic } from './files/write-atomic.ts'
import { COMPILED_CODE, cacheFolder } from './program/cache-path.ts'
import { tried } from './util/tried.ts'

const folder = process.env.NODE_COMPILE_CACHE || join(cacheFolder(), COMPILED_CODE)

/** The scripts of the program, as its build has made them. */
export interface Program {
  /** The folder of its scripts. */
  folder: string
  /** Changes with their content. */
  build: string
  /** First words of commands. */
  commands: readonly string[]
}

type Chunk = (exports: unknown, require: unknown, module: unknown) => void
type Find = (name: string, ...functions: unknown[]) => Chunk | undefined

/**
 * Finds chunks of the program. Each command has files of compiled code, with what its lines have used: V8 unpacks all of it.
 * @param words after the name of the program
 * @param url of the file that stands for the modules in the chunks
 * @returns what the loader of chunks needs
 */
export function chunkFinder({ folder: dist, build, commands }: Program, words: readonly string[], url: string): Find {
  const kept = join(folder, `legal-text-${commandAmong(commands, words)}`)
  const common = chunksIn(join(dist, 'program.cjs'), kept, build)
  let rest: Find | undefined
  return (name, ...functions) => {
    const chunk = common(name, ...functions, url)
    if (chunk !== undefined || !name.endsWith('.js')) return chunk
    rest ??= chunksIn(join(dist, 'rest.cjs'), `${kept}-rest`, build)
    return rest(name, ...functions, url)
  }
}

/**
 * @param file a script that evaluates to a function, which returns chunks by their names
 * @param kept the file of its compiled code
 */
function chunksIn(file: string, kept: string, build: string): Find {
  const isKept = !process.env.NODE_DISABLE_COMPILE_CACHE
  const compiled = isKept ? readCompiled(kept, build) : undefined
  const { names, code } = compiled ?? { names: [], code: undefined }
  // The code has ASCII characters alone, and makes a string of one byte for each.
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData: code })
  const used = new Set(script.cachedDataRejected ? [] : names)
  const known = used.size
  let chunks: Record<string, Chunk> | undefined
  if (isKept) {
    // Not at the end: `corpus prune` may have removed it.
    if (compiled === undefined) makeFolder()
    process.on('exit', () => {
      if (used.size > known) writeCompiled(kept, [build, ...used], script.createCachedData())
    })
  }
  return (name, ...functions) => {
    chunks ??= script.runInThisContext()(...functions) as Record<string, Chunk>
    if (chunks[name] !== undefined) used.add(name)
    return chunks[name]
  }
}

/** Help shares no code with the commands; a line without a command mostly means a norm. */
function commandAmong(commands: readonly string[], words: readonly string[]): string {
  const [first = 'help'] = words
  if (first.startsWith('-') || words.includes('--help') || words.includes('-h')) return 'help'
  return commands.includes(first) ? first : 'norm'
}

/**
 * The names of the chunks are on the first line, after the build. The code comes twice: V8 runs damaged code, and a module with
 * checksums takes two milliseconds to load. Code of another user, except the administrator, is not run.
 */
function readCompiled(file: string, build: string): { names: string[]; code: Buffer } | undefined {
  try {
    const content = readOwn(file)
    const end = content.indexOf('\n')
    const [ofBuild, ...names] = content.toString('latin1', 0, end).trimEnd().split(' ')
    const [start, second] = [end + 1, (end + 1 + content.length) / 2]
    const code = content.subarray(start, second)
    return ofBuild === build && code.equals(content.subarray(second)) ? { names, code } : undefined
  } catch {
    return undefined
  }
}

function readOwn(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const { uid } = fstatSync(handle)
    if (process.getuid !== undefined && uid !== 0 && uid !== process.getuid())
      throw new Error(`${file} is of another user`)
    return readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** V8 would copy code that does not begin at a multiple of eight bytes. */
function writeCompiled(file: string, names: readonly string[], code: Buffer): void {
  try {
    const line = names.join(' ')
    writeFileAtomic(file, Buffer.concat([Buffer.from(`${line.padEnd(line.length | 7, ' ')}\n`), code, code]))
  } catch {
    // Without compiled code the program only starts more slowly.
  }
}

const makeFolder = () => tried(() => makeDirectory(folder, 0o700), undefined)

/** Imports modules of Node.js, and packages, whose compiled code Node.js keeps. @param load imports what is beside the program */
export const outside = (load: (name: string) => unknown) => (name: string) => {
  const builtin = process.getBuiltinModule(name)
  if (builtin !== undefined) return builtin
  // Node.js would make it anew after `corpus prune`, and try for ever in a folder such as /proc.
  if (existsSync(folder)) enableCompileCache(folder)
  return load(name.endsWith('.cjs') ? `./${name}` : name)
}
