import { expect, it } from 'vitest'
import { parseAzureError, scopeHref } from './parseAzureError.ts'

const scope = '/subscriptions/225e02bc-43d0-43d1-a01a-17e584a4ef69/resourcegroups/aro/providers/Microsoft.Storage/storageAccounts/cluster'
const message = `The client 'b9bc' with object id 'b9bc' does not have authorization to perform action 'Microsoft.Storage/storageAccounts/write' over scope '${scope}' or the scope is invalid.`

it('reads the action and the scope that Azure denied', () => {
  const excerpt = JSON.stringify({ error: { code: 'AuthorizationFailed', message } })
  expect(parseAzureError(excerpt)).toEqual({ action: 'Microsoft.Storage/storageAccounts/write', scope })
})

it.each([null, '', 'Too many requests', message.slice(0, message.indexOf('/providers'))])('returns nothing for %j', (excerpt) =>
  expect(parseAzureError(excerpt)).toBeUndefined(),
)

it('links only to scopes in a subscription', () => {
  expect(scopeHref('https://portal.azure.com', scope)).toBe(`https://portal.azure.com/#resource${scope}`)
  expect(scopeHref('https://portal.azure.com', '/providers/Microsoft.ResourceHealth')).toBeUndefined()
  expect(scopeHref('https://portal.azure.com', '/subscriptions/../../evil')).toBeUndefined()
})
