import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { run } from './program.ts'

const STARTER = { DATASET_PATH: 'starter' }
const GERMAN = { ...STARTER, LC_ALL: 'de_DE.UTF-8' }
const outputOf = async (settings: Record<string, string>, ...words: string[]) => (await run(words, settings)).stdout

describe('the language of the command line', () => {
  test('follows the locale: pages', async () => {
    const page = await outputOf(GERMAN, 'norm', 'msgb', '14')
    assert.match(page, /^Gesetz +Möwensunder Stadtgesetzbuch$/m)
    assert.match(page, /^Status +Stand: 29\.02\.2024$/m)
    assert.match(page, /^Nächste +§ 15 /m)
    assert.match(
      await outputOf({ ...STARTER, LANG: 'de_AT.UTF-8' }, 'laws'),
      /Kürzel|Normen, geändert \d\d\.\d\d\.\d{4}/,
    )
    assert.match(await outputOf({ ...STARTER, LANG: 'fr_FR.UTF-8' }, 'norm', 'msgb', '14'), /^Law +/m)
  })

  test('follows the locale: help, errors and notes', async () => {
    assert.match(await outputOf(GERMAN, 'norm', '--help'), /^BEISPIELE$/m)
    assert.match(await outputOf(GERMAN, '--help'), /^BEFEHLE$/m)
    const wrong = await run(['norm', 'msgb', '999'], GERMAN)
    assert.equal(wrong.code, 3)
    assert.match(wrong.stderr, /^Fehler: das MSGB enthält keinen § 999/)
    const mistyped = await run(['norm', '--lagn', 'x'], GERMAN)
    assert.equal(mistyped.code, 2)
    assert.match(mistyped.stderr, /^Fehler: /)
  })

  test('a message is German in all its parts', async () => {
    const cases = [
      [['norm', 'Art. 6 EMRK'], /: EMRK ist ein völkerrechtlicher Vertrag \(Europäische/],
      [
        ['norm', '§ 1 BauO NRW'],
        /^Fehler: der Beispieldatensatz enthält kein solches Gesetz: BauO NRW ist Landesrecht/,
      ],
      [
        ['norm', 'Art. 101 AEUV'],
        /^Fehler: AEUV ist Recht der Europäischen Union [^;]*; der Beispieldatensatz enthält es nicht/,
      ],
      [['norm', '§§ 1-900 MSGB'], /: das MSGB enthält keinen § 900, mit dem der Bereich endet/],
      [['norm', '§ 14 Abs. 1 Satz 99 MSGB'], /^Fehler: § 14 Abs\. 1 MSGB enthält nur Satz 1/],
      [['cite', '§§ 14 ff. MSGB'], /hier steht nur ihre erste Norm/],
      [['cite', '§ 14 MSGB a. F.'], /der Text nennt eine Fassung \(a\. F\.\)/],
      [['laws', '--initial', 'zz'], /^Fehler: --initial: muss ein Buchstabe sein oder # für alles andere/],
      [
        ['corpus', 'build', '--from', process.execPath, '--out', '/nowhere.ltb'],
        /lässt sich kein Bundle erstellen: weder/,
      ],
    ] as const
    for (const [words, german] of cases) {
      const { stdout, stderr } = await run([...words], { ...GERMAN, COLUMNS: '300' })
      assert.match(stderr + stdout, german)
    }
  })

  test('--lang wins over the locale, also on a line that cannot be parsed', async () => {
    for (const lang of [['--lang', 'en'], ['--lang=en']]) {
      assert.match(await outputOf(GERMAN, 'norm', 'msgb', '14', ...lang), /^Law +Möwensunder/m)
    }
    assert.match(await outputOf(STARTER, 'norm', 'msgb', '14', '--lang', 'de'), /^Gesetz +Möwensunder/m)
    assert.match(await outputOf(STARTER, '--help', '--lang', 'de'), /^BEFEHLE$/m)
    assert.match((await run(['norm', '--lang', 'de', '--nosuch'], STARTER)).stderr, /^Fehler: /)
    const wrong = await run(['norm', 'msgb', '14', '--lang', 'fr'], STARTER)
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /Error: --lang must be en or de, not "fr"/)
  })

  test('JSON, lines for programs and exit codes are the same in any locale', async () => {
    for (const words of [
      ['norm', 'msgb', '14', '--json'],
      ['norm', 'msgb', '999', '--json'],
      ['search', 'Hafen', '--format', 'ndjson'],
      ['laws', '--format', 'csv'],
      ['cite', '§ 99 MSGB', '--json'],
      ['corpus', 'export', 'msverf'],
      ['openapi'],
    ]) {
      const [german, english] = [await run(words, GERMAN), await run(words, STARTER)]
      assert.deepEqual([german.stdout, german.code], [english.stdout, english.code], words.join(' '))
    }
  })

  test('the texts of the law are the same', async () => {
    const wording = (page: string) => page.slice(page.indexOf('(1)'), page.indexOf('\n\n', page.indexOf('(2)')))
    const [german, english] = [
      await outputOf(GERMAN, 'norm', 'msgb', '14'),
      await outputOf(STARTER, 'norm', 'msgb', '14'),
    ]
    assert(wording(english).length > 500)
    assert.equal(wording(german), wording(english))
  })

  test('completion explains in the language', async () => {
    const meaning = async (settings: Record<string, string>) =>
      (await run(['__complete', '--', 'norm', '--'], settings)).stdout
        .split('\n')
        .find((line) => line.startsWith('--json'))
    assert.match((await meaning(STARTER)) ?? '', /Write the answer/)
    assert.doesNotMatch((await meaning(GERMAN)) ?? '', /Write the answer/)
  })
})
