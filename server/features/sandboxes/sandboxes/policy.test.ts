import { describe, expect, it } from 'vitest'
import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import { personOf } from '../../../../test/personOf.ts'
import type { Person } from '../../../auth/actor.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import { canMove, transitions } from '../leases/leaseModel.fixture.ts'
import { extensionPending, type SandboxFacts, sandboxActions, sandboxCan } from './policy.ts'
import { describeSandbox, displayStatus } from './states.ts'

const now = new Date('2026-03-10T12:00:00Z')
const timeAt = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const facts = (
  status: SandboxStatus,
  overrides: Partial<SandboxFacts['lease']> = {},
  otherFacts: Partial<SandboxFacts> = {},
): SandboxFacts => ({
  lease: {
    status,
    terms: { thresholds: [{ percent: 100, action: 'freeze' }], maxExtensions: 1, extensionHours: 72, maxBudget: 10_000, reminderHours: [] },
    lease_hours: 48,
    lease_start: timeAt(-24),
    lease_end: timeAt(24),
    extensions_used: 0,
    budget_limit: 5_000,
    spent: 0,
    limit_reached_at: null,
    frozen_at: status === 'frozen' ? now : null,
    freeze_cause: status === 'frozen' ? 'owner' : null,
    delete_requested_at: status === 'deleting' ? now : null,
    delete_cause: status === 'deleting' ? 'owner' : null,
    delete_at: status === 'deleting' ? timeAt(24) : null,
    removing_at: null,
    deleted_at: status === 'deleted' ? now : null,
    ...overrides,
  },
  owners: [{ id: 'owner' }],
  member: false,
  extensionWaits: false,
  now,
  ...otherFacts,
})
const allowed = (actor: Person, of: SandboxFacts) => {
  const can = sandboxCan(actor, of)
  return sandboxActions.filter((item) => can[item] === true)
}

describe('sandboxCan', () => {
  it.each<[SandboxStatus, string[]]>([
    ['queued', ['changeOwners', 'delete', 'seeInside']],
    ['provisioning', ['changeOwners', 'seeInside']],
    ['failed', ['changeOwners', 'delete', 'seeInside']],
    ['active', ['changeOwners', 'manageMembers', 'extend', 'freeze', 'delete', 'seeInside']],
    ['frozen', ['changeOwners', 'manageMembers', 'extend', 'resume', 'delete', 'seeInside']],
    ['deleting', ['undoDeletion', 'seeInside']],
    ['deleted', ['seeInside']],
    ['quarantined', ['seeInside']],
  ])('allows an owner of a sandbox that is %s only the actions of that status', (status, expected) => {
    expect(allowed(personOf('owner'), facts(status))).toEqual(expected)
  })

  it('lets members and auditors read the details, and lets others request access', () => {
    expect(allowed(personOf('member'), facts('active', {}, { member: true }))).toEqual(['seeInside'])
    expect(allowed(personOf('auditor', { auditor: true }), facts('active'))).toEqual(['fetchAccess', 'seeInside'])
    expect(allowed(personOf('stranger'), facts('active'))).toEqual(['fetchAccess'])
  })

  it('allows only administrators to retry, and to resume a sandbox that an administrator froze', () => {
    const frozenFacts = facts('frozen', { freeze_cause: 'admin' })
    expect(sandboxCan(personOf('owner'), frozenFacts).resume).toMatch(/administrator/)
    expect(sandboxCan(personOf('admin', { admin: true }), frozenFacts).resume).toBe(true)
    expect(allowed(personOf('admin', { admin: true }), facts('quarantined'))).toEqual(['seeInside', 'retry'])
  })

  it('lets administrators retry only failed and quarantined sandboxes', () => {
    const retries = (status: SandboxStatus) => sandboxCan(personOf('admin', { admin: true }), facts(status)).retry === true
    const allStatuses: SandboxStatus[] = ['queued', 'provisioning', 'failed', 'active', 'frozen', 'deleting', 'deleted', 'quarantined']
    expect(allStatuses.filter(retries)).toEqual(['failed', 'quarantined'])
  })

  it('lets only administrators resume a sandbox without budget', () => {
    const spent = facts('frozen', { freeze_cause: 'budget', spent: 5_000 })
    expect(sandboxCan(personOf('owner'), spent).resume).toMatch(/budget/)
    expect(sandboxCan(personOf('admin', { admin: true }), spent).resume).toBe(true)
  })

  it('allows one extension at a time, as often as the template allows', () => {
    expect(sandboxCan(personOf('owner'), facts('active', {}, { extensionWaits: true })).extend).toBe(extensionPending)
    expect(sandboxCan(personOf('owner'), facts('active', { extensions_used: 1 })).extend).toMatch(
      /The sandbox has had the maximum number of extensions/,
    )
  })

  it('rejects undoing a deletion after the removal of resources has started', () => {
    expect(sandboxCan(personOf('owner'), facts('deleting', { removing_at: now })).undoDeletion).toMatch(/can’t undo this/)
  })
})

describe('sandbox statuses', () => {
  it('shows an active sandbox as expiring in its last 48 hours, to the second', () => {
    expect(displayStatus({ status: 'active', lease_end: timeAt(48) }, now)).toBe('expiring')
    expect(displayStatus({ status: 'active', lease_end: new Date(timeAt(48).getTime() + 1) }, now)).toBe('active')
    expect(displayStatus({ status: 'frozen', lease_end: timeAt(1) }, now)).toBe('frozen')
    expect(displayStatus({ status: 'queued', lease_end: null }, now)).toBe('queued')
    const ending = describeSandbox({ name: 'till-lab', status: 'active', lease_end: timeAt(1) }, now)
    expect(ending).toContain(sandboxStatusLabels.expiring.toLowerCase())
  })

  it('allows no transition from deleted, and transitions to deleted only after removal or from the queue', () => {
    expect(transitions.deleted).toEqual([])
    const deletableStatuses = (Object.keys(transitions) as SandboxStatus[]).filter((status) => canMove(status, 'deleted'))
    expect(deletableStatuses).toEqual(['queued', 'deleting'])
  })
})
