/** Where the folder is for what can be downloaded, built or worked out anew. */
import { homedir } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'

const NAME = 'legal-text'

/**
 * The cache folder of legal-text: `$XDG_CACHE_HOME/legal-text` where that is an absolute path (XDG Base Directory
 * Specification 0.8 has relative ones ignored), else where the system keeps caches. It need not exist.
 */
export function cacheFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { XDG_CACHE_HOME: named, LOCALAPPDATA: local } = environment
  if (named && isAbsolute(named)) return join(named, NAME)
  if (platform === 'win32' && local) return join(local, NAME)
  const home = homeFolder(platform === 'win32' ? environment.USERPROFILE : environment.HOME)
  return platform === 'darwin' ? join(home, 'Library', 'Caches', NAME) : join(home, '.cache', NAME)
}

/** Where there is no home, it is the root: nobody without a home may write there, and nobody else may either. */
function homeFolder(named: string | undefined): string {
  const found = named || systemHome()
  return isAbsolute(found) ? found : sep
}

function systemHome(): string {
  try {
    return homedir()
  } catch {
    return sep
  }
}

/** Folder in the cache for the compiled code that Node.js keeps. */
export const COMPILED_CODE = 'code'
