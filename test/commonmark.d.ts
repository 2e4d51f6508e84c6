/** The part of commonmark that the tests use; it ships without types. */
declare module 'commonmark' {
  export interface Node {
    type: string
    literal: string | null
    /** For a list and its items. */
    listType: 'bullet' | 'ordered' | null
    /** Number of the first item of an ordered list. */
    listStart: number | null
    listDelimiter: 'period' | 'paren' | null
    destination: string | null
    parent: Node | null
    firstChild: Node | null
    next: Node | null
    /** Line and column of the start and the end, from 1. */
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
