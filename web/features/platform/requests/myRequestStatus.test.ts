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
  reversal: null,
  graceEndsAt: null,
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
  ['accountUpdate', { runStatus: 'waiting', graceEndsAt: '2026-01-08T00:00:00Z' }, 'warn'],
  ['accountUpdate', { runStatus: 'failed', graceEndsAt: '2026-01-08T00:00:00Z' }, 'bad'],
  ['accessRequest', { runStatus: 'succeeded' }, 'ok'],
  ['sandboxRequest', { subjectStatus: 'failed' }, 'bad'],
  ['pimActivation', { subjectStatus: 'active' }, 'ok'],
  ['pimActivation', { status: 'rejected', subjectStatus: 'denied' }, 'bad'],
] as const)('shows the outcome of an approved request: %s %j', (kind, overrides, tone) => {
  expect(toneOf({ kind, ...overrides })).toBe(tone)
})

it('names the person who undid a decommission', () => {
  const by = { id: 'daniel', displayName: 'Daniel Okoro', email: null, department: null, active: true }
  const reversal = { kind: 'undone', at: '2026-01-02T00:00:00Z', by } as const
  const undone = { kind: 'accountUpdate', variant: 'decommission', reversal } as const
  expect(toneOf({ ...undone, runStatus: 'running' })).toBe('busy')
  expect(toneOf({ ...undone, runStatus: 'failed' })).toBe('bad')
  const status = myRequestStatus(request({ ...undone, runStatus: 'succeeded' }), {})
  expect(status.tone).toBe('neutral')
  expect(status.sentence).toContain(by.displayName)
})
