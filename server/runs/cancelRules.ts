import type { Verdict } from '../auth/access.ts'
import type { StepStatus } from '../db/tables.ts'
import type { RunKind } from './labels.ts'

export interface StepState {
  name: string
  status: StepStatus
}

interface Rule {
  allows(state: (step: string) => StepStatus): Verdict
  undone(state: (step: string) => StepStatus): string[]
}

const hasStarted = (status: StepStatus) => status !== 'pending'
export const pullRequestClosed = 'The pull request is closed without being merged.'
const requesterNotified = 'The requester is notified with your reason.'

const rules: Partial<Record<RunKind, Rule>> = {
  buildAccount: {
    allows: (state) =>
      cancelUnlessMerged(
        state('recordInRepository'),
        'The account is already recorded in the landing-zone repository. Wait until the run completes, then decommission the account.',
      ),
    undone: (state) => [
      ...(hasStarted(state('recordInRepository')) ? [pullRequestClosed] : []),
      ...(hasStarted(state('buildNetwork')) ? ['The network is disconnected from the hub and deleted.'] : []),
      ...(hasStarted(state('createSubscription')) ? ['The subscription is cancelled if Azure created one.'] : []),
      'The name and address range become available again.',
      `The request gets the status Cancelled. ${requesterNotified}`,
    ],
  },
  changeServices: {
    allows: (state) =>
      cancelUnlessMerged(
        state('recordServices'),
        'The change is already merged, and the pipeline is applying it. Change the services back when it completes.',
      ),
    undone: (state) => [
      ...(hasStarted(state('recordServices')) ? [pullRequestClosed] : []),
      `The account keeps its current services. The change gets the status Cancelled. ${requesterNotified}`,
    ],
  },
  decommissionAccount: {
    allows: (state) =>
      ['succeeded', 'skipped'].includes(state('waitForGracePeriod'))
        ? 'The grace period is over, so you can’t cancel this run or undo the decommission. You can restore the empty subscription later.'
        : ownPage('the account’s page and undo the decommission'),
    undone: () => [],
  },
  grantAccess: {
    allows: () => true,
    undone: () => ['The person is removed from each group that they were already added to.', requesterNotified],
  },
  createAccessGroup: {
    allows: () => true,
    undone: () => [
      'The group’s role assignments are removed in Azure, and the group is deleted from the directory.',
      'Its name becomes available again.',
    ],
  },
  provisionSandbox: {
    allows: () => true,
    undone: () => [
      'Everything created for the sandbox is removed. Slipway checks this twice.',
      'The host becomes available to the next sandbox in the queue.',
      requesterNotified,
    ],
  },
  deployApp: deployment(
    'sync',
    'Argo CD is already deploying the application. Stop the deployment in Argo CD, or deploy the previous revision.',
    (state) =>
      hasStarted(state('writeApplication'))
        ? 'The previous version of the application is restored in Argo CD. An application that did not exist before is removed.'
        : 'Nothing was changed in Argo CD.',
  ),
  removeApplication: deployment(
    'requestRemoval',
    'Argo CD is already removing the application. Deploy it again after it is removed.',
    () => 'The application stays in Argo CD, unless its removal has already started there.',
  ),
}

function deployment(pointOfNoReturn: string, tooLate: string, inArgocd: (state: (step: string) => StepStatus) => string): Rule {
  return {
    allows: (state) => (state(pointOfNoReturn) === 'succeeded' || state(pointOfNoReturn) === 'running' ? tooLate : true),
    undone: (state) => [
      inArgocd(state),
      'Resources in the cluster keep running.',
      'The deployment gets the status Cancelled. The account owners are notified with your reason.',
    ],
  }
}

/** A run can't be cancelled during this step, because the step can be merging the pull request at that moment. */
function cancelUnlessMerged(step: StepStatus, mergedMessage: string): Verdict {
  if (step === 'succeeded') return mergedMessage
  return step === 'running' ? 'The pull request is being checked. Try again in a few seconds.' : true
}

const revocationRunning = 'You can’t cancel a revocation. Wait until it completes, then grant access again.'
const ownPage = (page: string) => `You can’t cancel this run here. Go to ${page}.`

const notCancellableReasons: Partial<Record<RunKind, string>> = {
  setBudget: 'Without the budget, owners get no alerts from Azure. Retry the run, or skip the step and set the budget in the Azure portal.',
  dropOwnerRole: 'Slipway is Owner of the subscription until this run removes the role. Retry the run, or skip the step.',
  changeDetails: 'Slipway has already recorded the change. Change the details back instead.',
  reverseDecommission: 'You can’t cancel a restore. Wait until it completes, then decommission the account again.',
  restoreSubscription: 'You can’t cancel a restore. Wait until it completes, then decommission the account again.',
  removeAccessGroup: revocationRunning,
  revokeAccess: revocationRunning,
  revokeBatch: revocationRunning,
  removeStranger: revocationRunning,
  restoreAccess: 'Revoke the access on the account’s page instead.',
  restoreGroup: 'Delete the group on its page instead.',
  changeTags: 'Some tags might already be changed. Change them back instead.',
  restoreTags: 'Some tags might already be changed. Change them back instead.',
  evaluatePolicies: 'Azure might have started the evaluation. It changes no resources.',
  pimOrder: ownPage('Privileged roles and deactivate the role'),
  renewEligibility: 'Slipway renews eligibility while the group needs it. Delete the group if it is no longer needed.',
  giveEmergencyRole: ownPage('Emergency access and end it'),
  openEmergencyIncident: ownPage('Emergency access and end it'),
  endEmergencyRole: 'You can’t cancel a run that ends emergency access. Retry it instead.',
  closeEmergencyIncident: 'Skip the step instead, and close the incident in ServiceNow.',
  openAccessReview: ownPage('the review’s page and cancel the review'),
  applyAccessReview: revocationRunning,
  raiseIncident: 'The incident might already exist in ServiceNow. Close it there, then skip the step.',
  buildWave: ownPage('the rollout’s page and halt or cancel the rollout'),
  freezeSandbox: ownPage('the sandbox’s page and resume or delete the sandbox'),
  resumeSandbox: ownPage('the sandbox’s page and freeze or delete the sandbox'),
  cleanUpSandbox: 'You can’t cancel a removal. Retry the run, or skip a step.',
}

export interface RunFacts {
  kind: string
  status: string
  undoes: string | null
}

/**
 * Returns true if the run can be cancelled in its current status, or the reason why it can't. `runCan` checks whether the person has the
 * permission.
 */
export function cancelVerdict(run: RunFacts, steps: readonly StepState[]): Verdict {
  if (run.status === 'cancelled') return 'This run was already cancelled.'
  if (run.status === 'succeeded') return 'This run is complete.'
  if (run.undoes !== null) return 'This run rolls back a cancelled one, so it can’t be cancelled. Retry it, or skip a step.'
  const rule = rules[run.kind as RunKind]
  return rule
    ? rule.allows(stateOf(steps))
    : (notCancellableReasons[run.kind as RunKind] ?? 'Runs of this kind can’t be cancelled. Retry the run, or skip the failed step.')
}

export function undoneSteps(run: RunFacts, steps: readonly StepState[]): string[] {
  return cancelVerdict(run, steps) === true ? rules[run.kind as RunKind]!.undone(stateOf(steps)) : []
}

function stateOf(steps: readonly StepState[]) {
  return (name: string): StepStatus => steps.find((step) => step.name === name)?.status ?? 'pending'
}
