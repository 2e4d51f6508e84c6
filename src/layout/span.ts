/** A stretch of a norm's text, `[start, end)` in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}
