import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { EvidencePanel } from './EvidencePanel.tsx'
import { inboxLabels } from './labels.ts'

type Evidence = ApprovalWithEvidence['evidence']

const money = { amount: 0, currency: 'GBP' }

function render(overrides: Partial<Evidence>): string {
  const evidence: Evidence = {
    facts: [],
    purpose: 'Approvals take too long.',
    owners: [],
    monthlyBudget: null,
    catalogueEstimate: money,
    flags: [],
    requesterOwns: { accounts: 0, inFamily: 0 },
    familyBudget: { accounts: 0, monthly: money },
    similar: [],
    ...overrides,
  }
  const approval = { evidence, requester: { displayName: 'Priya Patel' }, previousRound: null, risk: null, subject: null }
  return renderToStaticMarkup(
    <EvidencePanel approval={approval as unknown as ApprovalWithEvidence} view={{ exists: false, people: 'none' }} />,
  )
}

it('has a section for earlier decisions, even if there are none', () => {
  expect(render({})).toContain(inboxLabels.earlierDecisions)
})

it('has no such section for readers who can’t see earlier decisions', () => {
  expect(render({ familyBudget: null })).toContain(inboxLabels.earlierDecisions)
  expect(render({ similar: null })).not.toContain(inboxLabels.earlierDecisions)
})

it('shows the freeze amount beside the expected spend only if it differs from the limit', () => {
  const gbp = (amount: number) => ({ amount, currency: 'GBP' })
  const room = { free: 1, total: 1, queued: 0, nextFreeAt: null }
  const show = (expected: NonNullable<NonNullable<Evidence['sandbox']>['expected']>) =>
    render({ sandbox: { limit: gbp(0), expected, typicalCost: null, live: [], earlier: [], room } })
  const freezes = { amount: 3_000, limit: 5_000, freezeAmount: 4_000 }
  expect(show(freezes)).toContain('£40')
  expect(show(freezes)).not.toContain('£50')
  const exceeds = show({ ...freezes, amount: 4_500 })
  expect([exceeds.includes('£45'), exceeds.includes('£40')]).toEqual([true, true])
  expect(show({ ...freezes, freezeAmount: 5_000 })).toMatch(/£30\S* of £50/)
  expect(show({ amount: 3_000, limit: 4_000 })).toMatch(/£30\S* of £40/)
})
