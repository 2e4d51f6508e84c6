/**
 * Imitates the restrictions of the Windows file system, and sets the platform: files that this process has open cannot be
 * removed, renamed or replaced, and only files open for writing can be synced. Stricter than Windows, which allows removing files
 * opened by Node.js (but not by SQLite). Threads share the open files of their process. Linux only: it reads `/proc`.
 */
import fs, { type PathLike } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const refusal = (code: string, what: string) => Object.assign(new Error(`${code}: ${what}`), { code, errno: -1 })

/** Paths of all open files, from the links of the process. */
const openPaths = () =>
  fs.readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [fs.readlinkSync(`/proc/self/fd/${name}`)]
    } catch {
      return []
    }
  })

function assertClosed(path: PathLike): void {
  const real = fs.existsSync(path) ? fs.realpathSync(path) : undefined
  const held = real && openPaths().find((each) => each === real || each.startsWith(join(real, '/')))
  if (held) throw refusal('EBUSY', `resource busy or locked, '${held}'`)
}

function assertWritable(descriptor: number): void {
  const [, flags = ''] = /^flags:\s*(\d+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? []
  if ((Number.parseInt(flags, 8) & 0o3) === 0) throw refusal('EPERM', 'operation not permitted, fsync')
}

const { renameSync, rmSync, fsyncSync } = fs
const { rename, rm, open } = fs.promises
Object.assign(fs, {
  renameSync: (from: PathLike, to: PathLike) => {
    for (const path of [from, to]) assertClosed(path)
    renameSync(from, to)
  },
  rmSync: (path: PathLike, options: fs.RmOptions) => {
    assertClosed(path)
    rmSync(path, options)
  },
  fsyncSync: (descriptor: number) => {
    assertWritable(descriptor)
    fsyncSync(descriptor)
  },
})
Object.assign(fs.promises, {
  rename: async (from: PathLike, to: PathLike) => fs.renameSync(from, to),
  rm: async (path: PathLike, options: fs.RmOptions) => {
    assertClosed(path)
    await rm(path, options)
  },
  open: async (...words: Parameters<typeof open>) => {
    const handle = await open(...words)
    const { sync } = handle
    handle.sync = async () => {
      assertWritable(handle.fd)
      await sync.call(handle)
    }
    return handle
  },
})
const { platform } = process
Object.defineProperty(process, 'platform', { value: 'win32' })
syncBuiltinESMExports()

/** Restores the file system and the platform. */
export function restore(): void {
  Object.assign(fs, { renameSync, rmSync, fsyncSync })
  Object.assign(fs.promises, { rename, rm, open })
  Object.defineProperty(process, 'platform', { value: platform })
  syncBuiltinESMExports()
}
