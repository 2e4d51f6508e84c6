/** Buttons of a norm: copy its citation or its address, open the official page, number its sentences. */

import { citationWithSource } from '../../citation/citation-text.ts'
import type { Subdivision } from '../../corpus/corpus.ts'
import type { Law, NormAnswer } from '../api.ts'
import { remember, remembered } from '../browser.ts'
import { copyText } from '../copying.ts'
import { announce, button, element, outerLink } from '../dom.ts'
import { beginsWithNumber } from '../text/sentences.ts'

const COPIED_MILLISECONDS = 1500

export function normTools(norm: NormAnswer, law: Law, citation: string): HTMLElement {
  const full = citationWithSource(citation, norm, law)
  return element(
    'div',
    { class: 'tools', role: 'group', 'aria-label': 'This norm' },
    copyButton('Copy citation', citation, { class: 'copy-citation', 'aria-keyshortcuts': 'c' }),
    copyButton('Copy with source', full, {}),
    copyButton('Copy link', () => location.href, {}),
    norm.subdivisions.some(isUnnumbered) && sentenceNumbers(),
    norm.provenance.html_url !== null && outerLink(norm.provenance.html_url, 'Official page'),
  )
}

/** True for a second sentence that the text does not number. */
const isUnnumbered = ({ path, text }: Subdivision) => path.endsWith('satz:2') && !beginsWithNumber(text, '2')

function copyButton(words: string, text: string | (() => string), attributes: Record<string, string>): HTMLElement {
  const title = typeof text === 'string' ? text : undefined
  const made = button(
    { ...attributes, title },
    async () => {
      const copied = await copyText(typeof text === 'string' ? text : text())
      const result = copied ? 'Copied' : 'Not copied'
      announce(result)
      made.textContent = result
      setTimeout(() => {
        made.textContent = words
      }, COPIED_MILLISECONDS)
    },
    words,
  )
  return made
}

/** A switch for the numbers of sentences, stored in the browser. */
function sentenceNumbers(): HTMLElement {
  const root = document.documentElement
  const show = (on: boolean) => {
    root.toggleAttribute('data-sentences', on)
    made.setAttribute('aria-pressed', String(on))
  }
  const made = button(
    { title: 'Numbers the sentences of each paragraph' },
    () => {
      const on = !root.hasAttribute('data-sentences')
      remember('sentences', on ? 'shown' : 'hidden')
      show(on)
    },
    'Sentence numbers',
  )
  show(remembered('sentences') === 'shown')
  return made
}
