/** Settings needed before the first paint, so that nothing flashes or moves: the page waits for this script. */
import { remembered } from './browser.ts'

const { dataset } = document.documentElement
const chosen = remembered('theme')
if (chosen === 'dark' || chosen === 'light') dataset.theme = chosen
// Styles reserve room for the buttons that the other script shows.
dataset.buttons = typeof navigator.share === 'function' ? 'share' : 'copy'
