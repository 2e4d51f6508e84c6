/** White space of texts as search shows them. */

/**
 * Runs of blanks that change: several in a row, or one that is neither a space nor a line feed. Blanks are white space
 * (ECMA-262, 12.2 and 12.3) and control characters.
 */
const RUNS =
  /[^!-~\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]{2,}|[^\n -~\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]/g
/** Matches untidy texts, one in ten: with such a run, or a blank at an end. */
const UNTIDY =
  /[^\n -~\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]|[ \n]{2}|^[ \n]|[ \n]$/

/** Replaces runs of white space and control characters by a line feed if they have one, else by a space; none at the ends. */
export function tidyText(text: string): string {
  if (!UNTIDY.test(text)) return text
  return text.replace(RUNS, (blanks) => (blanks.includes('\n') ? '\n' : ' ')).replace(/^[ \n]|[ \n]$/g, '')
}
