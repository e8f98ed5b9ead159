import { describe, expect, it } from 'vitest'
import { differencesOf, isNews, judge, keyOf, type MemberScan, scanOf } from './compare.ts'
import type { RecordedMember } from './record.ts'

const none: ReadonlySet<string> = new Set()
const recordedMember = (personId: string, change: Partial<RecordedMember> = {}): [string, RecordedMember] => [
  personId,
  { personId, name: `Name of ${personId}`, live: true, active: true, moving: false, mark: 'm1', ...change },
]
const look = (...ids: string[]): MemberScan => scanOf(ids.map((id) => ({ '@odata.type': '#microsoft.graph.user', id, displayName: id })))
const keys = (found: ReadonlyMap<string, unknown>) => [...found.keys()].sort()
const nothing = { appeared: [], stillOpen: [], gone: [], left: [] }

describe('a single read of the directory', () => {
  const record = new Map([
    recordedMember('granted'),
    recordedMember('coming', { active: false, moving: true }),
    recordedMember('planned', { live: false, active: false }),
  ])

  it('finds members without a grant, and grants without a membership', () => {
    expect(keys(differencesOf(look('granted', 'coming'), record, none))).toEqual([])
    expect(keys(differencesOf(look('GRANTED', 'stranger'), record, none))).toEqual(['added stranger'])
    expect(keys(differencesOf(look(), record, none))).toEqual(['removed granted'])
    expect(keys(differencesOf(look('granted', 'planned'), record, none))).toEqual(['added planned'])
    expect(keys(differencesOf(look('granted', 'app'), record, new Set(['app'])))).toEqual([])
    expect(keys(differencesOf('missing', record, none))).toEqual(['groupMissing '])
  })

  it('reports a change in either direction from the known differences', () => {
    const open = [{ key: keyOf('added', 'stranger') }]
    expect(isNews(look('granted'), record, [], none)).toBe(false)
    expect(isNews(look('granted', 'stranger'), record, open, none)).toBe(false)
    expect(isNews(look('granted', 'other'), record, open, none)).toBe(true)
    expect(isNews(look('granted'), record, open, none)).toBe(true)
    expect(isNews(look('granted'), record, [], new Set(['app']))).toBe(true)
  })
})

describe('two reads of the directory', () => {
  const before = new Map([recordedMember('granted')])
  const base = { before, after: before, open: [], known: none }
  const open = (kind: 'added' | 'removed', memberId: string) => ({ id: `d-${memberId}`, key: keyOf(kind, memberId), memberId })

  it('records differences that both reads show', () => {
    const { appeared } = judge({ ...base, first: look('stranger'), second: look('stranger') })
    expect(appeared.map(({ kind, member }) => [kind, member?.id])).toEqual([
      ['added', 'stranger'],
      ['removed', 'granted'],
    ])
  })

  it('records no difference that only one read shows', () => {
    expect(judge({ ...base, first: look(), second: look('granted') })).toEqual(nothing)
    expect(judge({ ...base, first: look('granted'), second: look('granted', 'stranger') })).toEqual(nothing)
    const flapping = { ...base, open: [open('added', 'stranger')] }
    expect(judge({ ...flapping, first: look('granted'), second: look('granted', 'stranger') })).toEqual(nothing)
    expect(judge({ ...base, known: new Set(['app']), first: look('granted'), second: look('granted', 'app') })).toEqual(nothing)
  })

  it('closes differences that neither read shows, and keeps the others', () => {
    const known = { ...base, open: [open('added', 'stranger')] }
    expect(judge({ ...known, first: look('granted'), second: look('granted') }).gone).toEqual(['d-stranger'])
    expect(judge({ ...known, first: look('granted', 'stranger'), second: undefined }).stillOpen).toEqual(['d-stranger'])
    expect(judge({ ...known, first: 'missing', second: 'missing' })).toMatchObject({
      appeared: [{ kind: 'groupMissing' }],
      gone: ['d-stranger'],
    })
    expect(judge({ ...base, known: new Set(['app']), first: look('granted'), second: look('granted') }).left).toEqual(['app'])
  })

  it('skips memberships that Slipway changed during the scan', () => {
    const first = look()
    const moved = { before, after: new Map([recordedMember('granted', { mark: 'm2' })]) }
    expect(judge({ ...base, ...moved, first, second: first })).toEqual(nothing)
    const moving = new Map([recordedMember('granted', { moving: true })])
    expect(judge({ ...base, before: moving, after: moving, first, second: first })).toEqual(nothing)
    const ended = { before, after: new Map() }
    expect(judge({ ...base, ...ended, first: look('granted'), second: look('granted') })).toEqual(nothing)
    const extended = { ...base, before: moving, after: moving, open: [open('removed', 'granted')] }
    expect(judge({ ...extended, first: look('granted'), second: look('granted') })).toEqual(nothing)
  })
})
