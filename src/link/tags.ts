/** The tags of HTML and XML. */

export interface Tag {
  /** As it is written, with its prefix. */
  name: string
  /** `[start, end)` */
  start: number
  end: number
  isClosing: boolean
  /** True for `<name/>`. */
  isEmpty: boolean
}

/** Most attributes and characters between them that a tag may have: longer ones are text, which bounds the time. */
const TAG = /<!--|<!\[CDATA\[|<[!?][^<>]*>|<(\/?)([^\s/<>!?"'=][^\s/<>"'=]*)(?:"[^"]*"|'[^']*'|[^<>"']){0,10000}>/g
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' }

/**
 * Yields the tags of a source, without those in comments and CDATA sections. Names of HTML begin with a letter: other tags are
 * not any.
 * @param skip returns the offset at which to go on after a tag, if it is not its end
 */
export function* tagsOf(source: string, skip?: (tag: Tag) => number | undefined): Generator<Tag> {
  const tags = new RegExp(TAG)
  const unclosed = new Set<string>()
  for (let match = tags.exec(source); match !== null; match = tags.exec(source)) {
    const [text, slash, name] = match
    const closing = ENDS[text]
    if (closing !== undefined) {
      const end = unclosed.has(text) ? -1 : source.indexOf(closing, tags.lastIndex)
      if (end < 0) unclosed.add(text)
      else tags.lastIndex = end + closing.length
    }
    if (name === undefined) continue
    const { index: start } = match
    const isClosing = slash === '/'
    const tag = { name, start, end: start + text.length, isClosing, isEmpty: !isClosing && text.endsWith('/>') }
    yield tag
    tags.lastIndex = skip?.(tag) ?? tag.end
  }
}
