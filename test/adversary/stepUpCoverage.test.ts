import { expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { attackLists } from './attackLists.ts'

const withoutStepUp: Record<string, readonly string[]> = {
  'It ends, withdraws or deletes, and adds no rights.': [
    'withdrawAccessRequest',
    'revokeAccountAccess',
    'deleteAccountGroup',
    'declineOwnership',
    'skipGracePeriod',
    'deleteAccount',
    'revokeReassignment',
    'endDelegation',
    'endDelegationFor',
    'withdrawAuditErasure',
    'deleteApiKey',
    'endUserSessions',
    'cancelRuns',
    'deleteTower',
    'deleteFamily',
    'deleteCatalogueItem',
    'deleteAlertKey',
    'deleteNotificationChannel',
    'deleteFeedback',
    'deactivatePimRole',
    'cancelPimActivation',
    'endEmergencyAccess',
    'cancelAccessReview',
    'revokeSandboxAccess',
    'freezeSandbox',
    'deleteSandbox',
    'deleteSandboxAsAdmin',
    'withdrawSandboxRequest',
    'withdrawSandboxAccessRequest',
    'deleteSandboxTemplate',
    'deleteSandboxHost',
  ],
  'It only requests: other people decide, and their approval requires the second factor.': [
    'updateAccessRequest',
    'requestDecommission',
    'extendSandbox',
    'updateSandboxRequest',
    'updateSandboxAccessRequest',
  ],
  'It sets what can be requested, or which groups exclude each other; other people decide who gets access.': [
    'createAccountGroup',
    'updateAccountGroup',
    'addGroupConflict',
    'removeGroupConflict',
  ],
  'It restores what was approved, with the recorded access, or continues an approved run.': [
    'undoDecommission',
    'restoreAccount',
    'resumeSandbox',
    'undoSandboxDeletion',
    'retriggerSandboxQueue',
    'skipStep',
  ],
  'It answers another person’s question about existing access.': [
    'acceptOwnership',
    'decideAccessReviewItems',
    'submitEmergencyReport',
    'reviewEmergencyAccess',
  ],
  'It starts or closes a question about access, and adds no rights.': ['createAccessReview', 'closeAccessReview', 'reconcileAccount'],
  'It reassigns the caller’s own vote; the approval itself requires the second factor.': ['reassignApproval'],
  'It changes the name or owner of a key, a secret or capacity; no right of a person depends on it.': [
    'updateApiKey',
    'setKeyVaultSecret',
    'rotateAlertKey',
    'createSandboxHost',
    'updateSandboxHost',
  ],
}

it('declares a second factor for every operation that decides, grants, extends or deletes, or has a reason for the exception', async () => {
  const attackedOperations = [...new Set((await attackLists()).map(({ operation }) => operation))]
  const declares = new Set(operations.filter(({ stepUp }) => stepUp !== undefined).map(({ id }) => id))
  const listedItems = Object.values(withoutStepUp).flat()
  expect(attackedOperations.filter((id) => !declares.has(id) && !listedItems.includes(id))).toEqual([])
  expect(listedItems.filter((id) => declares.has(id) || !attackedOperations.includes(id))).toEqual([])
  expect(new Set(listedItems).size).toBe(listedItems.length)
  console.log(
    `${attackedOperations.filter((id) => declares.has(id)).length} of ${attackedOperations.length} operations declare a second factor`,
  )
})
