/**
 * Reads lines as they come. A line feed ends a line, and so does a carriage return in front of one; the end of the text
 * ends the last one.
 * @param longest of a longer line only so many characters are given, that memory has a limit whatever is read
 */
export async function* readLines(source: AsyncIterable<Buffer>, longest: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const chunk of source) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    line = (line + first).slice(0, longest)
    for (const next of others) {
      yield withoutReturn(line)
      line = next.slice(0, longest)
    }
  }
  line += decoder.decode()
  if (line !== '') yield withoutReturn(line)
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
