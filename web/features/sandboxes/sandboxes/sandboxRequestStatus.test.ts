import { expect, it } from 'vitest'
import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import { sandboxDisplay } from './labels.ts'
import { describeStatus } from './page/describeStatus.ts'
import type { Sandbox } from './page/types.ts'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'

const person = { id: '5b0fb060-e47e-5b43-9b09-5ce2352367d0', displayName: 'Priya Raman' }
const approved = { status: 'approved', kind: 'new', waitingFor: null, automatic: true, requester: person } as const
const statuses = Object.keys(sandboxStatusLabels) as (keyof typeof sandboxStatusLabels)[]

it.each(['active', 'expiring', 'frozen', 'deleting', 'deleted', 'quarantined'] as const)(
  'shows the status %s like the page of the sandbox',
  (status) => {
    const { label, tone } = sandboxDisplay(status)
    expect(sandboxRequestStatus({ ...approved, sandboxStatus: status })).toMatchObject({ sentence: label, tone })
  },
)

it.each(['queued', 'provisioning', 'failed'] as const)('ends with the status %s until the sandbox is ready', (status) => {
  const { sentence } = sandboxRequestStatus({ ...approved, sandboxStatus: status })
  expect(sentence.toLowerCase().endsWith(sandboxDisplay(status).label.toLowerCase())).toBe(true)
})

it.each(statuses)('has a title on its own page that starts with the label of the status %s', (status) => {
  const { label } = sandboxDisplay(status)
  const base = { status, can: {}, extension: null, queue: null, frozen: null, deletion: null }
  const states = [
    { budget: { percent: 40, freezesAt: null, limitReachedAt: null } },
    { budget: { percent: 90, freezesAt: null, limitReachedAt: null }, queue: { position: 2 } },
    { budget: { percent: 90, freezesAt: new Date(3_600_000).toISOString(), limitReachedAt: null }, frozen: { cause: 'budget' } },
    { budget: { percent: 40, freezesAt: null, limitReachedAt: null }, frozen: { cause: 'admin' }, deletion: { removing: true } },
    { budget: { percent: 40, freezesAt: null, limitReachedAt: null }, frozen: { cause: 'owner' }, deletion: { cause: 'expired' } },
    { budget: { percent: 40, freezesAt: null, limitReachedAt: null }, deletion: { requestedBy: person } },
  ]
  for (const state of states)
    expect(describeStatus({ ...base, ...state } as unknown as Sandbox, 0).title).toMatch(new RegExp(`^${label}\\b`))
})
