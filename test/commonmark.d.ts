/** What the tests use of commonmark, which has no types of its own. */
declare module 'commonmark' {
  export interface Node {
    type: string
    literal: string | null
    /** Of a list and its items. */
    listType: 'bullet' | 'ordered' | null
    /** The number of the first item of an ordered list. */
    listStart: number | null
    listDelimiter: 'period' | 'paren' | null
    destination: string | null
    parent: Node | null
    firstChild: Node | null
    next: Node | null
    /** Lines and columns of its beginning and its end, from 1. */
    sourcepos: [[number, number], [number, number]]
    walker(): { next(): { entering: boolean; node: Node } | null }
  }
  export class Parser {
    parse(text: string): Node
  }
  export class HtmlRenderer {
    constructor(options?: { safe?: boolean })
    render(node: Node): string
  }
}
