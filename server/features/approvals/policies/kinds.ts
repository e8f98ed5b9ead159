/** What is approved, how it is called, and to what a stage's approvers may be related. */
export const policyKinds = {
  accountRequest: { name: 'New accounts', relations: ['towerLead', 'familyOwner', 'manager', 'productApprover'] },
  accountUpdate: { name: 'Changes to accounts', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager', 'productApprover'] },
  accessRequest: { name: 'Access to accounts', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager'] },
  pimActivation: { name: 'Privileged roles', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager'] },
  sandboxRequest: { name: 'Sandboxes', relations: ['towerLead', 'sandboxOwner', 'manager'] },
  sandboxAccessRequest: { name: 'Access to sandboxes', relations: ['towerLead', 'sandboxOwner', 'manager'] },
  policyChange: { name: 'Changes of policies', relations: ['manager'] },
} as const satisfies Record<string, { name: string; relations: readonly string[] }>

export type PolicyKind = keyof typeof policyKinds
export const policyKindNames = Object.keys(policyKinds) as PolicyKind[]
export const policyChangeKind = 'policyChange'
