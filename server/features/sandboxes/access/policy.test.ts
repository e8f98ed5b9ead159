import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canEndAt, canSeeGrant, type GrantFacts, grantCan, groupCan, latestEnd, type SandboxAccessFacts } from './policy.ts'

const [earlierDate, laterDate, end] = ['2030-01-01', '2030-02-01', '2030-03-01'].map((day) => new Date(day)) as [Date, Date, Date]
const sandbox: SandboxAccessFacts = { status: 'active', end, owners: [{ id: 'x' }, { id: 'owner' }] }
const grant: GrantFacts = {
  personId: 'me',
  own: false,
  status: 'active',
  endsAt: earlierDate,
  openRequest: null,
  asOwner: false,
  groupStatus: 'ready',
  sandbox,
}
const admin = personOf('a', { admin: true })
const noAccess = { member: false, openRequest: null }

describe('a group of a sandbox', () => {
  it.each([
    ['another person', personOf('z'), {}, 'ready', noAccess, [true, false]],
    ['an owner', personOf('owner'), {}, 'ready', noAccess, [true, true]],
    ['an administrator', admin, {}, 'ready', noAccess, [true, true]],
    ['an auditor', personOf('g', { auditor: true }), {}, 'ready', noAccess, [true, false]],
    ['a member', personOf('z'), {}, 'ready', { ...noAccess, member: true }, [false, false]],
    ['a requester', personOf('z'), {}, 'ready', { ...noAccess, openRequest: 'REQ-1' }, [false, false]],
    ...(['queued', 'provisioning', 'failed', 'deleting', 'deleted', 'quarantined'] as const).map(
      (status) => [`an owner of a ${status} sandbox`, personOf('owner'), { status }, 'ready', noAccess, [false, false]] as const,
    ),
    ...(['creating', 'failed', 'deleting', 'deleted'] as const).map(
      (group) => [`an owner of a ${group} group`, personOf('owner'), {}, group, noAccess, [false, false]] as const,
    ),
  ] as const)('decides whether %s can request access and add members', (_title, actor, overrides, group, ownAccess, expected) => {
    const can = groupCan(actor, { ...sandbox, ...overrides } as SandboxAccessFacts, group, ownAccess)
    expect([can.request === true, can.addMembers === true]).toEqual(expected)
  })
})

describe('a sandbox member’s access', () => {
  it.each<[string, ReturnType<typeof personOf>, Partial<GrantFacts>, string[]]>([
    ['the holder', personOf('me'), {}, ['extend', 'changeEnd', 'end']],
    ['an owner', personOf('owner'), {}, ['changeEnd', 'end']],
    ['an administrator', admin, {}, ['changeEnd', 'end']],
    ['another person', personOf('z', { auditor: true }), {}, []],
    ['the holder as owner of the sandbox', personOf('me'), { asOwner: true }, ['extend']],
    ['the holder without an end date', personOf('me'), { endsAt: null }, ['changeEnd', 'end']],
    ['the holder with a pending request', personOf('me'), { openRequest: 'REQ-1' }, ['changeEnd', 'end']],
    ['the holder before the start', personOf('me'), { status: 'granting' as never }, ['changeEnd', 'end']],
    ['the holder in a group being deleted', personOf('me'), { groupStatus: 'deleting' }, ['changeEnd', 'end']],
    ['the holder during the revocation', personOf('me'), { status: 'revoking' }, []],
    ['the holder after the expiry', personOf('me'), { status: 'expired' }, []],
    ['the holder after the revocation', personOf('me'), { status: 'revoked' }, []],
  ])('allows %s only the valid changes of the access', (_title, actor, overrides, expected) => {
    const can = Object.entries(grantCan(actor, { ...grant, ...overrides }))
    expect(can.filter(([, verdict]) => verdict === true).map(([action]) => action)).toEqual(expected)
  })

  it.each([
    ['the holder', personOf('me'), false, true],
    ['a member', personOf('z'), true, true],
    ['an owner', personOf('owner'), false, true],
    ['an administrator', admin, false, true],
    ['an auditor', personOf('g', { auditor: true }), false, true],
    ['another person', personOf('z'), false, false],
  ] as const)('decides whether %s can see the access', (_title, actor, isMember, expected) => {
    expect(canSeeGrant(actor, grant, isMember) === true).toBe(expected)
  })

  it('doesn’t let members set an end date after their current one', () => {
    expect(latestEnd({ own: true, endsAt: earlierDate, sandbox })).toBe(earlierDate)
    expect(latestEnd({ own: true, endsAt: null, sandbox })).toBe(end)
    expect(latestEnd({ own: false, endsAt: earlierDate, sandbox })).toBe(end)
  })

  it.each([
    [personOf('me'), { own: true }, earlierDate, true],
    [personOf('me'), { own: true }, new Date(0), true],
    [personOf('me'), { own: true }, laterDate, false],
    [personOf('me'), { own: true }, null, false],
    [personOf('me'), { own: true, endsAt: null }, laterDate, true],
    [personOf('owner'), {}, laterDate, true],
    [personOf('owner'), {}, null, true],
    [personOf('owner'), { own: true }, null, false],
    [personOf('z'), {}, earlierDate, false],
  ])('decides whether the actor can set the end date (case %#)', (actor, overrides, endDate, expected) => {
    expect(canEndAt(actor, { ...grant, ...overrides }, endDate) === true).toBe(expected)
  })
})
