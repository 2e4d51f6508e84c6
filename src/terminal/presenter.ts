import type { Screen } from './screen.ts'

/** Turns an answer into text for people, without a line feed at its end. */
export type Presenter<Answer> = (answer: Answer, screen: Screen) => string | Promise<string>
