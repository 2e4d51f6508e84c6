/** What the page does as soon as it is shown. */
import { byId } from './dom.ts'

/** How long until a service that is not ready is asked again, in milliseconds. */
const RETRY_INTERVAL = 1500

export function startPage(): void {
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault()
    byId('main').focus()
  })
  if (location.hash === '') document.querySelector('.text .selected')?.scrollIntoView({ block: 'center' })
  if (document.querySelector('[data-error=not_ready]') !== null) setTimeout(() => location.reload(), RETRY_INTERVAL)
  document.querySelector('.print')?.addEventListener('click', () => print())
  for (const control of document.querySelectorAll<HTMLElement>('.print')) control.hidden = false
  startChoice()
}

/** Versions are compared as soon as they are chosen. */
function startChoice(): void {
  const form = document.querySelector<HTMLFormElement>('form.versions')
  if (form === null) return
  const [before, after] = [...form.querySelectorAll('select')]
  form.querySelector('button')?.setAttribute('hidden', '')
  form.addEventListener('change', () => {
    if (before && after && before.value !== '' && after.value !== '' && before.value > after.value) {
      ;[before.value, after.value] = [after.value, before.value]
    }
    form.requestSubmit()
  })
}
