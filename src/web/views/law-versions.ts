/** The versions of a law, below its metadata. They are requested when the reader opens them. */
import type { LawVersion } from '../../corpus/corpus.ts'
import { getLawVersions, type Law, RequestError } from '../api.ts'
import { element } from '../dom.ts'
import { diffLink, formatRoute, lawLink } from '../route.ts'
import { capitalized, readableSpan, sentence } from '../words.ts'

export function lawVersions({ code }: Law, signal: AbortSignal): HTMLElement {
  const box = element('div', { role: 'status' })
  const details = element('details', { class: 'law-versions' }, element('summary', {}, 'Versions'), box)
  const fill = async () => {
    const { versions, states } = await getLawVersions(code, signal)
    const changes = element(
      'a',
      { href: formatRoute({ view: 'changes', since: '', until: '', law: code }) },
      'All changes',
    )
    const rows = versions.map((version) => versionRow(code, version, version.observed_from === states.first))
    box.replaceChildren(element('ol', { role: 'list', reversed: true }, ...rows), element('p', {}, changes))
  }
  details.addEventListener('toggle', () => {
    if (!details.open || box.childElementCount > 0) return
    fill().catch((error) => {
      if (error instanceof RequestError) box.replaceChildren(element('p', { class: 'quiet' }, sentence(error.message)))
    })
  })
  return details
}

function versionRow(code: string, version: LawVersion, isFirst: boolean): HTMLElement {
  const { observed_from, observed_to, status_note } = version
  const words = readableSpan(observed_from, observed_to, isFirst ? ' (or before)' : '')
  const counts = countsOf(version)
  return element(
    'li',
    {},
    element('a', { href: lawLink(code, observed_to === null ? '' : observed_from) }, capitalized(words)),
    counts && ' · ',
    counts && element('a', { href: diffLink(code, null, null, observed_from) }, counts),
    status_note && element('span', { class: 'note', lang: 'de' }, status_note),
  )
}

/** `2 changed, 1 renumbered`; empty if no norm changed. */
function countsOf({ added, changed, moved, removed }: LawVersion): string {
  const counts: [number, string][] = [
    [added, 'added'],
    [changed, 'changed'],
    [moved, 'renumbered'],
    [removed, 'removed'],
  ]
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ')
}
