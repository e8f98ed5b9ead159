import type { Verdict } from '../auth/access.ts'
import type { StepStatus } from '../db/tables.ts'

export interface StepState {
  name: string
  status: StepStatus
}

interface Rule {
  allows(state: (step: string) => StepStatus): Verdict
  /** What is taken back, in sentences for whoever decides it. */
  undone(state: (step: string) => StepStatus): string[]
}

const begun = (status: StepStatus) => status !== 'pending'
const told = 'Whoever asked for it is told, with your reason.'

/** Work that can be called off, and what becomes of what has been done by then. */
const rules: Record<string, Rule> = {
  buildAccount: {
    allows: (state) =>
      unmerged(
        state('recordInRepository'),
        'The account stands in the landing-zone repository by now. Let it finish, then decommission it.',
      ),
    undone: (state) => [
      ...(begun(state('recordInRepository')) ? ['Its pull request is closed without being merged.'] : []),
      ...(begun(state('buildNetwork')) ? ['Its network is disconnected from the hub and removed.'] : []),
      ...(begun(state('createSubscription')) ? ['Its subscription is cancelled, if Azure has made one.'] : []),
      'Its name and its address range are free again.',
      `The request ends as cancelled. ${told}`,
    ],
  },
  changeServices: {
    allows: (state) =>
      unmerged(
        state('recordServices'),
        'The change is merged by now, and the pipeline delivers it. Change the services back when it is done.',
      ),
    undone: (state) => [
      ...(begun(state('recordServices')) ? ['Its pull request is closed without being merged.'] : []),
      `The account keeps the services it has, and the change ends as cancelled. ${told}`,
    ],
  },
  grantAccess: {
    allows: () => true,
    undone: () => ['The person is taken out of the group again, wherever they have been let in by then.', told],
  },
  createAccessGroup: {
    allows: () => true,
    undone: () => ['The group is taken out of the directory again, with the roles it has by then.', 'Its name is free again.'],
  },
  provisionSandbox: {
    allows: () => true,
    undone: () => [
      'Everything that was made for the sandbox is removed, and that is looked at twice.',
      'Its place goes to the next in the queue.',
      told,
    ],
  },
  deployApp: deployment(
    'sync',
    'Argo CD is bringing it to the cluster by now. End it there, or deploy the revision that ran before.',
    (state) =>
      begun(state('writeApplication'))
        ? 'The application in Argo CD is put back as it was before, or taken away where there was none.'
        : 'Nothing has been changed in Argo CD.',
  ),
  removeApplication: deployment(
    'askRemoval',
    'Argo CD is removing the application by now. Deploy it again when it is gone.',
    () => 'The application stays in Argo CD, unless Argo CD has begun to remove it without saying so.',
  ),
}

function deployment(pointOfNoReturn: string, tooLate: string, inArgocd: (state: (step: string) => StepStatus) => string): Rule {
  return {
    allows: (state) => (state(pointOfNoReturn) === 'succeeded' || state(pointOfNoReturn) === 'running' ? tooLate : true),
    undone: (state) => [
      inArgocd(state),
      'What runs in the cluster goes on.',
      'The deployment ends as called off; the owners of the account are told, with your reason.',
    ],
  }
}

/** While the step is being carried out it may be merging at this moment. */
function unmerged(step: StepStatus, merged: string): Verdict {
  if (step === 'succeeded') return merged
  return step === 'running' ? 'Its pull request is being looked at at this moment. Try again in a few seconds.' : true
}

const accessGoes = 'Access that is being taken away is not given back half-way. Grant it anew once this is done.'
const ownPage = (page: string) => `That is decided on ${page}, where everything that belongs to it is dealt with.`

/** Why other work is not called off here, and what to do instead. */
const whyNot: Record<string, string> = {
  setBudget: 'Azure should tell owners when the budget is exceeded. Retry it, or skip the step and set the budget in the Azure portal.',
  changeDetails: 'Slipway’s own record has the change already. Change the details back instead.',
  retireAccount: ownPage('the account’s page: undo the decommissioning there'),
  undoRetirement: 'An account that is being brought back is not left half-way. Decommission it again once this is done.',
  restoreSubscription: 'An account that is being brought back is not left half-way. Decommission it again once this is done.',
  removeAccessGroup: accessGoes,
  revokeAccess: accessGoes,
  revokeTogether: accessGoes,
  removeStranger: accessGoes,
  restoreAccess: 'Take the person out of the group instead, on the account’s page.',
  restoreGroup: 'Delete the group instead, on its page.',
  changeTags: 'Some tags may be changed already. Change them back instead.',
  restoreTags: 'Some tags may be changed already. Change them back instead.',
  evaluatePolicies: 'Azure may have started already. An evaluation changes nothing.',
  pimOrder: ownPage('the page Privileged roles: end the role there'),
  renewEligibility: 'Eligibility that is still needed is renewed. Delete the group if it is no longer needed.',
  giveEmergencyRole: ownPage('the page Emergency access: end it there'),
  openEmergencyIncident: ownPage('the page Emergency access: end it there'),
  endEmergencyRole: 'Emergency access has to end.',
  closeEmergencyIncident: 'Leave the step out instead, and close the incident in ServiceNow.',
  openAccessReview: ownPage('the review’s page: cancel it there'),
  applyAccessReview: accessGoes,
  raiseIncident: 'The incident may stand in ServiceNow already. Close it there, and leave the step out.',
  buildWave: ownPage('the rollout’s page: halt or cancel it there'),
  freezeSandbox: ownPage('the sandbox’s page: thaw or delete it there'),
  thawSandbox: ownPage('the sandbox’s page: freeze or delete it there'),
  cleanUpSandbox: 'What is being removed cannot be kept. Retry it, or leave a step out.',
}

export interface RunFacts {
  kind: string
  status: string
  undoes: string | null
}

/** Whether the run may be called off as it stands, whoever asks; or why not. */
export function cancelVerdict(run: RunFacts, steps: readonly StepState[]): Verdict {
  if (run.status === 'cancelled') return 'It has been called off already.'
  if (run.status === 'succeeded') return 'It is finished.'
  if (run.undoes !== null) return 'It takes back what was called off, and is carried to its end. Retry it, or leave a step out.'
  const rule = rules[run.kind]
  return rule
    ? rule.allows(stateOf(steps))
    : (whyNot[run.kind] ?? 'This kind of work is carried to its end. Retry it, or leave out the step that holds it up.')
}

/** What calling the run off would take back; nothing where that is not possible. */
export function undoneBy(run: RunFacts, steps: readonly StepState[]): string[] {
  return cancelVerdict(run, steps) === true ? rules[run.kind]!.undone(stateOf(steps)) : []
}

function stateOf(steps: readonly StepState[]) {
  return (name: string): StepStatus => steps.find((step) => step.name === name)?.status ?? 'pending'
}
