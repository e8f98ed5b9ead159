import { describe, expect, it } from 'vitest'
import type { PolicyFacts } from '../server/approvals/facts.ts'
import { evaluateRules, type PolicyRules } from '../server/approvals/rules.ts'
import { company } from './company.ts'
import { pastRequests } from './pastRequests.ts'
import { policies } from './policies.ts'

const northgate = company()
const history = pastRequests(northgate)
const { stages } = policies(northgate).find(({ subject_kind }) => subject_kind === 'accountRequest')!
const policy: PolicyRules = { reject: [], approve: [], stages }

describe('pastRequests', () => {
  it('has exactly the stages that the live policy demands, also for production and restricted items', () => {
    const stagesOf = (id: unknown) => history.stages.filter(({ approval_id }) => approval_id === id).map(({ name }) => name)
    const results = history.approvals.map(({ id, facts }) => ({ id, result: evaluateRules(policy, facts as PolicyFacts) }))
    expect(results.map(({ id }) => stagesOf(id))).toEqual(
      results.map(({ result }) => (result.outcome === 'stages' ? result.stages.map(({ name }) => name) : [])),
    )
    const environments = history.requests.map(({ details }) => (details as { environment: string }).environment)
    const boards = history.approvals.map(({ id }) => stagesOf(id).includes('Cloud Architecture Board'))
    expect(boards).toEqual(environments.map((environment) => environment === 'production'))
    expect(boards).toContain(true)
    expect(history.stages.map(({ name }) => name)).toContain('Product approvers')
  })

  it('has a vote of another person with a seat in each stage', () => {
    const board = northgate.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    const productApprovers = northgate.catalogue.flatMap(({ approverIds }) => approverIds)
    const votesIn = (stage: Record<string, unknown>) =>
      history.decisions.filter((vote) => vote['approval_id'] === stage['approval_id'] && vote['stage'] === stage['stage'])
    for (const stage of history.stages) {
      const [vote, ...others] = votesIn(stage)
      expect(others).toEqual([])
      expect(vote!['approver_id']).not.toBe(vote!['requester_id'])
      if (stage['name'] === board.displayName) expect(board.memberIds).toContain(vote!['approver_id'])
      if (stage['name'] === 'Product approvers') expect(productApprovers).toContain(vote!['approver_id'])
    }
  })
})
