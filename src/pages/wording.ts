/** When the wording of a norm was published, with steps to the wordings before and after it. */
import { nameOfNorm } from '../citation/designation.ts'
import type { NormVersion, VersionSpan } from '../corpus/corpus.ts'
import { counted } from '../texts/readable.ts'
import { t } from '../texts/texts.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import { capitalized, readableDate, readableSpan } from './words.ts'

/** An answer of the operation `normVersions`. */
export interface NormVersions {
  versions: readonly NormVersion[]
  states: { first: string; last: string }
}

/** The lines below the heading of a norm; `null` if the corpus has no versions. */
export function wordingLines(
  { code, norm, version }: { code: string; norm: string; version?: VersionSpan | undefined },
  answer: NormVersions | undefined,
  links: Links,
): Markup | null {
  if (version === undefined) return null
  const line = element('p', {}, sentenceOn(version, answer?.states.first))
  const steps = answer === undefined ? [] : stepsOf(code, norm, version, answer, links)
  return element('section', { class: 'wording', 'aria-label': t`Versions` }, line, steps)
}

/** @param first day of the first state: what that has may be older */
function sentenceOn({ observed_from, observed_to, valid_from, valid_to }: VersionSpan, first?: string): string {
  if (valid_from === observed_from) {
    return t`This wording: valid ${readableSpan(observed_from, observed_to)}, as the source says.`
  }
  const published = t`This wording: published unchanged ${readableSpan(observed_from, observed_to, observed_from === first)}.`
  const validity = [
    valid_from && t`from ${readableDate(valid_from)}`,
    valid_to && t`until ${readableDate(valid_to)}`,
  ].filter(Boolean)
  return validity.length === 0 ? published : t`${published} The source says that it applies ${validity.join(' ')}.`
}

function stepsOf(code: string, norm: string, { observed_from }: VersionSpan, answer: NormVersions, links: Links) {
  const { versions, states } = answer
  const place = versions.findIndex((version) => version.observed_from === observed_from)
  const own = versions[place]
  if (own === undefined) return []
  const [earlier, later] = [versions[place + 1], versions[place - 1]]
  const changed = (words: string, before: NormVersion, after: NormVersion, name: string | null = 'what-changed') => {
    const href = links.difference(code, norm, { from: before.observed_from, to: after.observed_from })
    return element('a', { href, class: name }, words)
  }
  const shown: Markup[] = []
  if (earlier !== undefined) {
    shown.push(step('earlier', t`Earlier wording`, versionLink(earlier), earlier))
    if (own.moved_from === null) shown.push(changed(t`What changed`, earlier, own))
  }
  if (own.moved_from !== null) {
    const words = t`Was ${nameOfNorm({ norm: own.moved_from, label: '' })} before`
    const href = links.difference(code, norm, { to: observed_from })
    shown.push(element('a', { href, class: 'what-changed' }, words))
  }
  if (later !== undefined) {
    shown.push(step('later', t`Later wording`, versionLink(later), later))
    if (earlier === undefined && own.moved_from === null) shown.push(changed(t`What changed then`, own, later))
  }
  const rows = versions.map((version, index) => {
    const words = capitalized(readableSpan(version.observed_from, version.observed_to, isFirst(version)))
    const before = versions[index + 1]
    const current = version === own ? 'true' : null
    return element(
      'li',
      {},
      element('a', { href: versionLink(version), 'aria-current': current }, words),
      before !== undefined && [' · ', changed(t`What changed`, before, version, null)],
      version.status_note && element('span', { class: 'note', lang: 'de' }, version.status_note),
    )
  })
  const isGone = place === 0 && own.observed_to !== null
  return [
    isGone && element('p', {}, t`Later states do not have this norm.`),
    shown.length > 0 && element('p', { class: 'steps' }, ...shown.flatMap((link) => [link, ' '])),
    versions.length > 2 &&
      element(
        'details',
        {},
        element('summary', {}, t`All ${counted(versions.length, 'wording')}`),
        element('ol', { role: 'list', reversed: true }, ...rows),
      ),
  ]

  function isFirst({ observed_from: day }: NormVersion): boolean {
    return day === states.first
  }
  /** The wording of today is shown as such. */
  function versionLink({ observed_from: day, observed_to: until }: NormVersion): string {
    return links.norm(code, norm, null, until === null || until === states.last ? '' : day)
  }
}

function step(name: string, words: string, href: string, { observed_from, observed_to }: NormVersion): Markup {
  return element('a', { href, class: name, title: readableSpan(observed_from, observed_to) }, words)
}
