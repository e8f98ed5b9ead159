import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canEndAt, canSeeGrant, type GrantFacts, grantCan, groupCan, type HomeFacts, latestEnd } from './policy.ts'

const [sooner, later, end] = ['2030-01-01', '2030-02-01', '2030-03-01'].map((day) => new Date(day)) as [Date, Date, Date]
const sandbox: HomeFacts = { status: 'active', end, owners: [{ id: 'x' }, { id: 'owner' }] }
const grant: GrantFacts = {
  personId: 'me',
  own: false,
  status: 'active',
  endsAt: sooner,
  openRequest: null,
  asOwner: false,
  groupStatus: 'ready',
  sandbox,
}
const admin = personOf('a', { admin: true })
const nothing = { member: false, openRequest: null }

describe('a group of a sandbox', () => {
  it.each([
    ['somebody', personOf('z'), {}, 'ready', nothing, [true, false]],
    ['an owner', personOf('owner'), {}, 'ready', nothing, [true, true]],
    ['an administrator', admin, {}, 'ready', nothing, [true, true]],
    ['an auditor', personOf('g', { auditor: true }), {}, 'ready', nothing, [true, false]],
    ['who is in it', personOf('z'), {}, 'ready', { ...nothing, member: true }, [false, false]],
    ['who has asked', personOf('z'), {}, 'ready', { ...nothing, openRequest: 'REQ-1' }, [false, false]],
    ...(['queued', 'provisioning', 'failed', 'deleting', 'deleted', 'quarantined'] as const).map(
      (status) => [`an owner, ${status}`, personOf('owner'), { status }, 'ready', nothing, [false, false]] as const,
    ),
    ...(['creating', 'failed', 'deleting', 'deleted'] as const).map(
      (group) => [`an owner, group ${group}`, personOf('owner'), {}, group, nothing, [false, false]] as const,
    ),
  ] as const)('%s asks and lets in', (_who, actor, change, group, own, expected) => {
    const can = groupCan(actor, { ...sandbox, ...change } as HomeFacts, group, own)
    expect([can.request === true, can.addMembers === true]).toEqual(expected)
  })
})

describe('a stay', () => {
  it.each<[string, ReturnType<typeof personOf>, Partial<GrantFacts>, string[]]>([
    ['the person', personOf('me'), {}, ['extend', 'changeEnd', 'end']],
    ['an owner', personOf('owner'), {}, ['changeEnd', 'end']],
    ['an administrator', admin, {}, ['changeEnd', 'end']],
    ['somebody else', personOf('z', { auditor: true }), {}, []],
    ['the person, as owner of the sandbox', personOf('me'), { asOwner: true }, ['extend']],
    ['the person, as long as the sandbox', personOf('me'), { endsAt: null }, ['changeEnd', 'end']],
    ['the person, having asked', personOf('me'), { openRequest: 'REQ-1' }, ['changeEnd', 'end']],
    ['the person, before it begins', personOf('me'), { status: 'granting' as never }, ['changeEnd', 'end']],
    ['the person, in a group that goes', personOf('me'), { groupStatus: 'deleting' }, ['changeEnd', 'end']],
    ['the person, when it ends', personOf('me'), { status: 'revoking' }, []],
    ['the person, when it expired', personOf('me'), { status: 'expired' }, []],
    ['the person, when it was taken', personOf('me'), { status: 'revoked' }, []],
  ])('is in the hands of %s as far as that goes', (_who, actor, change, expected) => {
    const can = Object.entries(grantCan(actor, { ...grant, ...change }))
    expect(can.filter(([, verdict]) => verdict === true).map(([action]) => action)).toEqual(expected)
  })

  it.each([
    ['the person', personOf('me'), false, true],
    ['a member', personOf('z'), true, true],
    ['an owner', personOf('owner'), false, true],
    ['an administrator', admin, false, true],
    ['an auditor', personOf('g', { auditor: true }), false, true],
    ['somebody else', personOf('z'), false, false],
  ] as const)('is known to %s', (_who, actor, member, expected) => {
    expect(canSeeGrant(actor, grant, member) === true).toBe(expected)
  })

  it('is never made longer by whoever has it', () => {
    expect(latestEnd({ own: true, endsAt: sooner, sandbox })).toBe(sooner)
    expect(latestEnd({ own: true, endsAt: null, sandbox })).toBe(end)
    expect(latestEnd({ own: false, endsAt: sooner, sandbox })).toBe(end)
  })

  it.each([
    [personOf('me'), { own: true }, sooner, true],
    [personOf('me'), { own: true }, new Date(0), true],
    [personOf('me'), { own: true }, later, false],
    [personOf('me'), { own: true }, null, false],
    [personOf('me'), { own: true, endsAt: null }, later, true],
    [personOf('owner'), {}, later, true],
    [personOf('owner'), {}, null, true],
    [personOf('owner'), { own: true }, null, false],
    [personOf('z'), {}, sooner, false],
  ])('%# may end then', (actor, change, at, expected) => {
    expect(canEndAt(actor, { ...grant, ...change }, at) === true).toBe(expected)
  })
})
