import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SimilarNames } from '../../../src/citation/laws/similar-names.ts'
import { distancesFrom, editDistance } from '../../../src/util/edit-distance.ts'
import { processorTime } from '../../growth.ts'

describe('similar names', () => {
  it('letters added, left out, exchanged and swapped count one each', () => {
    const cases: [string, string, number][] = [
      ['norm', 'norm', 0],
      ['norms', 'norm', 1],
      ['nrm', 'norm', 1],
      ['nerm', 'norm', 1],
      ['nrom', 'norm', 1],
      ['', 'norm', 4],
      ['buidl', 'build', 1],
    ]
    for (const [a, b, distance] of cases) assert.equal(editDistance(a, b, 9), distance, `${a} ${b}`)
    assert.ok(editDistance('abcdefgh', 'zyxwvuts', 2) > 2)
  })

  it('have the same distance in words of bits', () => {
    let state = 1
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    const text = (length: number) => Array.from({ length }, () => 'abcä𝔞'.charAt(random(6))).join('')
    for (let count = 0; count < 4000; count++) {
      const [a, b, most] = [text(random(40)), text(random(40)), random(9)]
      const [expected, distance] = [editDistance(a, b, 99), distancesFrom(a)(b, most)]
      assert.equal(Math.min(distance, most + 1), Math.min(expected, most + 1), `${a} ${b} ${most}`)
    }
  })

  it('come closest first, larger laws before smaller ones, each once', () => {
    const names = new SimilarNames([
      { name: 'bgb', law: 'bgb', norms: 2500 },
      { name: 'bgg', law: 'bgg', norms: 20 },
      { name: 'bgd2000', law: 'bgd', norms: 5 },
      { name: 'buergerlichesgesetzbuch', law: 'bgb', norms: 2500 },
    ])
    assert.deepEqual(names.find('bgd', 5), ['bgb', 'bgg', 'bgd'])
    assert.deepEqual(names.find('bgd', 1), ['bgb'])
    assert.deepEqual(names.find('x', 5), [])
    assert.deepEqual(names.find('x'.repeat(61), 5), [])
  })

  it('are found as by comparing every name, in a fraction of the time', () => {
    const parts = 'bau wasser luft straßen handel wege steuer arten kraft gewerbe markt forst'.split(' ')
    const part = (number: number) => parts[number % parts.length] as string
    const all = Array.from({ length: 20_000 }, (_, index) => ({
      name: `${part(index)}${part(Math.floor(index / 12))}${part(Math.floor(index / 144))}${index % 7}gesetz`,
      law: index % 5000,
      norms: (index * 7) % 300,
    }))
    const names = new SimilarNames(all)
    for (const wanted of ['bauwaserluft3gesetz', 'wegsteuerforst1gesetz', 'marktmarktmarktverordnung', 'bau']) {
      const most = Math.min(Math.floor(wanted.length * 0.34), 8)
      const compared = all
        .map(({ name, ...rest }) => ({
          ...rest,
          name,
          errors: name.startsWith(wanted) ? most : editDistance(wanted, name, 99),
        }))
        .filter(({ errors }) => errors <= most)
        .sort((a, b) => a.errors - b.errors || b.norms - a.norms || (a.name < b.name ? -1 : 1))
      const expected = [...new Set(compared.map(({ law }) => law))].slice(0, 3)
      assert.deepEqual(names.find(wanted, 3), expected, wanted)
    }
    const time = processorTime(() => {
      for (let number = 0; number < 20; number++) names.find(`wegegeweerbeforst${number}gesetz`, 3)
    })
    assert.ok(time < 400, `20 names took ${Math.round(time)} ms`)
  })
})
