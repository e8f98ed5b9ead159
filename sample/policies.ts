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
  const stage = (name: string, kind: PolicyStage['rule']['kind'], when?: string): PolicyStage => ({
    name,
    rule: { kind, fallbackGroupId: board },
    minimum: 1,
    ...(when && { when }),
  })
  return [
    {
      id: stableId('policy/account-request'),
      version: 1,
      subject_kind: 'accountRequest',
      name: 'New accounts',
      ...live,
      stages: [
        stage('Family owner', 'familyOwner'),
        stage('Tower lead', 'towerLead'),
        stage('Product approvers', 'productApprover', 'request.restrictedItems'),
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
        stage('Product approvers', 'productApprover', 'request.change == "catalogue" && request.restrictedItems'),
        stage('Family owner', 'familyOwner', 'request.change == "catalogue" && !request.restrictedItems'),
        stage('Family owner', 'familyOwner', 'request.change == "decommission"'),
        stage('Tower lead', 'towerLead', 'request.change == "decommission" && target.environment == "production"'),
      ],
    },
    {
      id: stableId('policy/access-request'),
      version: 1,
      subject_kind: 'accessRequest',
      name: 'Access to accounts',
      ...live,
      stages: [stage('Account owner', 'accountOwner')],
    },
    {
      id: stableId('policy/sandbox-request'),
      version: 1,
      subject_kind: 'sandboxRequest',
      name: 'Sandboxes',
      ...live,
      stages: [stage('Manager', 'manager')],
    },
    {
      id: stableId('policy/sandbox-access-request'),
      version: 1,
      subject_kind: 'sandboxAccessRequest',
      name: 'Access to sandboxes',
      ...live,
      stages: [stage('Sandbox owner', 'sandboxOwner')],
    },
  ]
}
