/** The value that a function returns; another one if it throws. */
export function tried<Value, Other>(run: () => Value, other: Other): Value | Other {
  try {
    return run()
  } catch {
    return other
  }
}
