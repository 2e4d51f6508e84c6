/** When the wording of a norm was published, with steps to the wordings before and after it. */
import { nameOfNorm } from '../../citation/designation.ts'
import type { NormVersion, VersionSpan } from '../../corpus/corpus.ts'
import { getNormVersions, type NormAnswer, type NormVersionsAnswer } from '../api.ts'
import { element } from '../dom.ts'
import { diffLink, normLink } from '../route.ts'
import { capitalized, counted, readableDate, readableSpan } from '../words.ts'

/** The line below the heading of a norm; `null` if the corpus has no versions. The steps are loaded after the page. */
export function wordingOf(norm: NormAnswer, signal: AbortSignal): HTMLElement | null {
  const { version } = norm
  if (version === undefined) return null
  const line = element('p', {}, sentenceOn(version))
  const box = element('section', { class: 'wording', 'aria-label': 'Versions' }, line)
  // Without an answer the sentence stays, which is true.
  getNormVersions(norm.code, norm.norm, signal).then(
    (answer) => {
      line.replaceChildren(sentenceOn(version, answer.states.first))
      box.append(...steps(norm.code, norm.norm, version, answer))
    },
    () => {},
  )
  return box
}

/** @param first day of the first state: what that has may be older */
function sentenceOn({ observed_from, observed_to, valid_from, valid_to }: VersionSpan, first?: string): string {
  if (valid_from === observed_from) {
    return `This wording: valid ${readableSpan(observed_from, observed_to)}, as the source says.`
  }
  const published = `This wording: published unchanged ${spanOf({ observed_from, observed_to }, first)}.`
  const validity = [
    valid_from && `from ${readableDate(valid_from)}`,
    valid_to && `until ${readableDate(valid_to)}`,
  ].filter(Boolean)
  return validity.length === 0 ? published : `${published} The source says that it applies ${validity.join(' ')}.`
}

function spanOf({ observed_from, observed_to }: Pick<VersionSpan, 'observed_from' | 'observed_to'>, first?: string) {
  return readableSpan(observed_from, observed_to, observed_from === first ? ' (or before)' : '')
}

function steps(code: string, norm: string, { observed_from }: VersionSpan, answer: NormVersionsAnswer): HTMLElement[] {
  const { versions, states } = answer
  const place = versions.findIndex((version) => version.observed_from === observed_from)
  const own = versions[place]
  if (own === undefined) return []
  const [earlier, later] = [versions[place + 1], versions[place - 1]]
  const links: HTMLElement[] = []
  if (earlier !== undefined) links.push(step('earlier', 'Earlier wording', code, norm, earlier, states.last))
  if (earlier !== undefined && own.moved_from === null) {
    links.push(changed('What changed', code, norm, earlier, own))
  }
  if (own.moved_from !== null) {
    const words = `Was ${nameOfNorm({ norm: own.moved_from, label: '' })} before`
    links.push(element('a', { href: diffLink(code, norm, null, observed_from), class: 'what-changed' }, words))
  }
  if (later !== undefined) {
    links.push(step('later', 'Later wording', code, norm, later, states.last))
    if (earlier === undefined && own.moved_from === null) {
      links.push(changed('What changed then', code, norm, own, later))
    }
  }
  const isGone = place === 0 && own.observed_to !== null
  return [
    ...(isGone ? [element('p', {}, 'Later states do not have this norm.')] : []),
    ...(links.length > 0 ? [element('p', { class: 'steps' }, ...links.flatMap((link) => [link, ' ']))] : []),
    ...(versions.length > 2 ? [allVersions(code, norm, answer, own)] : []),
  ]
}

function step(name: string, words: string, code: string, norm: string, version: NormVersion, last: string) {
  const title = readableSpan(version.observed_from, version.observed_to)
  return element('a', { href: versionLink(code, norm, version, last), class: name, title }, words)
}

/** The wording of today is shown as such. */
function versionLink(code: string, norm: string, { observed_from, observed_to }: NormVersion, last: string): string {
  return normLink(code, norm, null, observed_to === null || observed_to === last ? '' : observed_from)
}

function changed(words: string, code: string, norm: string, before: NormVersion, after: NormVersion): HTMLElement {
  const href = diffLink(code, norm, before.observed_from, after.observed_from)
  return element('a', { href, class: 'what-changed' }, words)
}

function allVersions(
  code: string,
  norm: string,
  { versions, states }: NormVersionsAnswer,
  own: NormVersion,
): HTMLElement {
  const rows = versions.map((version, index) => {
    const words = spanOf(version, states.first)
    const before = versions[index + 1]
    return element(
      'li',
      {},
      element(
        'a',
        { href: versionLink(code, norm, version, states.last), 'aria-current': version === own ? 'true' : null },
        capitalized(words),
      ),
      before !== undefined && ' · ',
      before !== undefined && changed('What changed', code, norm, before, version),
      version.status_note && element('span', { class: 'note', lang: 'de' }, version.status_note),
    )
  })
  const summary = element('summary', {}, `All ${counted(versions.length, 'wording')}`)
  const list = element('ol', { role: 'list', reversed: true }, ...rows)
  for (const link of list.querySelectorAll('.what-changed')) link.classList.remove('what-changed')
  return element('details', {}, summary, list)
}
