/** What a call did, in the past tense, by the name of its operation. */
const deeds: Record<string, string> = {
  createAccount: 'Recorded the account',
  updateAccount: 'Changed the record',
  updateMyAccount: 'Changed the details',
  updateMyAccountOwners: 'Changed the owners',
  adminUpdateAccountOwners: 'Changed the owners',
  deleteAccount: 'Deleted the record',
  acceptOwnership: 'Became an owner in place of another',
  declineOwnership: 'Declined to own it',
  proposeOwner: 'Proposed an owner',
  keepOwner: 'Kept an owner who moved',
  ownershipFallback: 'Made the fallback owner an owner',
  setResourceTags: 'Changed tags of resources',
  adoptResourceGroup: 'Adopted a resource group',
  refreshAccountHealth: 'Checked its health',
  accessBaseline: 'Wrote down who had access already',
  reconcileAccount: 'Compared access with the directory',
  settleAccessDifference: 'Settled a difference in access',
  settleAccessDifferences: 'Settled differences in access',
  startEmergencyAccess: 'Used emergency access',
  endEmergencyAccess: 'Ended emergency access',
  writeEmergencyAfterword: 'Said what was done with emergency access',
  reviewEmergencyAccess: 'Reviewed emergency access',
  liftEmergencyBlock: 'Let somebody use emergency access again',
  createAccountRequest: 'Asked for the account',
  updateAccountRequest: 'Changed the request',
  withdrawAccountRequest: 'Took the request back',
  decideAccountApproval: 'Decided on the request',
  requestCatalogueUpdate: 'Asked for other services',
  editAccountUpdate: 'Changed what was asked for',
  withdrawAccountUpdate: 'Took a change back',
  approveAccountUpdate: 'Decided on a change',
  retryWorkStep: 'Tried a step again',
  skipWorkStep: 'Left a step out',
}

/** `updateMyAccount` is "Changed the details"; an operation without words is taken apart: `listResources` is "List resources". */
export function deedOf(operation: string): string {
  const known = deeds[operation]
  if (known) return known
  const apart = operation.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}
