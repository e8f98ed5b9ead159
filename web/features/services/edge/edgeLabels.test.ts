import { describe, expect, it } from 'vitest'
import { countWaves, describeCounts, describeHalt, rolloutStatus } from './edgeLabels.ts'
import { rolloutSearch, rolloutStoresQuery, rolloutsQuery } from './edgeSearch.ts'
import type { Counts } from './types.ts'

const counts = (subset: Partial<Counts>): Counts => ({
  total: 0,
  planned: 0,
  queued: 0,
  building: 0,
  ready: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  ...subset,
})

describe('rollout labels', () => {
  it('counts stores by status, and excludes skipped ones from the total', () => {
    const storeCounts = counts({ total: 40, ready: 9, completed: 3, building: 2, failed: 1, skipped: 5, planned: 20 })
    const numbersIn = (subset: Counts) => describeCounts(subset).match(/\d+/g)?.map(Number)
    expect(numbersIn(storeCounts)).toEqual([12, 35, 3, 2, 1, 5])
    expect(numbersIn(counts({ total: 1, ready: 1 }))).toEqual([1, 1])
    expect(numbersIn(counts({ total: 2, skipped: 2 }))).toEqual([2])
    expect(numbersIn(counts({}))).toBeUndefined()
  })

  it('describes the limit, the waves, and failures after the last wave', () => {
    expect(describeHalt({ haltAfterFailures: 1, haltAfterPercent: null })).toMatch(/^1 /)
    expect(describeHalt({ haltAfterFailures: null, haltAfterPercent: 10 })).toMatch(/^10% /)
    expect([countWaves(0, 50), countWaves(50, 50), countWaves(101, 50)]).toEqual([
      { waves: 0, last: 0 },
      { waves: 1, last: 50 },
      { waves: 3, last: 1 },
    ])
    expect(rolloutStatus({ status: 'built', counts: counts({ total: 2, ready: 1, failed: 1 }) }).tone).toBe('warn')
    expect(rolloutStatus({ status: 'built', counts: counts({ total: 2, ready: 2 }) }).tone).toBe('info')
  })
})

describe('the URL of a rollout', () => {
  it('contains only valid filters', () => {
    const search = rolloutSearch({ status: 'planned,queued', region: 'london', wave: '3', q: 'leeds', page: '2', filter: 'x==y' })
    expect(rolloutStoresQuery(search)).toEqual({ page: 2, search: 'leeds', filter: 'status=in=(planned,queued);region==london;wave==3' })
    expect(rolloutStoresQuery(rolloutSearch({ status: 'a);b', region: 'x;y==1', wave: '-1' }))).toEqual({})
    expect(rolloutsQuery({ status: 'halted', page: 1 })).toEqual({ filter: 'status==halted' })
  })
})
