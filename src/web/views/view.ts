import { RequestError } from '../api.ts'
import { announce, button } from '../dom.ts'

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

/*FILEDOC The button below a list that shows more of it. */

export class MoreButton {
  /** Hidden at first. */
  readonly element: HTMLButtonElement
  readonly #label: string
  readonly #add: () => Promise<void>
  #underWay = 0

  /** @param add asks for more, shows it, and hides the button where there is nothing more */
  constructor(label: string, add: () => Promise<void>) {
    this.#label = label
    this.#add = add
    // A second click would show the same again.
    const onClick = () => this.#underWay === 0 && void this.run()
    this.element = button({ class: 'more', hidden: true }, onClick, label)
  }

  /** Shows more. Where there is no answer, the button says so, and tries again. */
  async run(): Promise<void> {
    this.#setUnderWay(this.#underWay + 1)
    try {
      await this.#add()
      this.element.textContent = this.#label
    } catch (error) {
      if (error instanceof RequestError) this.#fail(error.message)
      // The reader has gone on to something else.
      else if ((error as Error).name !== 'AbortError') throw error
    } finally {
      this.#setUnderWay(this.#underWay - 1)
    }
  }

  #fail(message: string): void {
    this.element.textContent = `${message} Try again`
    this.element.hidden = false
    announce(message)
  }

  #setUnderWay(count: number): void {
    this.#underWay = count
    this.element.ariaDisabled = count > 0 ? 'true' : null
  }
}
