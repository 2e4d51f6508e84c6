import { openEngine } from '../../src/dataset/open-engine.ts'
import { describeEngine } from './contract.ts'

describeEngine('sqlite', (bundle) => openEngine(bundle))
