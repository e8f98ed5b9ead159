import { expect, it } from 'vitest'
import { describeStage, requestStatus, setupSentences } from './requestStatus.ts'

const priya = { id: 'priya', displayName: 'Priya Raman' }
const sentence = (status: string, runStatus: string | null = null) =>
  requestStatus({ status, runStatus, waitingFor: 'Family owner', requester: priya }).sentence

it('describes the status of a request', () => {
  expect(sentence('pending_approval')).toBe('Waiting for the family owner')
  expect(sentence('changes_requested')).toBe('Waiting for changes from Priya Raman')
  expect(sentence('approved', 'waiting')).toBe(setupSentences.running)
  expect(sentence('approved', 'failed')).toBe(setupSentences.failed)
  expect(sentence('approved', 'succeeded')).toBe('Ready')
  expect(sentence('cancelled')).toBe('Withdrawn')
})

it('addresses the reader as “you”', () => {
  const state = { status: 'changes_requested', runStatus: null, waitingFor: null, requester: priya }
  expect(requestStatus(state, { me: 'priya' }).sentence).toBe('Waiting for changes from you')
})

it('includes the start of the wait', () => {
  const now = new Date(2026, 10, 20, 12).getTime()
  const monday = new Date(2026, 10, 16, 9).toISOString()
  const state = { status: 'pending_approval', runStatus: null, waitingFor: 'Tower lead', requester: priya }
  expect(requestStatus(state, { since: monday, now }).sentence).toBe('Waiting for the tower lead since Monday')
})

it('writes roles in lower case, and names unchanged', () => {
  expect(['Another administrator', 'Shop owner', 'Product approvers', 'Cloud Architecture Board'].map(describeStage)).toEqual([
    'another administrator',
    'the shop owner',
    'the product approvers',
    'the Cloud Architecture Board',
  ])
})
