/** What the system says of files, in words. */

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'a file is where a folder should be',
  ELOOP: 'links lead in a circle',
  EMFILE: 'too many files are open',
}

/** Why the system refused something, without its codes where there are words for them. */
export function systemReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? message
}
