import { expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { adversaries } from './attack.ts'
import { attackLists } from './attackLists.ts'

const notAttacked: Record<string, readonly string[]> = {
  'Attacked as another way to call decideAccountApproval and approveAccountUpdate.': ['bulkDecideApprovals'],
  'It only requests or proposes: other people decide, and those decisions are attacked.': [
    'createAccountRequest',
    'updateAccountRequest',
    'withdrawAccountRequest',
    'requestCatalogueUpdate',
    'editAccountUpdate',
    'withdrawAccountUpdate',
    'createAccessRequest',
    'updateAccessRequest',
    'withdrawAccessRequest',
    'createSandboxRequest',
    'updateSandboxRequest',
    'withdrawSandboxRequest',
    'createSandboxAccessRequest',
    'updateSandboxAccessRequest',
    'withdrawSandboxAccessRequest',
    'proposeApprovalPolicy',
    'withdrawApprovalPolicy',
    'remindApprovers',
    'commentOnApproval',
  ],
  'It changes a draft of a policy: nothing is in force before another administrator approves it.': [
    'draftApprovalPolicy',
    'updateApprovalPolicy',
    'discardApprovalPolicy',
    'startPolicyReplay',
  ],
  'It only concerns the caller: their settings, sessions, views, feedback, or who decides in their place.': [
    'setDelegation',
    'markNotificationsRead',
    'updateMyNotificationSettings',
    'createView',
    'setDefaultView',
    'updateView',
    'deleteView',
    'endMySession',
    'endMyOtherSessions',
    'createFeedback',
  ],
  'It changes details without rights: descriptions, tags, budgets, health.': [
    'updateMyAccount',
    'updateAccount',
    'refreshAccountHealth',
    'restoreAccountTags',
    'adoptResourceGroup',
    'evaluatePolicies',
    'setResourceTags',
    'refreshSandboxSpend',
    'updateFeedback',
  ],
  'It configures where notifications are sent, or sends one again, and grants nothing.': [
    'createNotificationChannel',
    'updateNotificationChannel',
    'rotateNotificationSecret',
    'testNotificationChannel',
    'redeliverNotification',
  ],
  'It runs work again, or holds it, that people have decided on before.': [
    'retryRuns',
    'retryStep',
    'retryQueue',
    'pauseQueue',
    'resumeQueue',
    'requeueUpdates',
    'mergeOnboardingPullRequest',
    'mergeUpdatePullRequest',
    'resumeEdgeRollout',
    'haltEdgeRollout',
    'cancelEdgeRollout',
  ],
  'It reports, deploys or checks by a program or for one; no right of a person depends on it.': [
    'raiseIncident',
    'acceptAlert',
    'updateApp',
    'removeApp',
    'onboardRepo',
    'newStores',
    'completedStores',
    'verifyAudit',
    'refreshCache',
    'recheckInvariants',
    'runDoctor',
    'requestRestoreReport',
  ],
}

it('has an attack on every operation that decides, grants, extends or deletes', async () => {
  const attacks = await attackLists()
  const attackedOperations = new Set(attacks.map(({ operation }) => operation))
  const listedItems = Object.values(notAttacked).flat()
  const changing = operations.filter(({ method, readOnly }) => method !== 'GET' && !readOnly).map(({ id }) => id)
  expect(changing.filter((id) => !attackedOperations.has(id) && !listedItems.includes(id))).toEqual([])
  expect([...attackedOperations, ...listedItems].filter((id) => !changing.includes(id))).toEqual([])
  expect(new Set(listedItems).size).toBe(listedItems.length)

  const rejectedCount = attacks.reduce((sum, { allowed = {} }) => sum + Object.keys(adversaries).length - Object.keys(allowed).length, 0)
  console.log(
    `${attackedOperations.size} operations in ${attacks.length} cases: ${rejectedCount} pairs of a case and an adversary, each tried 4 times or more`,
  )
})
