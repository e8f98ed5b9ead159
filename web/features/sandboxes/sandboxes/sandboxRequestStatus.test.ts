import { expect, it } from 'vitest'
import { sandboxDisplay } from './labels.ts'
import { statusTitles } from './page/statusTitles.ts'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'

const person = { id: '5b0fb060-e47e-5b43-9b09-5ce2352367d0', displayName: 'Priya Raman' }
const approved = { status: 'approved', kind: 'new', waitingFor: null, automatic: true, requester: person } as const

it.each(['active', 'expiring', 'frozen', 'deleting', 'quarantined'] as const)(
  'shows the status %s like the page of the sandbox',
  (status) => {
    const { label, tone } = sandboxDisplay(status)
    expect(sandboxRequestStatus({ ...approved, sandboxStatus: status })).toMatchObject({ sentence: label, tone })
  },
)

it('calls an active sandbox active on its own page, too', () => {
  expect(statusTitles.active).toBe(sandboxDisplay('active').label)
})
