/** Makes a value on first use: a command that writes an answer does not need its schema. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
