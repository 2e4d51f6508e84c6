/** Copies text. Numbers stay in the line that they begin; raised and lowered runs stay so (`10¹²` in plain text, elements in HTML). */
import { remember, remembered } from './browser.ts'
import { announce, element, words } from './dom.ts'

const COPIED_MILLISECONDS = 1500

/** Starts the buttons of a norm, and the copying of selections. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) startCopyButton(button)
  startShareButton()
  startSentenceNumbers()
  copyFormed()
}

/** A button without a text copies the address of the page. */
function startCopyButton(button: HTMLButtonElement): void {
  const label = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    const result = words((await copyText(button.dataset.copy || location.href)) ? 'copied' : 'notCopied')
    announce(result)
    button.textContent = result
    setTimeout(() => {
      button.textContent = label
    }, COPIED_MILLISECONDS)
  })
}

function startShareButton(): void {
  const button = document.querySelector<HTMLButtonElement>('button.share')
  if (button === null || typeof navigator.share !== 'function') return
  button.hidden = false
  button.addEventListener('click', () => {
    // Rejects if the reader closes the dialog.
    navigator.share({ title: document.title, url: location.href }).catch(() => {})
  })
}

/** A switch for the numbers of sentences, stored in the browser. */
function startSentenceNumbers(): void {
  const button = document.querySelector<HTMLButtonElement>('button.number-sentences')
  if (button === null) return
  const root = document.documentElement
  const show = (on: boolean) => {
    root.toggleAttribute('data-sentences', on)
    button.setAttribute('aria-pressed', String(on))
  }
  button.hidden = false
  button.addEventListener('click', () => {
    const on = !root.hasAttribute('data-sentences')
    remember('sentences', on ? 'shown' : 'hidden')
    show(on)
  })
  show(remembered('sentences') === 'shown')
}

/** Fills the clipboard itself when the selection has numbers in the margin, or raised or lowered runs. */
function copyFormed(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection()
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (selection === null || isField || event.clipboardData === null) return
    const copy = element('div', { class: 'text copy', 'aria-hidden': 'true' })
    for (let index = 0; index < selection.rangeCount; index++) copy.append(selection.getRangeAt(index).cloneContents())
    if (copy.querySelector('[data-written], .mark') === null) return
    event.clipboardData.setData('text/html', htmlOf(copy))
    event.clipboardData.setData('text/plain', plainTextOf(copy))
    event.preventDefault()
  })
}

/** Lists keep their own marks; another program would number them again. */
function htmlOf(copy: HTMLElement): string {
  const shown = copy.cloneNode(true) as HTMLElement
  for (const run of shown.querySelectorAll('[data-written]')) run.removeAttribute('data-written')
  for (const list of shown.querySelectorAll('ol')) list.style.listStyle = 'none'
  return shown.innerHTML
}

/** The words in the lines of the page, from an invisible layout of the copy. */
function plainTextOf(copy: HTMLElement): string {
  for (const run of copy.querySelectorAll<HTMLElement>('[data-written]')) {
    if (copy.contains(run)) run.replaceWith(run.dataset.written ?? '')
  }
  for (const button of copy.querySelectorAll('button')) button.remove()
  // Innermost first: `1. a)` may begin one line.
  for (const mark of [...copy.querySelectorAll('.mark')].reverse()) {
    const body = mark.nextElementSibling
    const first = body && (document.createTreeWalker(body, NodeFilter.SHOW_TEXT).nextNode() as Text | null)
    first?.before(`${mark.textContent} `)
    if (first) mark.remove()
  }
  document.body.append(copy)
  const words = copy.innerText
  copy.remove()
  return words
}

/**
 * Copies a text, even if the page has no access to the clipboard (plain HTTP from another machine).
 * @returns true if it was copied
 */
async function copyText(text: string): Promise<boolean> {
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
