/** The result of a function; another value if it throws. */
export function tried<Value, Other>(run: () => Value, other: Other): Value | Other {
  try {
    return run()
  } catch {
    return other
  }
}
