/** The theme that the reader has chosen, set before anything is painted: the page waits for this script. */
import { remembered } from './browser.ts'

const chosen = remembered('theme')
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
