import { expect, it } from 'vitest'
import { cancelVerdict } from '../../../../server/runs/cancelRules.ts'
import { paths } from '../../../paths.ts'
import { cancelPage } from './cancelPages.ts'

const subjectId = '0b9f1f6e-7f43-4a8e-9d27-1f6c7a0f5d11'
const run = (kind: string, status = 'waiting') => {
  const facts = { kind, status, undoes: null }
  return { ...facts, subjectId, about: { name: 'lab', accountId: subjectId }, can: { cancel: cancelVerdict(facts, []) } }
}

it.each([
  ['decommissionAccount', paths.account(subjectId)],
  ['pimOrder', paths.privilegedRoles()],
  ['giveEmergencyRole', paths.emergencyAccess()],
  ['openEmergencyIncident', paths.emergencyAccess()],
  ['openAccessReview', paths.accessReview(subjectId)],
  ['buildWave', paths.edgeRollouts()],
  ['freezeSandbox', paths.allSandboxes({ q: 'lab' })],
  ['resumeSandbox', paths.allSandboxes({ q: 'lab' })],
])('returns the page where a run of the kind %s can be stopped', (kind, href) => {
  expect(cancelPage(run(kind))?.href).toBe(href)
})

it.each([
  ['buildAccount', 'waiting'],
  ['changeDetails', 'waiting'],
  ['decommissionAccount', 'succeeded'],
  ['decommissionAccount', 'cancelled'],
])('returns no page for %s with the status %s', (kind, status) => {
  expect(cancelPage(run(kind, status))).toBeUndefined()
})
