import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { mayPassOn, mayTakeBack } from './policy.ts'

it('is ended by whoever passed it on and whoever got it', () => {
  const passed = { person_id: 'sender', receiver_id: 'receiver' }
  const can = ['sender', 'receiver', 'stranger'].map((id) => mayTakeBack(personOf(id), passed) === true)
  expect(can).toEqual([true, true, false])
  expect(mayTakeBack(personOf('admin', { admin: true }), passed)).not.toBe(true)
  expect(mayTakeBack(personOf('sender'), undefined)).not.toBe(true)
})

it('is passed on by whoever is asked, and never by the requester', () => {
  const requester = { id: 'requester' }
  expect(mayPassOn(personOf('asked'), { requester, asked: true })).toBe(true)
  expect(mayPassOn(personOf('stranger'), { requester, asked: false })).not.toBe(true)
  expect(mayPassOn(personOf('requester'), { requester, asked: true })).not.toBe(true)
})
