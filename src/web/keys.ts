/** Keyboard shortcuts, and the dialog that lists them. */
import { byId, reveal } from './dom.ts'

export function startKeys(): void {
  const dialog = byId<HTMLDialogElement>('keys-dialog')
  reveal(byId('keys'))
  byId('keys').addEventListener('click', () => dialog.showModal())
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return
    if (event.key === 'Escape') leave(event)
    else if (!isTyping(event.target)) act(event)
  })
}

/** The element that each key clicks. */
const CLICKS: Record<string, string> = {
  '?': '#keys',
  j: 'main a[rel=next]',
  k: 'main a[rel=prev]',
  e: 'main .earlier',
  l: 'main .later',
  d: 'main .what-changed',
  a: '#date',
  c: 'main .copy-citation',
}

function act(event: KeyboardEvent): void {
  if (event.key === '/') {
    event.preventDefault()
    const field = byId<HTMLInputElement>('query')
    field.focus()
    field.select()
    return
  }
  const selector = CLICKS[event.key]
  if (selector === undefined) return
  // The letter must not also be typed into a field that the click opens.
  event.preventDefault()
  document.querySelector<HTMLElement>(selector)?.click()
}

/** Moves the focus from a field to the content. */
function leave(event: KeyboardEvent): void {
  if (!isTyping(event.target)) return
  event.preventDefault()
  const heading = document.querySelector<HTMLElement>('main h1') ?? byId('main')
  heading.focus({ preventScroll: true })
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
