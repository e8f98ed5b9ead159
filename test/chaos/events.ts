import { setTimeout as delay } from 'node:timers/promises'
import type { FaultAction } from '../../simulator/core/faults.ts'
import type { ServiceName } from '../../simulator/core/serviceName.ts'
import type { Replica } from './fleet.ts'
import type { World } from './world.ts'

/** A number from 0 to 1; the same seed gives the same numbers. */
export type Random = () => number

export interface ChaosEvent {
  name: string
  weight: number
  /** True if other replicas serve meanwhile, so that no call must fail. */
  isServed?: boolean
  happen(world: World, random: Random): Promise<void>
}

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!
const between = (low: number, high: number, random: Random) => low + random() * (high - low)
const oneOf = ({ replicas }: World, random: Random) => pick(replicas, random)

async function stopAndStart(replica: Replica, signal: 'SIGKILL' | 'SIGTERM', clockMs?: number): Promise<void> {
  replica.signal(signal)
  await replica.ended()
  await replica.start(clockMs)
}

async function cutAll({ replicas }: World, forMs: number): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.cut()))
  await delay(forMs)
  await Promise.all(replicas.map((replica) => replica.repair()))
}

const externalServices: ServiceName[] = ['arm', 'graph', 'servicenow', 'git']
const externalFaults: FaultAction[] = [
  { kind: 'status', status: 503, headers: { 'retry-after': '1' }, body: { error: { code: 'ServiceUnavailable', message: 'Later.' } } },
  { kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: { error: { code: 'TooManyRequests', message: 'Later.' } } },
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'delay', ms: 1_500 },
  { kind: 'truncate' },
]

export const events: ChaosEvent[] = [
  { name: 'kill', weight: 30, isServed: true, happen: (world, random) => stopAndStart(oneOf(world, random), 'SIGKILL') },
  { name: 'graceful restart', weight: 12, isServed: true, happen: (world, random) => stopAndStart(oneOf(world, random), 'SIGTERM') },
  {
    name: 'rolling restart',
    weight: 4,
    isServed: true,
    async happen({ replicas }) {
      for (const replica of replicas) await stopAndStart(replica, 'SIGTERM')
    },
  },
  {
    name: 'suspended process',
    weight: 8,
    async happen(world, random) {
      const replica = oneOf(world, random)
      replica.signal('SIGSTOP')
      await delay(between(500, 6_000, random))
      replica.signal('SIGCONT')
    },
  },
  {
    name: 'clock skew',
    weight: 6,
    isServed: true,
    happen: (world, random) => stopAndStart(oneOf(world, random), 'SIGTERM', Math.round(between(-20_000, 20_000, random))),
  },
  {
    name: 'cut from PostgreSQL',
    weight: 12,
    async happen(world, random) {
      const replica = oneOf(world, random)
      await replica.cut()
      await delay(between(300, 4_000, random))
      await replica.repair()
    },
  },
  { name: 'network outage', weight: 6, happen: (world, random) => cutAll(world, between(300, 3_000, random)) },
  { name: 'PostgreSQL crash', weight: 6, happen: ({ postgres }) => postgres.crash() },
  {
    name: 'failover to the standby',
    weight: 6,
    async happen({ postgres, replicas }) {
      await postgres.failOver()
      for (const replica of replicas) replica.retarget()
      await postgres.rebuildStandby()
    },
  },
  {
    name: 'fault outside',
    weight: 20,
    async happen({ simulator }, random) {
      const probability = between(0.3, 1, random)
      const rule = {
        service: pick(externalServices, random),
        probability,
        seed: Math.floor(random() * 1e6),
        action: pick(externalFaults, random),
      }
      const id = simulator.faults.add(rule)
      await delay(between(500, 4_000, random))
      simulator.faults.remove(id)
    },
  },
]

export function pickEvent(random: Random, from: readonly ChaosEvent[] = events): ChaosEvent {
  let rest = random() * from.reduce((sum, { weight }) => sum + weight, 0)
  for (const event of from) {
    rest -= event.weight
    if (rest < 0) return event
  }
  return from[0]!
}
