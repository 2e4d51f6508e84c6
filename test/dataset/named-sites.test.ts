import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NamedSites, namedSites } from '../../src/dataset/build-corpus.ts'

const settings = {
  sourceUrl: 'https://gii.example',
  cellarUrl: 'https://cellar.example',
  neurisUrl: 'https://neuris.example',
}

test('the sites that flags name', () => {
  const cases: [NamedSites, unknown[]][] = [
    [{ from: ['laws'] }, []],
    [{ from: ['laws', 'https://mirror.example//'] }, [{ source: 'gii', url: 'https://mirror.example' }]],
    [{ sources: ['gii'] }, [{ source: 'gii', url: 'https://gii.example' }]],
    [
      { sources: ['eurlex', 'gii', 'eurlex'] },
      [
        { source: 'eurlex', url: 'https://cellar.example' },
        { source: 'gii', url: 'https://gii.example' },
      ],
    ],
    [
      { sources: ['eurlex'], celex: ['32016r0679, 12016E/TXT', '31990X0001(01)'], language: 'EN,de' },
      [
        {
          source: 'eurlex',
          url: 'https://cellar.example',
          acts: ['32016R0679', '12016E/TXT', '31990X0001(01)'],
          languages: ['en', 'de'],
        },
      ],
    ],
  ]
  for (const [flags, sites] of cases) assert.deepEqual(namedSites({ settings, ...flags }), sites)
})

test('what names no site, and why', () => {
  const cases: [NamedSites, RegExp][] = [
    [{ sources: ['cellar'] }, /--source "cellar" is not a source: expected gii, eurlex or neuris/],
    [{ sources: ['toString'] }, /is not a source/],
    [{ sources: ['gii'], from: ['https://mirror.example'] }, /two sites of federal law: .*mirror.* and .*gii/],
    [{ from: ['laws'], celex: ['32016R0679'] }, /--celex names acts to fetch: it needs --source eurlex/],
    [
      { sources: ['eurlex'], celex: ['DSGVO'] },
      /"DSGVO" is not a CELEX number of an act: expected that of an act, 32016R0679/,
    ],
    [{ sources: ['eurlex'], celex: ['02016R0679-20160504'] }, /of a consolidation; name the act, 32016R0679, whose/],
    [{ sources: ['eurlex'], celex: ['32016R0679,'] }, /--celex "" is not a CELEX number/],
    [{ sources: ['eurlex'], language: 'german' }, /not a list of languages/],
  ]
  for (const [flags, message] of cases) {
    assert.throws(() => namedSites({ settings, ...flags }), { kind: 'invalid_input', message })
  }
})
