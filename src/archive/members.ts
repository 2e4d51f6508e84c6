/** Names of archive members: which are paths within an input, and which of them the build may read. */
import { MAXIMUM_PATH_LENGTH } from './limits.ts'

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * A member's name as a path within the input, `./` removed; a fault where it is none. No such path is ever used as a
 * path on disk.
 */
export function memberPath(name: string): { path: string } | { fault: string } {
  const fault = faultOf(name)
  if (fault !== undefined) return { fault }
  const path = name
    .split('/')
    .filter((part) => part !== '.')
    .join('/')
  return path === '' ? { fault: 'it has no name' } : { path }
}

function faultOf(name: string): string | undefined {
  if (name.length > MAXIMUM_PATH_LENGTH) {
    return `its name has ${name.length} characters, at most ${MAXIMUM_PATH_LENGTH} are read`
  }
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'its name is an absolute path'
  if (name.includes('\\')) return 'its name holds a backslash; parts of a path are parted by "/"'
  if (/\p{Cc}/u.test(name)) return 'its name holds a control character'
  const parts = name.split('/')
  if (parts.includes('..')) return 'its name leads out of the archive ("..")'
  if (name !== '' && parts.includes('')) return 'its name has a part that is empty ("//")'
  return undefined
}

/** @throws Error where a path comes twice: nobody can say which of the two is meant */
export function checkNames(files: readonly { path: string }[]): void {
  const seen = new Set<string>()
  for (const { path } of files) {
    if (seen.has(path)) throw new Error(`two members are named ${JSON.stringify(path)}`)
    seen.add(path)
  }
}

/** A name for messages: without control characters, and not endless. */
export function printable(name: string): string {
  const short = name.length > 200 ? `${name.slice(0, 200)}…` : name
  return short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}

/** Whether the content of a file is of use: others are only known by their names. */
export function isRead(path: string): boolean {
  return /\.(xml|json)$/i.test(path) || isLawArchive(path)
}

/** Whether a file is called as the official site calls the archive of one law. */
export function isLawArchive(path: string): boolean {
  return /(^|\/)xml\.zip$/i.test(path)
}

/** Text of bytes that should be UTF-8; otherwise of a code page, given from 0x80 on (Latin-1 where none is). */
export function decodeName(bytes: Buffer, codePage?: string): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    const text = bytes.toString('latin1')
    return codePage === undefined
      ? text
      : text.replace(/[\x80-\xff]/g, (byte) => codePage[byte.charCodeAt(0) - 0x80] ?? byte)
  }
}
