import { expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { contractStatuses } from './declared.ts'

const declaring = (status: number) =>
  operations
    .filter((operation) => contractStatuses(operation).includes(status))
    .map(({ id }) => id)
    .sort()

it('declares success and the errors of the contract, and no others', () => {
  expect(declaring(503)).toEqual(['getHealth'])
  expect(declaring(404)).toEqual([
    'getAccountAccess',
    'getPolicyCompliance',
    'getVulnerabilitySummary',
    'listAdvisorCostRecommendations',
    'listResourceVulnerabilities',
    'listResources',
  ])
  expect(declaring(401)).toEqual(expect.arrayContaining(['addSandboxMembers', 'grantAccountAccess', 'listMyAccounts', 'refreshPimRoles']))
  expect(declaring(401)).not.toContain('listTowers')
  const all = new Set(operations.flatMap(contractStatuses))
  expect([...all].sort()).toEqual([200, 201, 202, 204, 401, 404, 503])
})
