/** Writes to stdout without blocking other work of the process. */

import { once } from 'node:events'
import { fstatSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Maximum delay of other work, in seconds. */
const LONGEST_WAIT = 0.05

// `performance` would take a millisecond to load.
let last = process.uptime()

/** Yields to the event loop if other work, such as Ctrl-C, has been pending too long. */
export async function yieldToEventLoop(): Promise<void> {
  if (process.uptime() - last < LONGEST_WAIT) return
  await new Promise((resolve) => setImmediate(resolve))
  last = process.uptime()
}

/** Writes to stdout with backpressure. */
export async function writeStdout(text: string | Uint8Array): Promise<void> {
  await yieldToEventLoop()
  if (text.length > 0 && !process.stdout.write(text)) await once(process.stdout, 'drain')
}

const STDOUT = 1
/** Device number of `/dev/null` on Linux. */
const NULL_DEVICE = 0x103
/** Access-mode bits of the open flags, and their value for reading and writing. */
const ACCESS_MODE = 0o3
const READ_AND_WRITE = 0o2

const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'ksh93', 'mksh', 'fish', 'busybox']

/**
 * True if stdout was closed. Node.js then opens `/dev/null` in its place, for reading and writing, and every write succeeds. A
 * shell opens `> /dev/null` for writing only, but other programs discard the output of children as Node.js does, which is
 * legitimate. So the parent decides: it must have no stdout, or be a shell with another one. Linux only; elsewhere, and in doubt,
 * false.
 */
export function isStdoutClosed(): boolean {
  try {
    if (process.platform !== 'linux' || fstatSync(STDOUT).rdev !== NULL_DEVICE) return false
    const [, flags = ''] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${STDOUT}`, 'utf8')) ?? []
    if ((Number.parseInt(flags, 8) & ACCESS_MODE) !== READ_AND_WRITE) return false
    const inherited = stdoutOf(process.ppid)
    if (inherited === undefined) return true
    return inherited !== '/dev/null' && SHELLS.includes(basename(readlinkSync(`/proc/${process.ppid}/exe`)))
  } catch {
    return false
  }
}

/** The stdout file of a process; `undefined` without one. */
function stdoutOf(id: number): string | undefined {
  try {
    return readlinkSync(`/proc/${id}/fd/${STDOUT}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
