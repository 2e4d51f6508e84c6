/** Words for errors of the system and of SQLite. */

import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { say } from '../i18n/texts.ts'
import { tried } from '../util/tried.ts'

const REASONS: Record<string, string> = {
  ENOENT: say`there is no such file`,
  EACCES: say`there is no permission`,
  EPERM: say`there is no permission`,
  EROFS: say`the file system is read-only`,
  ENOSPC: say`no space is left`,
  EDQUOT: say`the quota is used up`,
  EISDIR: say`it is a folder`,
  ENOTDIR: say`a file is where a folder should be`,
  EEXIST: say`a file is where a folder should be`,
  EBUSY: say`another program has it open`,
  ELOOP: say`links lead in a circle`,
  EMFILE: say`too many files are open`,
  ERR_INVALID_ARG_VALUE: say`a path has no NUL character`,
}

/** Returns the reason of a system error, without its code if there are words for it. */
export function systemReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES'))
    return say`there is no permission, or another program has it open`
  return REASONS[code] ?? message
}

/** Result codes of SQLite, https://www.sqlite.org/rescode.html. */
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14

const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM'])
const DISK_RESULTS = [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN]

/** Free space, in bytes, below which SQLite cannot write. */
const MIN_FREE = 65_536

/** Returns the primary result code of SQLite; `undefined` for other errors. */
export function sqliteResult(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}

/** True for errors of the system or SQLite about the disk: full, read-only, forbidden or faulty. */
export const isOfDisk = (error: unknown): boolean =>
  DISK_ERRORS.has((error as NodeJS.ErrnoException).code ?? '') || DISK_RESULTS.includes(sqliteResult(error) ?? 0)

/** Returns the reason why a database could not be written. */
export function databaseReason(error: unknown, file: string): string {
  const result = sqliteResult(error)
  if (result === undefined) return systemReason(error)
  if (result === SQLITE_FULL || (result === SQLITE_IOERR && isFull(file))) return REASONS.ENOSPC as string
  return result === SQLITE_READONLY ? (REASONS.EROFS as string) : (error as Error).message
}

function isFull(file: string): boolean {
  const found = tried(() => statfsSync(dirname(file)), undefined)
  return found !== undefined && found.bavail * found.bsize < MIN_FREE
}
