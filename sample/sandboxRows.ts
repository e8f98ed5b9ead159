import type { SampleSandbox } from './sampleSandbox.ts'
import { sandboxApprovals } from './sandboxApprovals.ts'
import { sandboxEvents } from './sandboxEvents.ts'
import { approvalRuleResultOf, freeGroup, hostId, machineNames, sampleSandboxes, workloadOf } from './sandboxes.ts'
import { sandboxHosts } from './sandboxHosts.ts'
import { openSandboxRequests } from './sandboxRequests.ts'
import { spendRows } from './sandboxSpend.ts'
import { sandboxTemplates } from './sandboxTemplates.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

type Row = Record<string, unknown>
const hour = 3_600_000
const founded = '2024-01-08T09:00:00Z'
const roleIds: Record<string, string> = {
  Contributor: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
  Reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
}
const requestIdOf = (name: string) => stableId(`sandbox-request/${name}`)
const referenceOf = (requestedAt: Date, number: number) => `SBX-${requestedAt.getUTCFullYear()}-${String(number).padStart(4, '0')}`

export function sandboxRows(company: Company, now: Date) {
  const sandboxes = sampleSandboxes(company, now).sort((left, right) => left.requestedAt.getTime() - right.requestedAt.getTime())
  const requests = sandboxes.map((sandbox, index) => requestRow(sandbox, index + 1))
  const open = openSandboxRequests(company, now, requests.length)
  const spend = sandboxes.map((sandbox) => spendRows({ sandbox, rate: sandbox.rate, until: sandbox.until }, now))
  const groups = sandboxes.flatMap((sandbox) => groupRows(sandbox))
  const past = sandboxApprovals(company, sandboxes, requestIdOf)
  const tables: [table: string, rows: Row[]][] = [
    ['sandbox_templates', Object.values(sandboxTemplates).map((template) => ({ ...template, visibility: 'everyone', ...emptyColumns }))],
    ['sandbox_hosts', hostRows()],
    ['sandbox_requests', [...requests, ...open.requests]],
    ['sandboxes', sandboxes.map((sandbox) => sandboxRow(sandbox))],
    [
      'sandbox_owners',
      sandboxes.flatMap(({ id, ownerIds }) => ownerIds.map((person_id, position) => ({ sandbox_id: id, person_id, position }))),
    ],
    ['sandbox_actions', sandboxes.filter(({ plan }) => plan.status === 'failed').map((sandbox) => failedAction(sandbox, now))],
    ['access_groups', groups.map(({ group }) => group)],
    ['group_assignments', groups.flatMap(({ assignments }) => assignments)],
    [
      'sandbox_events',
      sandboxes.flatMap((sandbox, index) => sandboxEvents(sandbox, referenceOf(sandbox.requestedAt, index + 1), company, now)),
    ],
    ['sandbox_meters', spend.flatMap(({ meters }) => meters)],
    ['sandbox_days', spend.flatMap(({ days }) => days)],
    ['sandbox_spend', spend.flatMap(({ points }) => points)],
    ['approvals', [...past.automatic, ...open.approvals]],
    ['approval_stages', open.stages],
  ]
  return { tables, decided: past.decided }
}

const emptyColumns = { visible_to: [], enabled: true, currency: 'GBP', version: 1, created_at: founded, updated_at: founded }

function hostRows(): Row[] {
  return sandboxHosts.map(({ name, subscriptionId, kind }, index) => ({
    id: hostId(subscriptionId),
    subscription_id: subscriptionId,
    name,
    kind,
    capacity: kind === 'shared' ? 40 : 1,
    // The last pool host holds resources that could not be removed.
    status: index === sandboxHosts.length - 1 ? 'quarantined' : 'available',
    note: index === sandboxHosts.length - 1 ? 'Azure can’t delete a network gateway. A support request is open.' : '',
    cooldown_hours: 48,
    version: 1,
    created_at: founded,
    updated_at: founded,
  }))
}

function requestRow(
  { id, plan, template, ownerIds, towerId, region, budget, requestedAt, approvedAt }: SampleSandbox,
  number: number,
): Row {
  const ruleResult = approvalRuleResultOf({ plan, template, budget })
  return {
    id: requestIdOf(plan.name),
    reference: referenceOf(requestedAt, number),
    kind: 'new',
    template_id: template.id,
    sandbox_id: id,
    requester_id: ownerIds[0],
    tower_id: towerId,
    details: { name: plan.name, region, hours: plan.hours, budget, ownerIds, members: [] },
    name: plan.name,
    justification: plan.purpose,
    status: 'approved',
    automatic: ruleResult.automatic,
    decision_reasons: ruleResult.reasons,
    version: 2,
    submitted_at: requestedAt,
    created_at: requestedAt,
    updated_at: approvedAt,
  }
}

function sandboxRow(sandbox: SampleSandbox): Row {
  const { plan, template, start, end, stoppedAt, budget, spent, approvedAt } = sandbox
  const isEnding = ['deleting', 'deleted', 'quarantined'].includes(plan.status)
  const isFrozen = plan.status === 'frozen'
  const isRemoved = plan.status === 'deleted' || plan.status === 'quarantined'
  const deleteAt = isEnding && stoppedAt ? new Date(stoppedAt.getTime() + 24 * hour) : null
  return {
    id: sandbox.id,
    name: plan.name,
    purpose: plan.purpose,
    status: plan.status,
    template_id: template.id,
    terms: {
      templateName: template.name,
      allowedResourceTypes: template.allowed_resource_types,
      maxBudget: template.max_budget,
      maxHours: template.max_hours,
      maxExtensions: template.max_extensions,
      extensionHours: template.extension_hours,
      maxMembers: template.max_members,
      thresholds: template.thresholds,
      reminderHours: template.reminder_hours,
      idleHours: template.idle_hours,
      approval: template.approval,
      groups: template.groups,
    },
    request_id: requestIdOf(plan.name),
    requester_id: sandbox.ownerIds[0],
    tower_id: sandbox.towerId,
    region: sandbox.region,
    hosting: template.hosting,
    host_id: sandbox.host?.id ?? null,
    subscription_id: sandbox.host?.subscriptionId ?? null,
    resource_group: sandbox.resourceGroup,
    lease_hours: plan.hours,
    lease_start: start,
    lease_end: end,
    extensions_used: plan.extended ?? 0,
    currency: 'GBP',
    budget_limit: budget,
    spent,
    hourly_rate: start && !isEnding && !isFrozen ? sandbox.rate : 0,
    spend_at: start && sandbox.until,
    limit_reached_at: plan.cause === 'budget' || spent >= budget ? stoppedAt : null,
    frozen_at: isFrozen ? stoppedAt : null,
    freeze_cause: isFrozen ? plan.cause : null,
    delete_requested_at: isEnding ? stoppedAt : null,
    delete_requested_by: isEnding && plan.cause === 'owner' ? sandbox.ownerIds[0] : null,
    delete_cause: isEnding ? plan.cause : null,
    delete_at: deleteAt,
    removing_at: isRemoved ? deleteAt : null,
    cleanup_failures: plan.status === 'quarantined' ? 3 : 0,
    deleted_at: plan.status === 'deleted' && deleteAt ? new Date(deleteAt.getTime() + 0.2 * hour) : null,
    frozen_state: { assignments: [], stopped: machinesOf(sandbox) },
    version: 3,
    created_at: approvedAt,
    updated_at: stoppedAt ?? start ?? approvedAt,
  }
}

function machinesOf({ plan, isDeployed, host, resourceGroup, stoppedAt }: SampleSandbox): string[] {
  if (!isDeployed || !stoppedAt || !host || workloadOf[plan.template] !== 'machineLab') return []
  return machineNames(resourceGroup ?? freeGroup(plan.name)).map(
    (name) =>
      `/subscriptions/${host.subscriptionId}/resourceGroups/${resourceGroup ?? freeGroup(plan.name)}/providers/Microsoft.Compute/virtualMachines/${name}`,
  )
}

function failedAction({ id, plan }: SampleSandbox, now: Date): Row {
  const ended = new Date(now.getTime() - 2 * hour)
  return {
    id: stableId(`sandbox-action/${plan.name}`),
    sandbox_id: id,
    kind: 'provision',
    status: 'failed',
    reason: '',
    created_at: new Date(ended.getTime() - 0.4 * hour),
    ended_at: ended,
  }
}

function groupRows(sandbox: SampleSandbox): { group: Row; assignments: Row[] }[] {
  const { id, plan, template, host, resourceGroup, start } = sandbox
  const isOver = plan.status === 'deleted'
  // The failed removal has revoked the access, and deletes the groups later.
  const isRemoving = plan.status === 'quarantined'
  const scope = `/subscriptions/${host?.subscriptionId ?? ''}${resourceGroup ? `/resourceGroups/${resourceGroup}` : ''}`
  return sandbox.groups.map((group, index) => ({
    group: {
      id: group.id,
      account_id: null,
      sandbox_id: id,
      directory_group_id: group.directoryId,
      name: group.name,
      description: `${template.name} ${plan.name}: ${group.role}`,
      roles: isOver ? [] : [{ roleDefinitionId: roleIds[group.role], roleName: group.role, scope }],
      assignment: 'active',
      requestable: index > 0,
      max_duration_hours: null,
      status: isOver ? 'deleted' : isRemoving ? 'deleting' : 'ready',
      version: 1,
      created_at: start,
      updated_at: start,
      search_text: '',
      abilities: [],
      allowed_actions: [],
      breadth: 0,
    },
    assignments: isOver
      ? []
      : group.memberIds.map((personId) => ({
          id: stableId(`sandbox-assignment/${group.name}/${personId}`),
          group_id: group.id,
          person_id: personId,
          via: 'admin',
          granted_by: index === 0 ? null : sandbox.ownerIds[0],
          reason: index === 0 ? 'The person owns the sandbox.' : 'The person was listed in the sandbox request.',
          starts_at: start,
          ends_at: null,
          status: isRemoving ? 'revoking' : 'active',
          version: 1,
          created_at: start,
          updated_at: start,
        })),
  }))
}
