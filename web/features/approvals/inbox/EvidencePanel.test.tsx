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
