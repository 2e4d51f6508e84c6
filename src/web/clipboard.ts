/** Copies text, also where the page has no access to the clipboard (plain HTTP from another machine). */
import { element } from './dom.ts'

/** @returns whether it was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const field = element('textarea', { class: 'hidden', 'aria-hidden': 'true' })
  const focused = document.activeElement
  field.value = text
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}
