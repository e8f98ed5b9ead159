import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { company as sampleCompany, tenantId } from '../sample/company.ts'
import { registerArgocd } from './argocd/service.ts'
import { registerArm } from './arm/service.ts'
import { registerAzureDevOps } from './azuredevops/service.ts'
import { registerChat } from './chat/service.ts'
import { loadCertificates } from './core/ca.ts'
import { createClock } from './core/clock.ts'
import { realConsistency } from './core/consistency.ts'
import { registerControl } from './core/control.ts'
import { createExchangeLog } from './core/exchangeLog.ts'
import { createFaults } from './core/faults.ts'
import { createPermissions } from './core/permissions.ts'
import { createServiceApp } from './core/serviceApp.ts'
import { type ServiceName, serviceNames } from './core/serviceName.ts'
import type { Simulator, SimulatorOptions } from './core/simulator.ts'
import { openState } from './core/state.ts'
import { loadTokenSigner } from './core/tokens.ts'
import { registerGit } from './git/service.ts'
import { registerGraph } from './graph/service.ts'
import { accessClaims } from './identity/claims.ts'
import { registerIdentity, registerSignIn } from './identity/service.ts'
import { registerKeyVault } from './keyvault/service.ts'
import { registerMailbox } from './mail/mailboxPage.ts'
import { type MailServer, startMailServer } from './mail/mailServer.ts'
import { registerMonitor } from './monitor/service.ts'
import { registerPrices } from './prices/service.ts'
import { registerServicenow } from './servicenow/service.ts'
import { registerStores } from './stores/service.ts'

interface Listener {
  service: ServiceName
  portOffset: number
  register: (app: FastifyInstance, sim: Simulator) => void
  /** Browsers use plain http. */
  browser?: boolean
}

const listeners: Listener[] = [
  { service: 'control', portOffset: 0, register: registerControl },
  { service: 'identity', portOffset: 1, register: registerIdentity },
  { service: 'arm', portOffset: 2, register: registerArm },
  { service: 'graph', portOffset: 3, register: registerGraph },
  { service: 'git', portOffset: 4, register: registerGit },
  { service: 'servicenow', portOffset: 5, register: registerServicenow },
  { service: 'prices', portOffset: 6, register: registerPrices },
  { service: 'keyvault', portOffset: 7, register: registerKeyVault },
  { service: 'argocd', portOffset: 8, register: registerArgocd },
  { service: 'stores', portOffset: 9, register: registerStores },
  { service: 'azuredevops', portOffset: 11, register: registerAzureDevOps },
  {
    service: 'identity',
    portOffset: 10,
    register: (app, sim) => {
      registerSignIn(app, sim)
      registerMailbox(app, sim)
    },
    browser: true,
  },
  { service: 'chat', portOffset: 13, register: registerChat },
  { service: 'monitor', portOffset: 14, register: registerMonitor },
]

const mailPortOffset = 12

/** @throws if a port is in use; in this case, no service keeps listening */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { dataDir, basePort = 0, host = '127.0.0.1' } = options
  const { ca, caFile, leaf } = await loadCertificates(dataDir)
  const tokens = await loadTokenSigner(dataDir)
  const state = openState(join(dataDir, 'state.sqlite'))
  const apps: FastifyInstance[] = []
  let mail: MailServer | undefined
  const sim: Simulator = {
    origins: Object.fromEntries(serviceNames.map((name) => [name, ''])) as Simulator['origins'],
    identityBrowserOrigin: '',
    caFile,
    caPem: ca.certPem,
    tenantId,
    clock: createClock(state),
    state,
    faults: createFaults(),
    permissions: createPermissions(),
    exchanges: createExchangeLog(),
    // The company is generated on first use, because it takes most of the start-up time.
    get company() {
      return options.company ?? sampleCompany()
    },
    tokens,
    consistency: realConsistency(),
    asyncDelayMs: 200,
    costResourceType: 'type',
    mintToken: ({ oid, audience, expiresInSeconds = 3600, claims }) =>
      tokens.sign({ ...accessClaims(sim, oid, audience), ...claims }, expiresInSeconds),
    async close() {
      await Promise.all([...apps.map((app) => app.close()), mail?.close()])
      state.close()
    },
  }
  try {
    mail = await startMailServer(sim, leaf, host, basePort === 0 ? 0 : basePort + mailPortOffset)
    sim.origins.mail = mail.origin
    await Promise.all(
      listeners.map(async ({ service, portOffset, register, browser }) => {
        const app = createServiceApp(sim, service, browser ? undefined : leaf)
        apps.push(app)
        register(app, sim)
        const address = await app.listen({ host, port: basePort === 0 ? 0 : basePort + portOffset })
        if (browser) sim.identityBrowserOrigin = address
        else sim.origins[service] = address
      }),
    )
  } catch (error) {
    await sim.close()
    throw error
  }
  return sim
}
