/** The links of a text: its right citations with the addresses of their norms. */
import type { Corpus } from '../model/corpus.ts'
import type { TextFormat } from '../read-text/format.ts'
import { checkText, type Finding } from '../resolve/check-text.ts'
import { addressesOn, isNumberOf, type Site } from './targets.ts'

export interface LinkOptions {
  /** The target site of links. Default: the official one. */
  to?: Site | undefined
  /** Address of the server, for links to `self`. */
  base?: string | undefined
  /** True to add the citation and the heading of the norm as the title of the link. */
  title?: boolean | undefined
}

/** A stretch of a text, and its target. Offsets are UTF-16 code units of the source. */
export interface Link extends Pick<Finding, 'code' | 'norm' | 'subdivision' | 'line' | 'column'> {
  text: string
  start: number
  end: number
  address: string
  title: string | null
}

/** The result for the citations of a text. */
export interface LinkedCitations {
  /** In the order of the text; a range has two. */
  links: Link[]
  /** Number of citations that are links, or within code and the like, and stay unchanged. */
  kept: number
  /** Number of right citations without an address on the site. */
  without_address: number
  /** Citations that are not right, which are not linked. */
  not_right: Pick<Finding, 'text' | 'class' | 'status' | 'line' | 'column' | 'message'>[]
}

/** Finds the citations of a text, and the addresses of the right ones. */
export async function findLinks(
  corpus: Corpus,
  source: string,
  format: TextFormat,
  { to = 'official', base, title = false }: LinkOptions,
): Promise<LinkedCitations> {
  const { findings } = await checkText(corpus, source, { format })
  const addressOf = addressesOn(corpus, to, base)
  const found: LinkedCitations = { links: [], kept: 0, without_address: 0, not_right: [] }
  // Citations of a range, or of several parts of a norm, share their words.
  for (const group of Map.groupBy(findings, ({ start, end }) => `${start}-${end}`).values()) {
    for (const { class: verdict, text, status, line, column, message } of group)
      if (verdict !== 'right') found.not_right.push({ text, class: verdict, status, line, column, message })
    for (const { finding, text, start, end } of linkedParts(group, source)) {
      const address = await addressOf(finding)
      if (address === undefined) {
        found.without_address++
        continue
      }
      const { code, norm, subdivision, line, column } = finding
      found.links.push({
        ...{ text, start, end, address, code, norm, subdivision, line, column },
        title: title ? titleOf(finding) : null,
      })
    }
  }
  return found
}

const titleOf = ({ cite_as, abbreviation, heading }: Finding) =>
  [cite_as ?? abbreviation, heading && `(${heading})`].filter(Boolean).join(' ')

/** The bounds of a range, in any of the formats: `§§ 7 bis 9 BGB`, `\S\S~7--9 BGB`. */
const RANGE =
  /^(\D*(\d+(?:\s?[a-z]\b)?))((?:\s|~|&nbsp;)*(?:\bbis\b|-{1,3}|[–—]|&[nm]dash;)(?:\s|~|&nbsp;)*(?:§|Art\.?(?:\s|~)*)?(?:\s|~|&nbsp;)*)(\d+(?:\s?[a-z]\b)?)/

interface Part {
  finding: Finding
  /** Its words, without markup unless they are a bound of a range. */
  text: string
  start: number
  end: number
}

/** The words of right citations that become links: both bounds of a range, else the whole. */
function linkedParts(group: readonly Finding[], source: string): Part[] {
  const [first] = group as [Finding]
  const { start, end } = first
  const isRange = new Set(group.map(({ norm }) => norm)).size > 1
  const [, from = '', fromNumber = '', gap = '', toNumber = ''] =
    (isRange && RANGE.exec(source.slice(start, end))) || []
  if (toNumber === '')
    return group.every((each) => each.class === 'right') ? [{ finding: first, text: first.text, start, end }] : []
  const bound = (number: string, from: number, to: number): Part[] => {
    const finding = group.find(({ norm }) => isNumberOf(number, norm))
    return finding?.class === 'right' ? [{ finding, text: source.slice(from, to), start: from, end: to }] : []
  }
  return [...bound(fromNumber, start, start + from.length), ...bound(toNumber, start + from.length + gap.length, end)]
}
