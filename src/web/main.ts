/** Improves the pages of the server: nothing here is needed to read. */
import { startContents } from './contents.ts'
import { startCopying } from './copying.ts'
import { startDayBar } from './day-bar.ts'
import { startKeys } from './keys.ts'
import { startLists } from './lists.ts'
import { followOldAddress } from './old-addresses.ts'
import { startPage } from './page.ts'
import { startPreviews } from './previews.ts'
import { startSearchField } from './search-field.ts'
import { startTheme } from './theme.ts'

followOldAddress()
startTheme()
startKeys()
startDayBar()
startCopying()
startSearchField()
startLists()
startPreviews()
startContents()
startPage()
