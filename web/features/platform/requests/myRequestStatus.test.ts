import { expect, it } from 'vitest'
import { type MyRequest, myRequestStatus } from './myRequestStatus.ts'

const request = (overrides: Partial<MyRequest>): MyRequest => ({
  id: 'r',
  kind: 'accountRequest',
  variant: null,
  reference: 'ACC-2026-0001',
  name: 'basket',
  status: 'approved',
  waitingFor: null,
  waitingSince: null,
  runStatus: null,
  budgetRunStatus: null,
  subjectStatus: null,
  accountId: null,
  sandboxId: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...overrides,
})
const toneOf = (overrides: Partial<MyRequest>) => myRequestStatus(request(overrides), { me: 'me' }).tone

it('shows the person who has to act while a request of any kind is pending', () => {
  for (const kind of [
    'accountRequest',
    'accountUpdate',
    'accessRequest',
    'pimActivation',
    'sandboxRequest',
    'sandboxAccessRequest',
  ] as const)
    expect(myRequestStatus(request({ kind, status: 'pending_approval', waitingFor: 'Family owner' }), {}).sentence).toContain(
      'family owner',
    )
})

it.each([
  ['accountRequest', { runStatus: 'failed' }, 'bad'],
  ['accountUpdate', { runStatus: 'running' }, 'busy'],
  ['accessRequest', { runStatus: 'succeeded' }, 'ok'],
  ['sandboxRequest', { subjectStatus: 'failed' }, 'bad'],
  ['pimActivation', { subjectStatus: 'active' }, 'ok'],
  ['pimActivation', { status: 'rejected', subjectStatus: 'denied' }, 'bad'],
] as const)('shows the outcome of an approved request: %s %j', (kind, overrides, tone) => {
  expect(toneOf({ kind, ...overrides })).toBe(tone)
})
