import { test } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { withActDesignations } from '../../../src/citation/union/act-designations.ts'
import { findUnionReferences } from '../../../src/citation/union/find-references.ts'
import { assertLinear } from '../../growth.ts'

const PIECES = [
  ...['Article 6 ', 'Article 6(1) and ', '(a)', 'Articles 5 to ', 'Article 5, ', 'point (a) of ', 'points (a) and '],
  ...[
    'first and ',
    'first subparagraph of ',
    'paragraph 1, ',
    'Annex I to ',
    'Annex ',
    'recital (',
    'of the ',
    'de l’',
  ],
  ...[
    'Regulation (EU) 2016/',
    'Regulation (EU) 2016/679 ',
    'Article 6 of Regulation (EU) 2016/679, ',
    'as the case may be ',
  ],
  ...[
    'Article 6 of that Directive ',
    'Article 6 GDPR ',
    'MiFID II ',
    'A-',
    'article 14 bis ',
    'à ',
    'Article 4 of the Treaty ',
  ],
]

for (const piece of PIECES) {
  test(`references take time in proportion to the text: ${JSON.stringify(piece)}`, () => {
    assertLinear((text) => findUnionReferences(`Article 6(1)${text}`, 'en'), piece)
    assertLinear((text) => findUnionReferences(`article 6(1)${text}`, 'fr'), piece)
    assertLinear((text) => withActDesignations(new Tokens(`Article 6(1)${text}`), []), piece)
  })
}
