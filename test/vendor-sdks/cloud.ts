import { rmSync } from 'node:fs'
import { ClientSecretCredential } from '@azure/identity'
import { inject } from 'vitest'
import type { SampleAccount } from '../../sample/shapes.ts'
import { listResources } from '../../simulator/arm/resourceStore.ts'
import { findSubscription } from '../../simulator/arm/subscriptionStore.ts'
import { platformClientId, platformClientSecret } from '../../simulator/core/constants.ts'
import type { Simulator } from '../../simulator/core/simulator.ts'
import { startSimulator } from '../../simulator/simulator.ts'
import { recordCallsTo } from '../recordedCalls.ts'
import { simulatorFolder } from '../simulatorFolder.ts'
import { trust } from '../trust.ts'

export interface Cloud {
  sim: Simulator
  /** The platform team’s identity, because Slipway’s has only the permissions that Slipway needs. */
  credential: ClientSecretCredential
  arm: { endpoint: string }
  throttleOnce(service: 'arm' | 'graph' | 'keyvault' | 'git' | 'azuredevops', path: string, headers?: Record<string, string>): void
  close(): Promise<void>
}

export async function startCloud(): Promise<Cloud> {
  const dataDir = simulatorFolder()
  const sim = await startSimulator({ dataDir })
  recordCallsTo(sim, inject('callsDir'))
  trust(sim.caPem)
  return {
    sim,
    credential: credentialOf(sim, platformClientId, platformClientSecret),
    arm: { endpoint: sim.origins.arm },
    throttleOnce: (service, path, headers = {}) =>
      void sim.faults.add({
        service,
        path,
        count: 1,
        action: {
          kind: 'status',
          status: 429,
          headers: { 'retry-after': '1', ...headers },
          body: { error: { code: 'TooManyRequests', message: 'Please try again later.' } },
        },
      }),
    async close() {
      await sim.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function credentialOf({ origins, tenantId }: Simulator, clientId: string, clientSecret: string): ClientSecretCredential {
  return new ClientSecretCredential(tenantId, clientId, clientSecret, { authorityHost: origins.identity, disableInstanceDiscovery: true })
}

export function activeAccount({ sim }: Cloud, is: (account: SampleAccount) => boolean = () => true): SampleAccount {
  const match = sim.company.accounts.find((account) => account.kind === 'cloud' && account.status === 'active' && is(account))
  if (!match) throw new Error('The sample company has no such account.')
  return match
}

export function accountWith(cloud: Cloud, type: string): SampleAccount {
  return activeAccount(cloud, ({ subscriptionId }) =>
    listResources(cloud.sim, findSubscription(cloud.sim, subscriptionId)).some((each) => each.type.toLowerCase() === type.toLowerCase()),
  )
}

export const items = <T>(pages: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(pages)
