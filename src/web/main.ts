/** Starts the reader. */

import { startHistory } from './browser-history.ts'
import { startCopying } from './copying.ts'
import { startDayBar } from './day-bar.ts'
import { byId } from './dom.ts'
import { startKeys } from './keys.ts'
import { show } from './reader.ts'
import { fillSearchField, startSearchField } from './search-field.ts'
import { startTheme } from './theme.ts'

startTheme()
startHistory()
startKeys()
startSearchField()
startCopying()
startDayBar()

byId('skip').addEventListener('click', (event) => {
  event.preventDefault()
  byId('main').focus()
})

const showAddress = () => {
  fillSearchField()
  void show()
}
addEventListener('popstate', showAddress)
showAddress()
