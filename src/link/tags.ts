/** The tags of HTML and XML. */

export interface Tag {
  /** As written, with its prefix. */
  name: string
  /** `[start, end)` */
  start: number
  end: number
  isClosing: boolean
  /** True for `<name/>`. */
  isEmpty: boolean
}

/** Maximum number of attributes and characters between them; a longer tag is text, which bounds the time. */
const TAG = /<!--|<!\[CDATA\[|<[!?][^<>]*>|<(\/?)([^\s/<>!?"'=][^\s/<>"'=]*)(?:"[^"]*"|'[^']*'|[^<>"']){0,10000}>/g
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' }

/**
 * Yields the tags of a source, except those in comments and CDATA sections. Names of HTML begin with a letter; anything else is
 * not a tag.
 * @param skip returns the offset at which to continue after a tag, if not its end
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
