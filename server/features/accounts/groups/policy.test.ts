import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { accessGroupCan } from './policy.ts'

const account: Parameters<typeof accessGroupCan>[1] = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [{ id: 'owner' }] }
const group = { status: 'ready', requestable: true } as const
const none = { member: false, openRequest: null }

it.each([
  ['owner', {}, {}, none, ['request', 'update', 'delete']],
  ['admin', {}, {}, none, ['request', 'grant', 'update', 'delete']],
  ['stranger', {}, {}, none, ['request']],
  ['stranger', {}, { requestable: false }, none, []],
  ['stranger', {}, {}, { ...none, member: true }, []],
  ['stranger', {}, {}, { ...none, openRequest: 'ACC-1' }, []],
  ['admin', {}, { status: 'creating' }, none, ['update']],
  ['admin', {}, { status: 'failed' }, none, ['update', 'delete']],
  ['admin', {}, { status: 'deleting' }, none, []],
  ['admin', {}, { status: 'deleted' }, none, []],
  ['stranger', { status: 'decommissioning' }, {}, none, []],
] as const)('allows %s what the status of account and group permits, case %#', (who, accountChange, groupChange, own, allowed) => {
  const actor = personOf(who, { admin: who === 'admin' })
  const can = accessGroupCan(actor, { ...account, ...accountChange }, { ...group, ...groupChange }, own)
  expect(Object.entries(can).flatMap(([action, verdict]) => (verdict === true ? [action] : []))).toEqual(allowed)
})
