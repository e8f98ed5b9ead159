import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { accessGroupCan } from './policy.ts'

const account: Parameters<typeof accessGroupCan>[1] = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [{ id: 'owner' }] }
const group = { status: 'ready', requestable: true } as const
const noAccess = { member: false, openRequest: null }

it.each([
  ['owner', {}, {}, noAccess, ['request', 'update', 'delete']],
  ['admin', {}, {}, noAccess, ['request', 'grant', 'update', 'delete']],
  ['stranger', {}, {}, noAccess, ['request']],
  ['stranger', {}, { requestable: false }, noAccess, []],
  ['stranger', {}, {}, { ...noAccess, member: true }, []],
  ['stranger', {}, {}, { ...noAccess, openRequest: 'ACC-1' }, []],
  ['admin', {}, { status: 'creating' }, noAccess, ['update']],
  ['admin', {}, { status: 'failed' }, noAccess, ['update', 'delete']],
  ['admin', {}, { status: 'deleting' }, noAccess, []],
  ['admin', {}, { status: 'deleted' }, noAccess, []],
  ['stranger', { status: 'decommissioning' }, {}, noAccess, []],
] as const)(
  'allows %s the actions that the status of the account and the group permit (case %#)',
  (personaName, accountChange, groupChange, ownAccess, allowed) => {
    const actor = personOf(personaName, { admin: personaName === 'admin' })
    const can = accessGroupCan(actor, { ...account, ...accountChange }, { ...group, ...groupChange }, ownAccess)
    expect(Object.entries(can).flatMap(([action, verdict]) => (verdict === true ? [action] : []))).toEqual(allowed)
  },
)
