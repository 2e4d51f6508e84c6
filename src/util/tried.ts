/** What a function returns; something else if it throws. */
export function tried<Value, Other>(run: () => Value, other: Other): Value | Other {
  try {
    return run()
  } catch {
    return other
  }
}
