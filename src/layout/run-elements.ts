import type { TextSpanKind } from '../corpus/norm-text.ts'

/** The elements of HTML that runs of a text are, in pages and in Markdown alike. */
export const RUN_ELEMENTS = {
  raised: 'sup',
  sentence: 'sup',
  lowered: 'sub',
  bold: 'b',
  italic: 'i',
  underlined: 'u',
  small: 'small',
  spaced: 'em',
} as const satisfies Record<TextSpanKind, string>
