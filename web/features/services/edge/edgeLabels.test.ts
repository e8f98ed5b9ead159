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
    expect(describeCounts(storeCounts)).toBe('12 of 35 stores built, 3 completed, 2 building, 1 failed, 5 skipped')
    expect(describeCounts(counts({ total: 1, ready: 1 }))).toBe('1 of 1 store built')
    expect(describeCounts(counts({ total: 2, skipped: 2 }))).toBe('2 stores skipped')
    expect(describeCounts(counts({}))).toBe('no stores')
  })

  it('describes the limit, the waves, and failures after the last wave', () => {
    expect(describeHalt({ haltAfterFailures: 1, haltAfterPercent: null })).toBe('1 failed store in one wave')
    expect(describeHalt({ haltAfterFailures: null, haltAfterPercent: 10 })).toBe('10% failed stores in one wave')
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
