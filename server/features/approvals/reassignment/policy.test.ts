import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canReassign, canRevokeReassignment } from './policy.ts'

it('lets the sender and the receiver end a reassignment', () => {
  const reassignment = { person_id: 'sender', receiver_id: 'receiver' }
  const can = ['sender', 'receiver', 'stranger'].map((id) => canRevokeReassignment(personOf(id), reassignment) === true)
  expect(can).toEqual([true, true, false])
  expect(canRevokeReassignment(personOf('admin', { admin: true }), reassignment)).not.toBe(true)
  expect(canRevokeReassignment(personOf('sender'), undefined)).not.toBe(true)
})

it('lets the approver reassign, but never the requester', () => {
  const requester = { id: 'requester' }
  expect(canReassign(personOf('asked'), { requester, isApprover: true })).toBe(true)
  expect(canReassign(personOf('stranger'), { requester, isApprover: false })).not.toBe(true)
  expect(canReassign(personOf('requester'), { requester, isApprover: true })).not.toBe(true)
})
