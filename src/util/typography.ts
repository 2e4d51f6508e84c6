/** Text without typographic variation: soft hyphens, kinds of dashes and quotation marks. For comparison; white space stays. */
export function withoutTypography(text: string): string {
  return text
    .normalize()
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Pi}\p{Pf}\u201a\u201e'`\u00b4"]/gu, '"')
    .replaceAll('\u2026', '...')
}
