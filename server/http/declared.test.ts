import { expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { contractStatuses } from './declared.ts'

const operationDeclaring = (status: number) =>
  operations
    .filter((operation) => contractStatuses(operation).includes(status))
    .map(({ id }) => id)
    .sort()

it('declares only success and the errors of the contract', () => {
  expect(operationDeclaring(503)).toEqual(['getHealth'])
  expect(operationDeclaring(404)).toEqual([
    'getAccountAccess',
    'getPolicyCompliance',
    'getVulnerabilitySummary',
    'listAdvisorCostRecommendations',
    'listResourceVulnerabilities',
    'listResources',
  ])
  expect(operationDeclaring(401)).toEqual(
    expect.arrayContaining(['addSandboxMembers', 'grantAccountAccess', 'listMyAccounts', 'refreshPimRoles']),
  )
  expect(operationDeclaring(401)).not.toContain('listTowers')
  const allStatuses = new Set(operations.flatMap(contractStatuses))
  expect([...allStatuses].sort()).toEqual([200, 201, 202, 204, 401, 404, 503])
})
