/** Environment variables that other programs use as well. */
import { say } from '../i18n/texts.ts'

export const VARIABLES = {
  XDG_CACHE_HOME: say`Directory that holds the cache. Default ~/.cache.`,
  PAGER: say`Pager for output that is longer than the screen. Default less. If empty or cat, there is none. The pager gets LESS=FRX and LV=-c unless these are set.`,
  'LC_ALL, LC_MESSAGES, LANG': say`The locale: help, pages and messages are German where it is.`,
  NO_COLOR: say`If not empty, disables colours.`,
  FORCE_COLOR: say`Forces colours even if the output is not a terminal; 0 or false disables them.`,
  FORCE_HYPERLINK: say`Whether the terminal can show links: 1 or 0. Default: known from its name.`,
  COLUMNS: say`Width of pages if the output is not a terminal. Default 80; \`check\` then has no limit.`,
  'HTTP_PROXY, HTTPS_PROXY, NO_PROXY': say`Proxies for downloads, with Node.js 22.21, 24.5 or later, and hosts that need none.`,
  'PGPASSWORD, PGPASSFILE, PGSSLMODE': say`As for libpq, for databases: the password, a file with passwords (default ~/.pgpass), and how TLS is used. So are PGHOST, PGPORT, PGDATABASE, PGUSER, PGSSLROOTCERT and PGTARGETSESSIONATTRS.`,
  NODE_COMPILE_CACHE: say`Directory in which Node.js keeps compiled code. Default: one in the cache.`,
  NODE_DISABLE_COMPILE_CACHE: say`If 1, no compiled code is kept.`,
} as const

export type VariableName = keyof typeof VARIABLES
