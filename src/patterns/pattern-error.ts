/** A pattern that cannot be read. */
export class PatternError extends Error {
  /** @param place of the fault in the pattern, in UTF-16 code units; unknown if V8 found it */
  constructor(message: string, place?: number) {
    super(place === undefined ? message : `${message}, at character ${place + 1}`)
  }
}
