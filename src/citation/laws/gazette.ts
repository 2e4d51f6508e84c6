/** References to gazettes in which laws were published, as names by which laws are found. */

/** Gazette, year, part of the gazette, number of the issue, first page, in the customary orders. */
const PLACE =
  /^\s*(?<name>e?BAnz|[BR]GBl|GBl\.? DDR|BStBl|VkBl|WiGBl|GVBl)\.?[\s,]*(?:(?<y1>\d{4})[\s,]*(?:Teil\s*)?(?<p1>I{1,3}\b)?|(?:Teil\s*)?(?<p2>I{1,3}\b)?[\s,]*(?<y2>\d{4}))[\s,]*(?:Nr\.?\s*(?<number>\d+))?[\s,]*(?:S(?:eite|\.)?\s*)?(?<page>\d+)?/i
const REPUBLISHED = /Bek\. v\. \d+\.\d+\.(\d{4})(?:; (\d{4}))? (I{1,2}) ((?:Nr\. )?\d+)/g

/**
 * Returns the forms of a gazette reference among the searched names: with the page, and with the number; with neither, the year
 * alone. Empty if the text is not a gazette reference: `BGBl. I 2002 S. 42` is `bgbli2002/42/`.
 */
export function gazettePlaces(text: string): string[] {
  const { name, y1, p1, p2, y2, number, page } = PLACE.exec(text)?.groups ?? {}
  if (name === undefined) return []
  const year = `${name.replace(/[. ]/g, '')}${p1 ?? p2 ?? ''}${y1 ?? y2}/`.toLowerCase()
  const ends = [page && `${page}/`, number && `nr${number}/`].filter((end) => end !== undefined)
  return ends.length === 0 ? [year] : ends.map((end) => year + end)
}

/** Returns the gazette references of republications in a note of the source. */
export const republished = (note: string): string[] =>
  [...note.matchAll(REPUBLISHED)].map(([, year, later, part, page]) => `BGBl ${part} ${later ?? year}, ${page}`)
