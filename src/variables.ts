/** Variables of the environment that are no settings of legal-text alone: conventions that it keeps to. */
export const VARIABLES = {
  XDG_CACHE_HOME: 'Directory that holds the cache. Default ~/.cache.',
  PAGER: 'Pager for output that is longer than the screen. Default less -FRX. If empty or cat, there is none.',
  NO_COLOR: 'If not empty, disables colours.',
  FORCE_COLOR: 'Forces colours even if the output is not a terminal; 0 or false disables them.',
  FORCE_HYPERLINK: 'Whether the terminal can show links: 1 or 0. Default: known from its name.',
  COLUMNS: 'Width of pages if the output is not a terminal. Default 80.',
  'HTTP_PROXY, HTTPS_PROXY, NO_PROXY':
    'Proxies for downloads, with Node.js 22.21, 24.5 or later, and hosts that need none.',
  NODE_COMPILE_CACHE: 'Directory in which Node.js keeps compiled code. Default: one in the cache.',
  NODE_DISABLE_COMPILE_CACHE: 'If 1, no compiled code is kept.',
} as const

export type VariableName = keyof typeof VARIABLES
