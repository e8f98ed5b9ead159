import type { OperationId } from '../../../api/client.ts'
import { describeActivation, describeExtension } from '../../access/pim/labels.ts'
import { describeProposal } from '../../approvals/policies/labels.ts'

export interface OperationLabels {
  verb: string
  done: string
  /** A sentence about the effect, which the confirmation shows in place of the call's description. */
  next?: string
  outcomeOf?(response: never): { title: string; description: string }
}

export const operationLabels = {
  decideAccountApproval: { verb: 'Approve', done: 'Request approved' },
  bulkDecideApprovals: { verb: 'Approve all', done: 'Requests approved' },
  decideSandboxAccessRequest: { verb: 'Approve', done: 'Access approved' },
  grantAccountAccess: { verb: 'Grant access', done: 'Granting access' },
  liftMaximumDuration: { verb: 'Lift maximum duration', done: 'Maximum duration lifted' },
  updateAccountAccess: { verb: 'Change end date', done: 'End date changed' },
  adminUpdateAccountOwners: { verb: 'Edit owners', done: 'Owners updated' },
  updateMyAccountOwners: { verb: 'Edit owners', done: 'Owners updated' },
  updateSandboxOwners: { verb: 'Edit owners', done: 'Owners updated' },
  createAccount: { verb: 'Add account', done: 'Account added' },
  createTower: { verb: 'Create tower', done: 'Tower created' },
  updateTower: { verb: 'Save tower', done: 'Tower updated' },
  createFamily: { verb: 'Create family', done: 'Family created' },
  updateFamily: { verb: 'Save family', done: 'Family updated' },
  createCatalogueItem: { verb: 'Create item', done: 'Item created' },
  updateCatalogueItem: { verb: 'Save item', done: 'Item updated' },
  createSandboxTemplate: { verb: 'Create template', done: 'Template created' },
  updateSandboxTemplate: { verb: 'Save template', done: 'Template updated' },
  inviteSandboxMembers: { verb: 'Invite people', done: 'Granting access' },
  updateSandboxAccess: { verb: 'Change end date', done: 'End date changed' },
  proposeOwner: { verb: 'Propose owner', done: 'Owner proposed' },
  keepOwner: { verb: 'Keep as owner', done: 'Owner kept' },
  liftEmergencyBlock: { verb: 'Lift block', done: 'Block lifted' },
  bulkUpdateAccounts: { verb: 'Change accounts', done: 'Updating accounts' },
  updateSandboxOwnersAsAdmin: { verb: 'Edit owners', done: 'Owners updated' },
  setDelegationFor: { verb: 'Add delegation', done: 'Delegation added' },
  updateDelegation: { verb: 'Change dates', done: 'Delegation updated' },
  addSubstituteApprover: { verb: 'Add substitute', done: 'Substitute approver added' },
  proposeApprovalPolicy: { verb: 'Propose version', done: 'Version proposed', outcomeOf: describeProposal },
  updateSetting: { verb: 'Change setting', done: 'Setting updated' },
  startEmergencyAccess: { verb: 'Get access now', done: 'Granting access' },
  createPimAssignment: { verb: 'Activate role', done: 'Activation requested', outcomeOf: describeActivation },
  extendPimActivation: { verb: 'Extend activation', done: 'Extension requested', outcomeOf: describeExtension },
  createEmergencyProfile: { verb: 'Create profile', done: 'Profile created' },
  pauseQueue: { verb: 'Pause queue', done: 'Queue paused' },
  registerApplication: { verb: 'Register application', done: 'Application registered' },
  endAllSessions: { verb: 'Sign everyone out', done: 'All users signed out' },
  requestAuditErasure: { verb: 'Request erasure', done: 'Erasure requested' },
  confirmAuditErasure: { verb: 'Erase permanently', done: 'Personal data erased' },
  acceptDatabaseRestore: { verb: 'Accept restore', done: 'Restore accepted', next: 'Everything starts within 30 seconds.' },
  updateEmergencyProfile: { verb: 'Save profile', done: 'Profile updated' },
} as const satisfies Partial<Record<OperationId, OperationLabels>>
