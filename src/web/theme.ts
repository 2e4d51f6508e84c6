/** Dark or light: as the system, until the reader chooses. */
import { remember, remembered } from './browser.ts'
import { byId, reveal } from './dom.ts'

const NAME = 'theme'

export function startTheme(): void {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const toggle = byId<HTMLButtonElement>('theme')
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const show = () => toggle.setAttribute('aria-pressed', String(isDark()))
  const chosen = remembered(NAME)
  if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen
  toggle.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    remember(NAME, root.dataset.theme)
    show()
  })
  system.addEventListener('change', show)
  reveal(toggle)
  show()
}
