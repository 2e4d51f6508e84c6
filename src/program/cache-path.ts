/** Location of the cache, which holds only files that can be downloaded or built again. */
import { homedir } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'

const NAME = 'legal-text'

/**
 * Returns the cache folder: `$XDG_CACHE_HOME/legal-text` if that is an absolute path (XDG Base Directory Specification 0.8
 * ignores relative ones), else the default of the operating system. It need not exist.
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

/** Falls back to the root, where a user without a home cannot write and nobody else can plant files. */
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

/** Cache folder for compiled code. */
export const COMPILED_CODE = 'code'
