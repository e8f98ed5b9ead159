export const policyKinds = {
  accountRequest: { name: 'New accounts', relations: ['towerLead', 'familyOwner', 'manager', 'productApprover'] },
  accountUpdate: { name: 'Account changes', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager', 'productApprover'] },
  accessRequest: { name: 'Account access', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager'] },
  pimActivation: { name: 'Privileged roles', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager'] },
  sandboxRequest: { name: 'Sandboxes', relations: ['towerLead', 'sandboxOwner', 'manager'] },
  sandboxAccessRequest: { name: 'Sandbox access', relations: ['towerLead', 'sandboxOwner', 'manager'] },
  policyChange: { name: 'Policy changes', relations: ['manager'] },
} as const satisfies Record<string, { name: string; relations: readonly string[] }>

export type PolicyKind = keyof typeof policyKinds
export const policyKindNames = Object.keys(policyKinds) as PolicyKind[]
export const policyChangeKind = 'policyChange'
