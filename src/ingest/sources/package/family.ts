/** JSON packages as a source family. What reads them is loaded only for them. */
import type { SourceFamily } from '../../source.ts'
import { PACKAGE_FAMILY } from './finding.ts'
import { packageFolder } from './folder.ts'

export const jsonPackage: SourceFamily = {
  name: PACKAGE_FAMILY,
  form: 'a JSON package: laws.json and norms.json, or manifest.json and laws/<id>.json',
  async recognise({ files }) {
    return packageFolder(files) !== undefined
  },
  async open(input) {
    const { openPackage } = await import('./open-package.ts')
    return openPackage(input)
  },
}
