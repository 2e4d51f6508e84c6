/** What the operator should know, on stderr. */

/** Has a service go on though nobody reads what it says any more (`| head -1`). */
export function surviveWithoutReader(): void {
  process.stderr.removeAllListeners('error').on('error', () => undefined)
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
