import { policyOverrideOf } from '../server/features/sandboxes/requests/approvalRule.ts'
import type { SampleSandbox } from './sampleSandbox.ts'
import { approvalRuleResultOf } from './sandboxes.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

type Row = Record<string, unknown>
const hour = 3_600_000

/** The manager’s stage of a sandbox request, which the board decides if there is no manager. */
export const managerStage = ({ groups }: Company) => ({
  stage: 1,
  name: 'Manager',
  rule: { kind: 'manager', fallbackGroupId: groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')?.id },
  minimum: 1,
})

/** Returns the decisions on the requests of the sample’s sandboxes: by the template’s rule, or by the requester’s manager. */
export function sandboxApprovals(company: Company, sandboxes: readonly SampleSandbox[], requestIdOf: (name: string) => string) {
  const people = new Map(company.people.map((person) => [person.id, person]))
  const stage = managerStage(company)
  const board = company.groups.find(({ id }) => id === stage.rule.fallbackGroupId)?.memberIds ?? []
  const automatic: Row[] = []
  const decided: Record<'approvals' | 'stages' | 'decisions', Row[]> = { approvals: [], stages: [], decisions: [] }
  for (const sandbox of sandboxes) {
    const { plan, ownerIds, towerId, requestedAt, approvedAt } = sandbox
    const override = policyOverrideOf(approvalRuleResultOf(sandbox))
    const requesterId = ownerIds[0]!
    const approval = {
      id: stableId(`sandbox-approval/${plan.name}`),
      subject_kind: 'sandboxRequest',
      subject_id: requestIdOf(plan.name),
      requester_id: requesterId,
      policy_id: stableId('policy/sandbox-request'),
      policy_version: 1,
      tower_id: towerId,
      catalogue_item_ids: [],
      status: 'approved',
      override_outcome: override?.outcome ?? null,
      opened_at: requestedAt,
      closed_at: approvedAt,
      version: 1,
    }
    if (override?.outcome === 'approved') {
      automatic.push({ ...approval, stage: 0, automatic: override.reason, due_at: requestedAt })
      continue
    }
    const approver = [people.get(requesterId)?.managerId, ...board].find((id) => id && id !== requesterId && people.get(id)?.enabled)
    decided.approvals.push({ ...approval, stage: 1, due_at: new Date(requestedAt.getTime() + 14 * 24 * hour), version: 2 })
    decided.stages.push({ ...stage, approval_id: approval.id, status: 'approved', opened_at: requestedAt, closed_at: approvedAt })
    decided.decisions.push({
      id: stableId(`sandbox-decision/${plan.name}`),
      approval_id: approval.id,
      stage: stage.stage,
      approver_id: approver,
      requester_id: requesterId,
      decision: 'approve',
      comment: '',
      decided_at: approvedAt,
    })
  }
  return { automatic, decided }
}
