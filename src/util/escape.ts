/** Escapes texts for markup. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for content and attributes of HTML and XML. */
export const escapedXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)

/** Drops the characters that XML forbids. */
export const allowedInXml = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** Escapes the special characters of TeX. */
export const escapedTex = (text: string): string => text.replace(/[\\~^{}$&#%_]/g, (sign) => TEX[sign] ?? `\\${sign}`)
