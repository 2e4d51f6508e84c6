/** Which terminals have links (OSC 8), by what they tell of themselves in the environment. */

const PROGRAMS = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'mintty', 'Tabby', 'rio']
const TERMS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)(?:-|$)/
/** Set, whatever to, by kitty, Windows Terminal and DomTerm. */
const OWN_VARIABLES = ['KITTY_WINDOW_ID', 'WT_SESSION', 'DOMTERM']
/** The first versions with links: VTE 0.50.1 (0.50.0 crashes), which GNOME Terminal and many others show; Konsole 20.12. */
const OLDEST = { VTE_VERSION: 5001, KONSOLE_VERSION: 201200 }

/** Whether the terminal of this environment can do links. Those that are not known cannot, nor can the logs of CI. */
export function canLink(environment: NodeJS.ProcessEnv): boolean {
  const { CI, TERM = '', TERM_PROGRAM = '' } = environment
  if (CI || TERM === 'dumb') return false
  return (
    PROGRAMS.includes(TERM_PROGRAM) ||
    TERMS.test(TERM) ||
    OWN_VARIABLES.some((name) => environment[name]) ||
    Object.entries(OLDEST).some(([name, oldest]) => Number(environment[name]) >= oldest)
  )
}
