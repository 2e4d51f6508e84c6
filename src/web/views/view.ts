/** What the page can show. */
export interface View {
  /** Of the document, in front of the program's name. */
  title: string
  content: Node
  /** Takes the focus when the reader comes here. */
  heading: HTMLElement
  /** Told to those who do not see the page, in place of the title. */
  said?: string
  /** Called once the view is part of the page, unless its place is restored: scrolls to what the address names. */
  scroll?(): void
  /** Called once the view is part of the page. */
  attached?(): void
}
