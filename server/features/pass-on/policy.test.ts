import { expect, it } from 'vitest'
import type { Person } from '../../access/actor.ts'
import { mayPassOn, mayTakeBack } from './policy.ts'

const person = (id: string, roles: { admin?: boolean; auditor?: boolean } = {}): Person => ({
  kind: 'person',
  id,
  displayName: id,
  email: null,
  admin: false,
  auditor: false,
  credential: '',
  ...roles,
})

it('is ended by whoever passed it on and whoever got it', () => {
  const passed = { person_id: 'sender', receiver_id: 'receiver' }
  const can = ['sender', 'receiver', 'stranger'].map((id) => mayTakeBack(person(id), passed) === true)
  expect(can).toEqual([true, true, false])
  expect(mayTakeBack(person('admin', { admin: true }), passed)).not.toBe(true)
  expect(mayTakeBack(person('sender'), undefined)).not.toBe(true)
})

it('is passed on by whoever is asked, and never by the requester', () => {
  const requester = { id: 'requester' }
  expect(mayPassOn(person('asked'), { requester, asked: true })).toBe(true)
  expect(mayPassOn(person('stranger'), { requester, asked: false })).not.toBe(true)
  expect(mayPassOn(person('requester'), { requester, asked: true })).not.toBe(true)
})
