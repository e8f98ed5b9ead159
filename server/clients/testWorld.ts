import { rmSync } from 'node:fs'
import { inject } from 'vitest'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import { eventuallyConsistentServices } from '../../simulator/core/consistency.ts'
import type { Simulator } from '../../simulator/core/simulator.ts'
import { startSimulator } from '../../simulator/simulator.ts'
import { recordCallsTo } from '../../test/recordedCalls.ts'
import { recordPermissions } from '../../test/recordedPermissions.ts'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { watchRequirements } from '../../test/watchRequirements.ts'
import { readConfig } from '../config.ts'
import { type Clients, createClients, type ExternalConfig } from './clients.ts'
import { systemClock } from './clock.ts'

export interface TestWorld {
  sim: Simulator
  clients: Clients
  config: ExternalConfig
  log(): string
  calls(service: keyof Simulator['origins']): string[]
  clearCache(): void
  close(): Promise<void>
}

/**
 * Starts a simulator with clients for tests. Waits take a hundredth of the time.
 * @param countsPermissions whether permissions used here count as permissions that Slipway needs
 */
export async function startTestWorld({ countsPermissions = true } = {}): Promise<TestWorld> {
  const dataDir = simulatorFolder()
  const sim = await startSimulator({ dataDir })
  recordCallsTo(sim, inject('callsDir'))
  if (countsPermissions) recordPermissions(sim, inject('permissionsDir'))
  // Tests of clients use a new subscription immediately, without the delay of the real Azure.
  for (const service of eventuallyConsistentServices) sim.consistency.newSubscriptionMs[service] = 0
  trust(sim.caPem)
  const config = readConfig({ ...simulatorEnv(sim), SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080' }).external
  const logLines: string[] = []
  const writeLine = (fields: object, message: string) => void logLines.push(JSON.stringify({ ...fields, message }))
  const clock = { now: systemClock.now, wait: (ms: number, signal?: AbortSignal) => systemClock.wait(Math.ceil(ms / 100), signal) }
  const logger = { debug: writeLine, info: writeLine, warn: writeLine }
  const { clients, undeclared } = watchRequirements(createClients(config, { logger, clock }), sim)
  return {
    sim,
    config,
    clients,
    log: () => logLines.join('\n'),
    calls: (service) =>
      sim.exchanges
        .list()
        .filter((exchange) => exchange.service === service)
        .map(({ method, path }) => `${method} ${path}`),
    clearCache() {
      sim.exchanges.clear()
      sim.faults.clear()
    },
    async close() {
      await sim.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (undeclared().length > 0) throw new Error(`methodRequirements lacks permissions: ${undeclared().join('; ')}`)
    },
  }
}
