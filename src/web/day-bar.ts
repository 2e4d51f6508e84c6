/** The button of the bar that opens the field for the day of the texts. */
import { byId, reveal } from './dom.ts'

export function startDayBar(): void {
  const [strip, toggle] = [byId('day'), byId('date')]
  reveal(toggle)
  const show = (open: boolean) => {
    strip.hidden = !open
    toggle.ariaExpanded = String(open)
  }
  toggle.classList.toggle('set', strip.classList.contains('set'))
  const close = () => {
    if (strip.classList.contains('set')) return
    show(false)
    toggle.focus()
  }
  toggle.addEventListener('click', () => {
    const open = strip.classList.contains('set') || strip.hidden !== false
    show(open)
    if (open) byId('day-field').focus()
  })
  strip.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.close-day') !== null) close()
  })
  strip.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  })
}
