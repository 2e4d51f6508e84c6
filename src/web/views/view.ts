/** What the page shows, and the button below its lists. */
import { RequestError } from '../api.ts'
import { announce, button } from '../dom.ts'

export interface View {
  /** Title of the document, before the name of the program. */
  title: string
  content: Node
  /** Takes the focus. */
  heading: HTMLElement
  /** Announced to screen readers instead of the title. */
  announcement?: string
  /** Scrolls to what the address names. Called after attaching, unless the scroll position is restored. */
  scroll?(): void
  /** Called after the view is attached to the page. */
  attached?(): void
}

/** The button below a list that shows more of it. */
export class MoreButton {
  /** Hidden at first. */
  readonly element: HTMLButtonElement
  readonly #label: string
  readonly #add: () => Promise<void>
  #pending = 0

  /** @param add requests and shows more, and hides the button at the end of the list */
  constructor(label: string, add: () => Promise<void>) {
    this.#label = label
    this.#add = add
    // A second click would add the same items again.
    const onClick = () => this.#pending === 0 && void this.run()
    this.element = button({ class: 'more', hidden: true }, onClick, label)
  }

  /** Shows more. If that fails, the button says so, and tries again when clicked. */
  async run(): Promise<void> {
    this.#setPending(this.#pending + 1)
    try {
      await this.#add()
      this.element.textContent = this.#label
    } catch (error) {
      if (error instanceof RequestError) this.#fail(error.message)
      // An aborted request means that the reader has left the view.
      else if ((error as Error).name !== 'AbortError') throw error
    } finally {
      this.#setPending(this.#pending - 1)
    }
  }

  #fail(message: string): void {
    this.element.textContent = `${message} Try again`
    this.element.hidden = false
    announce(message)
  }

  #setPending(count: number): void {
    this.#pending = count
    this.element.ariaDisabled = count > 0 ? 'true' : null
  }
}
