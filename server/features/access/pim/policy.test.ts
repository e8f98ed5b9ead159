import { describe, expect, it } from 'vitest'
import type { Person } from '../../../auth/actor.ts'
import { stateVerdict } from '../../accounts/accounts/policy.ts'
import { activationCan, activationProblems, canActivate, canRefresh, openLabels, statusSentences } from './policy.ts'

const account = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [{ id: 'owner' }] } as const
const rules = { maxMinutes: 60, justification: true, ticket: false, mfa: false, approval: false, stages: [] }
const person = (id: string, isAdmin = false): Person => ({
  kind: 'person',
  id,
  displayName: id,
  email: null,
  admin: isAdmin,
  auditor: false,
  credential: '',
})

const decommissionedAccount = { ...account, status: 'decommissioned' } as const

describe('canActivate', () => {
  it.each([
    [account, rules, null, null, true],
    [account, { ...rules, approval: true }, null, null, true],
    [account, rules, {}, null, activationProblems.active],
    [account, rules, null, { status: 'pending_approval' }, openLabels.pending_approval],
    [account, rules, null, { status: 'ended' }, activationProblems.requested],
    [account, undefined, null, null, activationProblems.noRules],
    [decommissionedAccount, rules, null, null, stateVerdict('manageAccess', decommissionedAccount as never)],
  ] as const)('decides whether a role can be activated (case %#)', (place, input, active, open, verdict) => {
    expect(canActivate(place as never, input as never, active, open as never)).toEqual(verdict)
  })
})

describe('activationCan', () => {
  const timeAt = (minutes: number) => new Date(minutes * 60_000)
  const activation = {
    person: { id: 'me' },
    status: 'active',
    startsAt: timeAt(0),
    endsAt: timeAt(60),
    maxMinutes: 120,
    requestedEnd: null,
  } as const
  it('allows the person every action of the status, administrators only to end the role, and others no action', () => {
    expect(activationCan(person('me'), activation)).toEqual({
      extend: true,
      deactivate: true,
      cancel: expect.stringContaining(statusSentences.active),
    })
    expect(activationCan(person('boss', true), activation)).toMatchObject({ extend: activationProblems.notOwn, deactivate: true })
    expect(activationCan(person('owner'), activation)).toMatchObject({
      extend: activationProblems.notOwn,
      deactivate: activationProblems.notAllowed,
      cancel: activationProblems.notAllowed,
    })
  })

  it.each(['pending_approval', 'scheduled'] as const)('lets the person cancel an activation that is %s', (status) => {
    expect(activationCan(person('me'), { ...activation, status }).cancel).toBe(true)
  })

  it('rejects an extension at the maximum time, and during a pending extension', () => {
    expect(activationCan(person('me'), { ...activation, endsAt: timeAt(120) }).extend).toBe(activationProblems.maximum)
    expect(activationCan(person('me'), { ...activation, requestedEnd: new Date() }).extend).toBe(activationProblems.extensionPending)
  })
})

it('lets people with eligible roles or an account refresh their roles', () => {
  expect(canRefresh(person('owner'), account as never, { eligible: false })).toBe(true)
  expect(canRefresh(person('other'), account as never, { eligible: true })).toBe(true)
  expect(canRefresh(person('other'), account as never, { eligible: false })).toBe(activationProblems.notEligible)
})
