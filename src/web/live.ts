/** Tells those who do not see the page what has changed on it. */
import { byId } from './dom.ts'

export function announce(text: string): void {
  byId('live').textContent = text
}
