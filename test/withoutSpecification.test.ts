import { expect, it } from 'vitest'
import type { Exchange } from '../simulator/core/exchangeLog.ts'
import { kindOf } from './recordedExchanges.ts'
import { exchangesPage, reasonFor } from './withoutSpecification.ts'

const scope = '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590'
const kind = (method: string, path: string, version: string) =>
  kindOf({ method, path, query: { 'api-version': version }, status: 200 } as unknown as Exchange)

it('has a reason for each listed call, ignoring case', () => {
  for (const [path, version] of [
    [`${scope}/providers/microsoft.authorization/Locks`, '2020-05-01'],
    [`${scope}/providers/Microsoft.KeyVault/vaults`, '2026-02-01'],
    [`${scope}/metrics:getBatch`, '2024-02-01'],
    [`${scope}/providers/Microsoft.Network/locations/uksouth/operations/1`, '2024-01-01'],
  ] as const)
    expect(reasonFor(kind('GET', path, version)), path).toBeDefined()
})

it('has no reason for an unlisted call, so that a run with it fails', () => {
  for (const path of [
    `${scope}/providers/Microsoft.Storage/storageAccounts`,
    `${scope}/providers/Microsoft.Network/virtualNetworks`,
    `${scope}/providers/Microsoft.Compute/virtualMachines`,
    `${scope}/providers/Microsoft.Authorization/roleAssignments`,
  ])
    expect(reasonFor(kind('GET', path, '2099-01-01')), path).toBeUndefined()
})

it('matches the committed page', async () => {
  await expect(exchangesPage()).toMatchFileSnapshot('../docs/exchanges.md')
})
