export const policyLabels = {
  sections: 'Policy sections',
  automaticApprovals: 'Automatic approvals',
  addApprovalRule: 'Add approval rule',
  ruleReason: 'Reason shown to the requester',
  restored: 'Unsaved changes restored',
  saveDraft: 'Save draft',
  draftSaved: 'Draft saved',
  changedResults: 'Requests with a different result',
  changeReason: 'Reason for the change',
  propose: 'Propose version',
} as const
