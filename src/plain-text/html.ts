/** The text of an HTML document. */
import { HtmlMarkup } from './html-markup.ts'
import { type PlainText, PlainTextBuilder } from './plain-text.ts'

const LINE_BREAK = /[\r\n\u2028\u2029]/

/** Takes the markup away. Line breaks of the source are spaces, as in a browser; block elements end lines. */
export function plainTextOfHtml(source: string): PlainText {
  const out = new PlainTextBuilder(source)
  const markup = new HtmlMarkup(source, out)
  // Parts must be put in their order, and markup puts its own: so what stands in front of it is kept first.
  const special = /[<&\r\n\u2028\u2029]/g
  let kept = 0
  for (let match = special.exec(source); match !== null; match = special.exec(source)) {
    const at = match.index
    out.keep(kept, at)
    kept = at
    if (LINE_BREAK.test(match[0])) {
      out.put(' ', at, at + 1)
      kept = at + 1
    } else {
      kept = markup.read(at)
    }
    special.lastIndex = Math.max(kept, at + 1)
  }
  out.keep(kept, source.length)
  return out
}
