import { describe, expect, it } from 'vitest'
import { differencesOf, evaluateScans, hasNewDifferences, keyOf, type MemberScan, scanOf } from './compare.ts'
import type { RecordedMember } from './record.ts'

const emptySet: ReadonlySet<string> = new Set()
const recordedMember = (personId: string, overrides: Partial<RecordedMember> = {}): [string, RecordedMember] => [
  personId,
  { personId, name: `Name of ${personId}`, live: true, active: true, moving: false, mark: 'm1', ...overrides },
]
const buildScan = (...ids: string[]): MemberScan =>
  scanOf(ids.map((id) => ({ '@odata.type': '#microsoft.graph.user', id, displayName: id })))
const keys = (map: ReadonlyMap<string, unknown>) => [...map.keys()].sort()
const emptyResult = { newDifferences: [], unchanged: [], resolvedIds: [], departedIds: [] }

describe('the first read of the directory', () => {
  const record = new Map([
    recordedMember('granted'),
    recordedMember('coming', { active: false, moving: true }),
    recordedMember('planned', { live: false, active: false }),
  ])

  it('finds members without a grant, and grants without a membership', () => {
    expect(keys(differencesOf(buildScan('granted', 'coming'), record, emptySet))).toEqual([])
    expect(keys(differencesOf(buildScan('GRANTED', 'stranger'), record, emptySet))).toEqual(['added stranger'])
    expect(keys(differencesOf(buildScan(), record, emptySet))).toEqual(['removed granted'])
    expect(keys(differencesOf(buildScan('granted', 'planned'), record, emptySet))).toEqual(['added planned'])
    expect(keys(differencesOf(buildScan('granted', 'app'), record, new Set(['app'])))).toEqual([])
    expect(keys(differencesOf('missing', record, emptySet))).toEqual(['groupMissing '])
  })

  it('detects new differences, and known differences that no longer exist', () => {
    const open = [{ key: keyOf('added', 'stranger') }]
    expect(hasNewDifferences(buildScan('granted'), record, [], emptySet)).toBe(false)
    expect(hasNewDifferences(buildScan('granted', 'stranger'), record, open, emptySet)).toBe(false)
    expect(hasNewDifferences(buildScan('granted', 'other'), record, open, emptySet)).toBe(true)
    expect(hasNewDifferences(buildScan('granted'), record, open, emptySet)).toBe(true)
    expect(hasNewDifferences(buildScan('granted'), record, [], new Set(['app']))).toBe(true)
  })
})

describe('two reads of the directory', () => {
  const membersBefore = new Map([recordedMember('granted')])
  const base = { before: membersBefore, after: membersBefore, open: [], known: emptySet }
  const open = (kind: 'added' | 'removed', memberId: string) => ({ id: `d-${memberId}`, key: keyOf(kind, memberId), memberId })

  it('records differences that both reads show', () => {
    const { newDifferences } = evaluateScans({ ...base, first: buildScan('stranger'), second: buildScan('stranger') })
    expect(newDifferences.map(({ kind, member }) => [kind, member?.id])).toEqual([
      ['added', 'stranger'],
      ['removed', 'granted'],
    ])
  })

  it('doesn’t record a difference that only one read shows', () => {
    expect(evaluateScans({ ...base, first: buildScan(), second: buildScan('granted') })).toEqual(emptyResult)
    expect(evaluateScans({ ...base, first: buildScan('granted'), second: buildScan('granted', 'stranger') })).toEqual(emptyResult)
    const openInput = { ...base, open: [open('added', 'stranger')] }
    expect(evaluateScans({ ...openInput, first: buildScan('granted'), second: buildScan('granted', 'stranger') })).toEqual(emptyResult)
    expect(evaluateScans({ ...base, known: new Set(['app']), first: buildScan('granted'), second: buildScan('granted', 'app') })).toEqual(
      emptyResult,
    )
  })

  it('closes differences that neither read shows, and keeps the others', () => {
    const openInput = { ...base, open: [open('added', 'stranger')] }
    expect(evaluateScans({ ...openInput, first: buildScan('granted'), second: buildScan('granted') }).resolvedIds).toEqual(['d-stranger'])
    expect(evaluateScans({ ...openInput, first: buildScan('granted', 'stranger'), second: undefined }).unchanged).toEqual(['d-stranger'])
    expect(evaluateScans({ ...openInput, first: 'missing', second: 'missing' })).toMatchObject({
      newDifferences: [{ kind: 'groupMissing' }],
      resolvedIds: ['d-stranger'],
    })
    expect(
      evaluateScans({ ...base, known: new Set(['app']), first: buildScan('granted'), second: buildScan('granted') }).departedIds,
    ).toEqual(['app'])
  })

  it('skips memberships that Slipway changed during the scan', () => {
    const firstScan = buildScan()
    const movedMembers = { before: membersBefore, after: new Map([recordedMember('granted', { mark: 'm2' })]) }
    expect(evaluateScans({ ...base, ...movedMembers, first: firstScan, second: firstScan })).toEqual(emptyResult)
    const movingByKey = new Map([recordedMember('granted', { moving: true })])
    expect(evaluateScans({ ...base, before: movingByKey, after: movingByKey, first: firstScan, second: firstScan })).toEqual(emptyResult)
    const endedMembers = { before: membersBefore, after: new Map() }
    expect(evaluateScans({ ...base, ...endedMembers, first: buildScan('granted'), second: buildScan('granted') })).toEqual(emptyResult)
    const openInput = { ...base, before: movingByKey, after: movingByKey, open: [open('removed', 'granted')] }
    expect(evaluateScans({ ...openInput, first: buildScan('granted'), second: buildScan('granted') })).toEqual(emptyResult)
  })
})
