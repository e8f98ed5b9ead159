import { expect, it } from 'vitest'
import { parseTypedAction } from './typedAction.ts'

it.each([
  ['approve ACC-2026-0161', { kind: 'decide', decision: 'approve', label: 'Approve', name: 'ACC-2026-0161' }],
  ['Reject request basket-prod', { kind: 'decide', decision: 'reject', label: 'Reject', name: 'basket-prod' }],
  ['request changes to SBX-2026-0007', { kind: 'decide', decision: 'requestChanges', label: 'Request changes to', name: 'SBX-2026-0007' }],
  ['activate contributor in basket-prod', { kind: 'activate', name: 'contributor basket-prod' }],
  ['delete subscription basket-prod', { kind: 'decommission', name: 'basket-prod' }],
  ['delete on-prem-data', { kind: 'decommission', name: 'on-prem-data' }],
  ['close the account for-in-role', { kind: 'decommission', name: 'for-in-role' }],
  ['set password basket-prod', { kind: 'secret', name: 'basket-prod' }],
])('reads %j as an action on a record', (query, action) => expect(parseTypedAction(query)).toEqual(action))

it.each(['approve', 'delete subscription', 'basket-prod', 'approvals', '', 'activated roles'])('reads %j as a search', (query) =>
  expect(parseTypedAction(query)).toBeUndefined(),
)
