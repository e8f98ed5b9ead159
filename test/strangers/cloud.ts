import { rmSync } from 'node:fs'
import { ClientSecretCredential } from '@azure/identity'
import { inject } from 'vitest'
import type { SampleAccount } from '../../sample/shapes.ts'
import { listResources } from '../../simulator/arm/resourceStore.ts'
import { findSubscription } from '../../simulator/arm/subscriptionStore.ts'
import { platformClientId, platformClientSecret } from '../../simulator/core/constants.ts'
import type { Simulator } from '../../simulator/core/simulator.ts'
import { startSimulator } from '../../simulator/simulator.ts'
import { keepCalls } from '../keptCalls.ts'
import { simulatorFolder } from '../simulatorFolder.ts'
import { trust } from '../trust.ts'

/** A simulator and what the vendors' own clients need to call it: nothing of Slipway's connectors is involved. */
export interface Cloud {
  sim: Simulator
  /** The platform team's automation: Slipway's identity holds only what Slipway needs. */
  credential: ClientSecretCredential
  /** The only option that the clients of Azure get. */
  arm: { endpoint: string }
  /** Answers calls whose path matches with 429 and a wait of a second, once. */
  throttleOnce(service: 'arm' | 'graph' | 'keyvault' | 'git' | 'azuredevops', path: string, headers?: Record<string, string>): void
  close(): Promise<void>
}

export async function startCloud(): Promise<Cloud> {
  const dataDir = simulatorFolder()
  const sim = await startSimulator({ dataDir })
  keepCalls(sim, inject('callsDir'))
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
  const found = sim.company.accounts.find((account) => account.kind === 'cloud' && account.status === 'active' && is(account))
  if (!found) throw new Error('The sample company has no such account.')
  return found
}

/** An active account whose subscription has a resource of this type. */
export function accountWith(cloud: Cloud, type: string): SampleAccount {
  return activeAccount(cloud, ({ subscriptionId }) =>
    listResources(cloud.sim, findSubscription(cloud.sim, subscriptionId)).some((each) => each.type.toLowerCase() === type.toLowerCase()),
  )
}

export const items = <T>(pages: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(pages)
