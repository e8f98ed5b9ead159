import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { approvalLabels } from './approvalLabels.ts'
import { ResubmitBanner } from './ResubmitBanner.tsx'
import type { Approval } from './requestTypes.ts'

const vote = (displayName: string, comment: string) => ({ person: { displayName }, comment })
const round = (status: string, ...decisions: object[]) => ({ status, resubmitBy: null, stages: [{ decisions }] }) as unknown as Approval
const bannerOf = (...approvals: Approval[]) => renderToStaticMarkup(<ResubmitBanner approvals={approvals} />)

it('shows the comment of the approver who requested changes last', () => {
  const banner = bannerOf(
    round('changes_requested', vote('Ewa', 'Use fewer services.')),
    round('changes_requested', vote('Ravi', 'Two days are enough.')),
  )
  expect(banner).toContain(approvalLabels.changesRequestedBy('Ravi'))
  expect(banner).toContain('Two days are enough.')
  expect(banner).not.toContain('Use fewer services.')
})

it('names the people whose votes an edit discards', () => {
  expect(bannerOf(round('pending', vote('Ravi', ''), vote('Ewa', '')))).toContain('Ravi, Ewa')
  expect(bannerOf(round('pending'))).toContain(approvalLabels.restartsApproval)
  expect(bannerOf()).toContain(approvalLabels.restartsApproval)
})
