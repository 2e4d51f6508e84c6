/** Makes a value when it is asked for, once: a command that writes an answer needs no schema of it. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
