import { pastFacts } from './pastFacts.ts'
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

const stageNames = [
  ['Family owner', 'familyOwner'],
  ['Tower lead', 'towerLead'],
] as const

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
 * take.
 */
export function pastRequests(company: Company): History {
  const random = seededRandom('past requests')
  const board = company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')?.id
  const enabled = new Set(company.people.filter((person) => person.enabled).map((person) => person.id))
  const towers = new Map(company.towers.map((tower) => [tower.id, tower]))
  const families = new Map(company.families.map((family) => [family.id, family]))
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
  newest.forEach((account, index) => {
    const requester = account.ownerIds.find((id) => enabled.has(id))
    const approvers = [families.get(account.familyId)?.ownerIds, towers.get(account.towerId)?.leadIds].map((ids) =>
      ids?.find((id) => enabled.has(id) && id !== requester),
    )
    if (!requester || approvers.some((approver) => !approver)) return
    const id = stableId(`request/${account.id}`)
    const approvalId = stableId(`approval/${account.id}`)
    const waitHours = [0.5 + random.next() ** 2 * 30, 0.5 + random.next() ** 2 * 40].map((hours) => hours * hour)
    const completedAtMs = Date.parse(account.createdAt) - 0.2 * hour
    const openedTimes = [completedAtMs - waitHours[0]! - waitHours[1]!, completedAtMs - waitHours[1]!]
    const closed = [openedTimes[1]!, completedAtMs]
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
      stage: 2,
      opened_at: time(openedTimes[0]!),
      due_at: time(openedTimes[0]! + 14 * 24 * hour),
      closed_at: time(completedAtMs),
      version: 3,
      facts: pastFacts(company, account, requester) ?? {},
    })
    stageNames.forEach(([name, kind], stage) => {
      history.stages.push({
        approval_id: approvalId,
        stage: stage + 1,
        name,
        rule: { kind, fallbackGroupId: board },
        minimum: 1,
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
