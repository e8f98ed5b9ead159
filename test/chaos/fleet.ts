import { pathToFileURL } from 'node:url'
import type { Simulator } from '../../simulator/core/simulator.ts'
import { type ServerProcess, spawnServer } from '../crash/spawnServer.ts'
import { openDatabaseProxy } from '../databaseProxy.ts'
import { until } from '../until.ts'
import type { OlderServer } from '../upgrades/olderServer.ts'
import type { PostgresPair } from './postgresPair.ts'

export interface Replica {
  name: string
  isReady: boolean
  address(): string | undefined
  signal(signal: NodeJS.Signals): void
  ended(): Promise<void>
  start(clockMs?: number): Promise<void>
  /** Breaks its connections to PostgreSQL and rejects new ones, until `repair`. */
  cut(): Promise<void>
  repair(): Promise<void>
  retarget(): void
  close(): Promise<void>
}

export interface FleetOptions {
  program: string
  older?: OlderServer | undefined
  dataDir: string
  simulator: Simulator
  postgres: PostgresPair
}

const probeIntervalMs = 200
const probeTimeoutMs = 1_000
const maxStarts = 5
const clockModule = pathToFileURL(new URL('./skewedClock.js', import.meta.url).pathname).href

/** Starts server processes, each with a separate network to PostgreSQL, and checks their probes like a balancer. */
export async function startFleet(count: number, options: FleetOptions): Promise<Replica[]> {
  const { older } = options
  const replicas = await Promise.all(
    Array.from({ length: count }, (_, n) => createReplica(`replica-${n + 1}`, n === 0 && older ? { ...options, ...older } : options)),
  )
  await Promise.all(replicas.map((replica) => replica.start()))
  return replicas
}

async function createReplica(name: string, options: FleetOptions & Partial<OlderServer>): Promise<Replica> {
  const { program, dataDir, simulator, postgres, simulatorEnv } = options
  const proxy = await openDatabaseProxy(postgres.runtimeUrl())
  const viaProxy = (url: string) => {
    const proxied = new URL(url)
    proxied.port = new URL(proxy.url).port
    return proxied.href
  }
  let server: ServerProcess
  const replica: Replica = {
    name,
    isReady: false,
    address: () => server.address(),
    signal: (signal) => server.signal(signal),
    ended: () => server.ended,
    async start(clockMs = 0) {
      // A process that ends during its start is started again, as Kubernetes and systemd do.
      for (let attempt = 1; ; attempt++) {
        await launch(clockMs)
        if (replica.isReady) return
        if (attempt === maxStarts) throw new Error(`${name} did not start:\n${server.log().slice(-4_000)}`)
      }
    },
    cut: () => proxy.cut(),
    repair: async () => void (await proxy.repair()),
    retarget: () => proxy.retarget(postgres.url()),
    async close() {
      clearInterval(timer)
      server?.signal('SIGCONT')
      server?.signal('SIGTERM')
      await server?.ended
      await proxy.close()
    },
  }

  async function launch(clockMs: number): Promise<void> {
    replica.isReady = false
    const clock: Record<string, string> = clockMs === 0 ? {} : { NODE_OPTIONS: `--import=${clockModule}`, CHAOS_CLOCK_MS: String(clockMs) }
    server = spawnServer(program, {
      databaseUrl: viaProxy(postgres.url()),
      runtimeUrl: proxy.url,
      config: { dataDir },
      simulator,
      ...(simulatorEnv && { simulatorEnv }),
      settings: { SLIPWAY_DRAIN_READINESS_SECONDS: '1', ...clock },
    })
    await until(() => replica.isReady || server.gone())
  }

  let isProbing = false
  const timer = setInterval(async () => {
    if (isProbing) return
    isProbing = true
    replica.isReady = await isReady(server?.gone() ? undefined : server?.opsAddress())
    isProbing = false
  }, probeIntervalMs)
  return replica
}

async function isReady(address: string | undefined): Promise<boolean> {
  if (address === undefined) return false
  const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(probeTimeoutMs) }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200
}
