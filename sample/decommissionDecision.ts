import type { Company, SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

export function decommissionDecision(
  { families, towers, people, groups }: Company,
  account: SampleAccount,
  { id, requested, started }: { id: string; requested: Date; started: Date },
) {
  const [requester] = account.ownerIds
  const pickApprover = (ids: readonly string[]) =>
    ids.find((each) => each !== requester && people.find((person) => person.id === each)?.enabled)
  const board = groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')?.id
  const isProduction = account.environment === 'production'
  const family = families.find((each) => each.id === account.familyId)!
  const tower = towers.find((each) => each.id === account.towerId)!
  const stages = [
    { name: 'Family owner', kind: 'familyOwner', approver: pickApprover(family.ownerIds) },
    ...(isProduction ? [{ name: 'Tower lead', kind: 'towerLead', approver: pickApprover(tower.leadIds) }] : []),
  ]
  if (stages.some(({ approver }) => !approver)) return { approvals: [], approval_stages: [], approval_decisions: [] }
  const approvalId = stableId(`approval/decommission/${account.id}`)
  const times = stages.map(
    (_, stage) => new Date(requested.getTime() + ((started.getTime() - requested.getTime()) * (stage + 1)) / stages.length),
  )
  return {
    approvals: [
      {
        id: approvalId,
        subject_kind: 'accountUpdate',
        subject_id: id,
        requester_id: requester,
        policy_id: stableId('policy/account-update'),
        policy_version: 1,
        tower_id: account.towerId,
        family_id: account.familyId,
        account_id: account.id,
        catalogue_item_ids: [],
        status: 'approved',
        stage: stages.length,
        opened_at: requested,
        due_at: new Date(requested.getTime() + 14 * 24 * 3_600_000),
        closed_at: started,
        version: 2,
        facts: {},
      },
    ],
    approval_stages: stages.map(({ name, kind }, stage) => ({
      approval_id: approvalId,
      stage: stage + 1,
      name,
      rule: { kind, fallbackGroupId: board },
      minimum: 1,
      status: 'approved',
      opened_at: times[stage - 1] ?? requested,
      closed_at: times[stage]!,
    })),
    approval_decisions: stages.map(({ approver }, stage) => ({
      id: stableId(`decision/decommission/${account.id}/${stage}`),
      approval_id: approvalId,
      stage: stage + 1,
      approver_id: approver,
      requester_id: requester,
      decision: 'approve',
      comment: '',
      decided_at: times[stage]!,
    })),
  }
}
