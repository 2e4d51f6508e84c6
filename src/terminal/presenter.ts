import type { Screen } from './screen.ts'

/** Turns an answer into text for people, without a line feed at its end. */
export interface Presenter<Answer> {
  (answer: Answer, screen: Screen): string | Promise<string>
  /**
   * True if it takes the answer as it is and cleans what it draws: the layout of a norm needs the line separators within
   * cells, which cleaning turns into line breaks.
   */
  cleans?: boolean
}
