/** Variables of the environment that are no settings of legal-text alone: conventions that it keeps to. */
export const VARIABLES = {
  XDG_CACHE_HOME: 'Folder in which the cache is; default ~/.cache.',
  PAGER: 'Program that shows what is longer than the screen; default less -FRX. Empty or cat: none.',
  NO_COLOR: 'Where set and not empty: no colours.',
  FORCE_COLOR: 'Where set: colours, also where no terminal is; 0 or false: none.',
  FORCE_HYPERLINK: 'Whether the terminal can do links: 1 or 0. Where unset, its name tells.',
  COLUMNS: 'Width of pages where there is no terminal; default 80.',
  'HTTP_PROXY, HTTPS_PROXY, NO_PROXY':
    'Proxies for downloads, with Node.js 22.21, 24.5 or later, and hosts that need none.',
  NODE_COMPILE_CACHE: 'Folder in which Node.js keeps compiled code; default one in the cache.',
  NODE_DISABLE_COMPILE_CACHE: 'Where 1: no compiled code is kept.',
} as const

export type VariableName = keyof typeof VARIABLES
