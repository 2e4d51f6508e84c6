/** Dark or light: as the system, until the reader chooses. */
import { remember } from './browser.ts'
import { byId, reveal } from './dom.ts'

export function startTheme(): void {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const toggle = byId<HTMLButtonElement>('theme')
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const show = () => toggle.setAttribute('aria-pressed', String(isDark()))
  toggle.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    remember('theme', root.dataset.theme)
    show()
  })
  system.addEventListener('change', show)
  reveal(toggle)
  show()
}
