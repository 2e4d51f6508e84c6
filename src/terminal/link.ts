/** Links that a terminal opens (OSC 8). */
import { type Screen, styled } from './screen.ts'

/**
 * The text as a link, where the screen has links and the address is one of the web; underlined, where it has colours.
 * @param id joins the parts of a link that is broken into lines; none other of the page has it
 */
export function linked(screen: Screen, url: string | undefined, text: string, id: string | number): string {
  const shown = styled(screen, 'reference', text)
  const address = screen.links ? webAddress(url) : undefined
  return address === undefined ? shown : `\x1b]8;id=${id};${address}\x1b\\${shown}\x1b]8;;\x1b\\`
}

/** An http(s) address in printable ASCII: whatever else it holds is percent-encoded, so that it cannot end the sequence. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\/\S/i.test(url)) return undefined
  return url.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}
