import type { PolicyStage } from '../server/db/tables.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

interface SamplePolicy extends Record<string, unknown> {
  id: string
  subject_kind: string
  stages: PolicyStage[]
}

const live = {
  status: 'live',
  active: true,
  live_at: '2024-01-08T09:00:00Z',
  created_at: '2024-01-08T09:00:00Z',
  updated_at: '2024-01-08T09:00:00Z',
}

/**
 * A fresh installation starts with these policies: the family's owner, then the tower's lead; restricted products and production need more.
 */
export function policies(company: Company): SamplePolicy[] {
  const board = company.groups.find((group) => group.displayName === 'Cloud Architecture Board')!.id
  return [
    {
      id: stableId('policy/account-request'),
      version: 1,
      subject_kind: 'accountRequest',
      name: 'New accounts',
      ...live,
      stages: [
        { name: 'Family owner', rule: { kind: 'familyOwner', fallbackGroupId: board }, minimum: 1 },
        { name: 'Tower lead', rule: { kind: 'towerLead', fallbackGroupId: board }, minimum: 1 },
        {
          name: 'Product approvers',
          rule: { kind: 'productApprover', fallbackGroupId: board },
          minimum: 1,
          when: 'request.restrictedItems',
        },
        {
          name: 'Cloud Architecture Board',
          rule: { kind: 'directoryGroup', groupId: board },
          minimum: 1,
          when: 'target.environment == "production"',
        },
      ],
    },
    {
      id: stableId('policy/account-update'),
      version: 1,
      subject_kind: 'accountUpdate',
      name: 'Account changes',
      ...live,
      stages: [
        {
          name: 'Product approvers',
          rule: { kind: 'productApprover', fallbackGroupId: board },
          minimum: 1,
          when: 'request.change == "catalogue" && request.restrictedItems',
        },
        {
          name: 'Family owner',
          rule: { kind: 'familyOwner', fallbackGroupId: board },
          minimum: 1,
          when: 'request.change == "catalogue" && !request.restrictedItems',
        },
        {
          name: 'Family owner',
          rule: { kind: 'familyOwner', fallbackGroupId: board },
          minimum: 1,
          when: 'request.change == "decommission"',
        },
        {
          name: 'Tower lead',
          rule: { kind: 'towerLead', fallbackGroupId: board },
          minimum: 1,
          when: 'request.change == "decommission" && target.environment == "production"',
        },
      ],
    },
    {
      id: stableId('policy/access-request'),
      version: 1,
      subject_kind: 'accessRequest',
      name: 'Access to accounts',
      ...live,
      stages: [{ name: 'Account owner', rule: { kind: 'accountOwner', fallbackGroupId: board }, minimum: 1 }],
    },
    {
      id: stableId('policy/sandbox-request'),
      version: 1,
      subject_kind: 'sandboxRequest',
      name: 'Sandboxes',
      ...live,
      stages: [{ name: 'Manager', rule: { kind: 'manager', fallbackGroupId: board }, minimum: 1 }],
    },
    {
      id: stableId('policy/sandbox-access-request'),
      version: 1,
      subject_kind: 'sandboxAccessRequest',
      name: 'Access to sandboxes',
      ...live,
      stages: [{ name: 'Sandbox owner', rule: { kind: 'sandboxOwner', fallbackGroupId: board }, minimum: 1 }],
    },
  ]
}
