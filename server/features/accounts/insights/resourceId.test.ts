import { expect, test } from 'vitest'
import { resourceIdParts } from './resourceId.ts'

const subscription = '/subscriptions/4A10E927-6607-598A-8BB4-E05D98855AC8'

test.each([
  [
    `${subscription}/resourceGroups/rg-a/providers/Microsoft.Compute/virtualMachines/vm-1`,
    'rg-a',
    'Microsoft.Compute/virtualMachines',
    'vm-1',
  ],
  [
    `${subscription}/resourcegroups/rg-a/providers/Microsoft.Sql/servers/sql-1/databases/db-1`,
    'rg-a',
    'Microsoft.Sql/servers/databases',
    'db-1',
  ],
  [
    `${subscription}/resourceGroups/rg-a/providers/Microsoft.Compute/virtualMachines/vm-1/providers/Microsoft.Insights/diagnosticSettings/d`,
    'rg-a',
    'Microsoft.Insights/diagnosticSettings',
    'd',
  ],
  [`${subscription}/resourceGroups/rg-a`, 'rg-a', 'Microsoft.Resources/resourceGroups', 'rg-a'],
  [subscription, null, 'Microsoft.Resources/subscriptions', '4A10E927-6607-598A-8BB4-E05D98855AC8'],
])('parses %s', (id, resourceGroup, type, name) => {
  expect(resourceIdParts(id)).toEqual({ subscriptionId: '4a10e927-6607-598a-8bb4-e05d98855ac8', resourceGroup, type, name })
})

test('returns an empty subscription for a malformed ID', () => {
  expect(resourceIdParts('repositories/api').subscriptionId).toBe('')
})
