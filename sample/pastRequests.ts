import { evaluateRules, type PolicyRules } from '../server/approvals/rules.ts'
import type { PolicyStage } from '../server/db/tables.ts'
import { pastFacts } from './pastFacts.ts'
import { policies } from './policies.ts'
import { seededRandom } from './seededRandom.ts'
import type { Company, SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

const hour = 3_600_000
const policyId = stableId('policy/account-request')

interface History {
  requests: Record<string, unknown>[]
  approvals: Record<string, unknown>[]
  stages: Record<string, unknown>[]
  decisions: Record<string, unknown>[]
  requestOf(accountId: string): string | null
}

function details(account: SampleAccount) {
  return {
    name: account.name,
    description: account.description,
    purpose: `Run ${account.name} for the ${account.environment} environment.`,
    environment: account.environment,
    workload: account.workload,
    towerId: account.towerId,
    familyId: account.familyId,
    ownerIds: account.ownerIds,
    costCentre: account.costCentre,
    dataClassification: account.dataClassification,
    criticality: account.criticality,
    region: account.region,
    connectivity: account.network.connectivity,
    budget: account.budget,
    catalogueItemIds: account.catalogueItemIds,
    accessGroups: [],
    tags: {},
  }
}

/**
 * Returns the requests of the newest accounts, with realistic waiting times, so that a fresh installation can estimate how long decisions
 * take. Each has the votes that the live policy needs.
 */
export function pastRequests(company: Company): History {
  const random = seededRandom('past requests')
  const policy: PolicyRules = { reject: [], approve: [], stages: policies(company).find(({ id }) => id === policyId)!.stages }
  const newest = company.accounts
    .filter((account) => account.kind === 'cloud' && account.status === 'active')
    .sort((left, right) => right.createdAt.localeCompare(left.createdAt))
    .slice(0, 160)
    .reverse()
  const history: History = {
    requests: [],
    approvals: [],
    stages: [],
    decisions: [],
    requestOf: (accountId) => byAccount.get(accountId) ?? null,
  }
  const byAccount = new Map<string, string>()
  const enabled = new Set(company.people.filter((person) => person.enabled).map((person) => person.id))
  newest.forEach((account, index) => {
    const requester = account.ownerIds.find((id) => enabled.has(id))
    if (!requester) return
    const facts = pastFacts(company, account, requester)
    const result = evaluateRules(policy, facts)
    if (result.outcome !== 'stages') return
    const { stages } = result
    const approvers = stages.map((stage) => pickApprover(company, account, stage, requester))
    if (approvers.some((approver) => !approver)) return
    const id = stableId(`request/${account.id}`)
    const approvalId = stableId(`approval/${account.id}`)
    const later = seededRandom(`later stages/${account.id}`)
    const waits = stages.map((_, stage) => (0.5 + (stage < 2 ? random : later).next() ** 2 * (stage === 0 ? 30 : 40)) * hour)
    const completedAtMs = Date.parse(account.createdAt) - 0.2 * hour
    const openedTimes = waits.map((_, stage) => completedAtMs - waits.slice(stage).reduce((total, wait) => total + wait, 0))
    const closed = [...openedTimes.slice(1), completedAtMs]
    const time = (position: number) => new Date(position).toISOString()
    byAccount.set(account.id, id)
    history.requests.push({
      id,
      reference: `ACC-${account.createdAt.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      requester_id: requester,
      status: 'approved',
      name: account.name,
      details: details(account),
      tower_id: account.towerId,
      family_id: account.familyId,
      account_id: account.id,
      version: 3,
      submitted_at: time(openedTimes[0]!),
      created_at: time(openedTimes[0]!),
      updated_at: time(completedAtMs),
    })
    history.approvals.push({
      id: approvalId,
      subject_kind: 'accountRequest',
      subject_id: id,
      requester_id: requester,
      policy_id: policyId,
      policy_version: 1,
      tower_id: account.towerId,
      family_id: account.familyId,
      catalogue_item_ids: account.catalogueItemIds,
      status: 'approved',
      stage: stages.length,
      opened_at: time(openedTimes[0]!),
      due_at: time(openedTimes[0]! + 14 * 24 * hour),
      closed_at: time(completedAtMs),
      version: 3,
      facts,
    })
    stages.forEach(({ name, rule, minimum }, stage) => {
      history.stages.push({
        approval_id: approvalId,
        stage: stage + 1,
        name,
        rule,
        minimum,
        status: 'approved',
        opened_at: time(openedTimes[stage]!),
        closed_at: time(closed[stage]!),
      })
      history.decisions.push({
        id: stableId(`decision/${account.id}/${stage}`),
        approval_id: approvalId,
        stage: stage + 1,
        approver_id: approvers[stage],
        requester_id: requester,
        decision: 'approve',
        comment: '',
        decided_at: time(closed[stage]!),
      })
    })
  })
  return history
}

function pickApprover(company: Company, account: SampleAccount, { rule }: PolicyStage, requesterId: string): string | undefined {
  const requester = company.people.find(({ id }) => id === requesterId)!
  const others = new Set(company.people.filter((each) => each.enabled && each.employeeId !== requester.employeeId).map(({ id }) => id))
  const membersOf = (groupId: string | undefined) => company.groups.find(({ id }) => id === groupId)?.memberIds ?? []
  const named = {
    familyOwner: () => company.families.find(({ id }) => id === account.familyId)!.ownerIds,
    towerLead: () => company.towers.find(({ id }) => id === account.towerId)!.leadIds,
    productApprover: () =>
      company.catalogue.filter(({ id }) => account.catalogueItemIds.includes(id)).flatMap(({ approverIds }) => approverIds),
  }
  if (rule.kind === 'directoryGroup') {
    const members = membersOf(rule.groupId).filter((id) => others.has(id))
    return members.length > 0 ? seededRandom(`board/${account.id}`).pick(members) : undefined
  }
  return rule.kind in named ? named[rule.kind as keyof typeof named]().find((id) => others.has(id)) : undefined
}
