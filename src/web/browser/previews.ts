/** Shows the first lines of a referenced norm while the pointer or the focus is on the link. */
import { readPagePath } from '../../citation/page-address.ts'
import type { Norm } from '../../model/corpus.ts'
import { cached } from '../../util/cached.ts'
import { element, root } from './dom.ts'

type Previewed = Pick<Norm, 'label' | 'heading' | 'abbreviation' | 'language' | 'text' | 'selection'>

/** Pause after which a preview is shown, in milliseconds. */
const PAUSE = 250
/** Maximum characters of the wording. */
const LONGEST = 400

export function startPreviews(): void {
  const main = document.getElementById('main')
  if (main === null) return
  const known = new Map<string, Promise<Previewed | undefined>>()
  const box = element('div', { id: 'preview', class: 'preview', role: 'tooltip', hidden: true })
  document.body.append(box)
  let timer = 0
  let shown: HTMLAnchorElement | undefined
  const hide = () => {
    clearTimeout(timer)
    box.hidden = true
    shown?.removeAttribute('aria-describedby')
    shown = undefined
  }
  const show = async (link: HTMLAnchorElement) => {
    hide()
    shown = link
    const norm = await cached(known, link.href, () => ask(link.href))
    if (norm === undefined || shown !== link) return
    box.replaceChildren(...contentOf(norm))
    box.hidden = false
    link.setAttribute('aria-describedby', 'preview')
    link.removeAttribute('title')
    place(box, link)
  }
  const begin = (event: Event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.text a.reference, .linked a, .turn a')
    if (link === null || link === shown) return
    clearTimeout(timer)
    timer = window.setTimeout(() => void show(link), PAUSE)
  }
  main.addEventListener('pointerover', (event) => {
    if ((event as PointerEvent).pointerType === 'mouse') begin(event)
  })
  main.addEventListener('pointerout', (event) => {
    const to = (event as PointerEvent).relatedTarget
    if (!(to instanceof Node) || !box.contains(to)) hide()
  })
  box.addEventListener('pointerleave', hide)
  main.addEventListener('focusin', begin)
  main.addEventListener('focusout', hide)
  addEventListener('scroll', hide, { passive: true })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide()
  })
}

/** @param href address of a page of a norm */
async function ask(href: string): Promise<Previewed | undefined> {
  const { pathname, searchParams } = new URL(href)
  const { code, norms: [norm = ''] = [] } = readPagePath(pathname.slice(root().pathname.length - 1)) ?? {}
  const url = new URL(`laws/${encodeURIComponent(code ?? '')}/norms/${encodeURIComponent(norm)}`, root())
  for (const name of ['as_of', 'in_force_on']) {
    const day = searchParams.get(name)
    if (day !== null) url.searchParams.set(name, day)
  }
  try {
    const response = await fetch(url)
    return response.ok ? ((await response.json()) as Previewed) : undefined
  } catch {
    return undefined
  }
}

function contentOf({ label, heading, abbreviation, language, text, selection }: Previewed): HTMLElement[] {
  const wording = (selection?.text ?? text).replace(/\s+/g, ' ').trim()
  const cut = wording.length > LONGEST ? `${wording.slice(0, wording.lastIndexOf(' ', LONGEST))} …` : wording
  const title = [label, abbreviation, heading].filter(Boolean).join(' ')
  return [element('strong', { lang: language }, title), element('p', { lang: language }, cut)]
}

/** Places the box below the link, or above it if there is more room. */
function place(box: HTMLElement, link: HTMLElement): void {
  const at = link.getClientRects()[0] ?? link.getBoundingClientRect()
  const left = Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8))
  const isAbove = at.bottom + box.offsetHeight > innerHeight && at.top > box.offsetHeight
  box.style.left = `${left + scrollX}px`
  box.style.top = `${(isAbove ? at.top - box.offsetHeight - 4 : at.bottom + 4) + scrollY}px`
}
