import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { graphRoleIds } from '../server/clients/graph/graphAppRoles.ts'
import { requirements } from '../server/clients/requirements/requirements.ts'
import { permissionsFile, permissionsPage } from './permissions.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

it('matches the committed permissions page', () => {
  expect(read('docs/permissions.md')).toBe(permissionsPage())
})

it('lists each permission once', () => {
  const names = requirements.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe('the list of the Bicep files', () => {
  it('matches the committed file', () => {
    expect(read('deploy/azure/permissions.json')).toBe(permissionsFile())
  })

  it('has all permissions in Azure, Key Vault and Microsoft Graph, except the billing role', () => {
    const { azure, keyVault, graph } = JSON.parse(permissionsFile()) as {
      azure: { actions: string[]; conditionalActions: string[] }
      keyVault: { dataActions: string[] }
      graph: { name: string }[]
    }
    const listed = requirements
      .filter(({ service }) => ['Azure', 'Key Vault', 'Microsoft Graph'].includes(service))
      .map(({ name }) => name)
      .filter((name) => name !== 'Subscription creator')
    const granted = [...azure.actions, ...azure.conditionalActions, ...keyVault.dataActions, ...graph.map(({ name }) => name)]
    expect(granted.sort()).toEqual(listed.sort())
    expect(azure.conditionalActions).toEqual(['Microsoft.Authorization/roleAssignments/write'])
  })

  it('has the IDs that Microsoft publishes', () => {
    expect(graphRoleIds).toEqual(publishedIds)
  })
})

/**
 * Application permissions in Microsoft's list of 7 August 2026:
 * https://github.com/microsoftgraph/microsoft-graph-devx-content/blob/6cbd6bbd665a877560fdefbad74f3bdb5b57af88/permissions/permissions-descriptions.json
 */
const publishedIds = {
  'Directory.Read.All': '7ab1d382-f21e-4acd-a863-ba3e13f7da61',
  'Directory.ReadWrite.All': '19dbc75e-c2e2-444c-a770-ec69d8559fc7',
  'Group.ReadWrite.All': '62a82d76-70ea-41e2-9197-370581804d09',
  'MailboxSettings.Read': '40f97065-369a-49f4-947c-6a255697ae91',
  'MailboxSettings.ReadWrite': '6931bccd-447a-43d1-b442-00a195474933',
}
