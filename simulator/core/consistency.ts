/** These services know a new subscription later than Azure Resource Manager does. */
export const eventuallyConsistentServices = [
  'costManagement',
  'roleDefinitions',
  'policyStates',
  'defender',
  'resourceGraph',
  'managementGroups',
] as const
export type EventuallyConsistentService = (typeof eventuallyConsistentServices)[number]

export interface Consistency {
  /** Delay until new directory and RBAC objects can be read; default 0. */
  delayMs: number
  /** Additional delay until a list or filter shows a new directory group; default 0. */
  listDelayMs: number
  /** While a new group is replicated, every second read finds it, as with replicas that differ; default false. */
  flapping: boolean
  /** Delay until a service knows a new subscription, from its creation; for `managementGroups` from its move. */
  newSubscriptionMs: Record<EventuallyConsistentService, number>
}

const minuteMs = 60_000
const hour = 60 * minuteMs

/**
 * Cost Management takes up to 48 hours (Microsoft's budget quickstart; azure-docs #44091), Defender and Policy up to a day, caches of
 * management groups 30 minutes. Role definitions take minutes in Azure, but seconds here because a build waits for them.
 */
export function realConsistency(): Consistency {
  return {
    delayMs: 0,
    listDelayMs: 0,
    flapping: false,
    newSubscriptionMs: {
      costManagement: 24 * hour,
      roleDefinitions: 2_000,
      policyStates: 24 * hour,
      defender: 24 * hour,
      resourceGraph: 10 * minuteMs,
      managementGroups: 30 * minuteMs,
    },
  }
}

export interface ConsistencyPatch extends Partial<Omit<Consistency, 'newSubscriptionMs'>> {
  newSubscriptionMs?: Partial<Record<EventuallyConsistentService, number>>
}

/** @throws on an unknown service or an invalid delay, without changing anything */
export function changeConsistency(consistency: Consistency, { newSubscriptionMs = {}, ...patch }: ConsistencyPatch): void {
  const { flapping, ...delays } = patch
  const knownFields: readonly string[] = [...eventuallyConsistentServices, 'delayMs', 'listDelayMs']
  for (const [name, ms] of Object.entries({ ...delays, ...newSubscriptionMs })) {
    if (!knownFields.includes(name)) throw new Error(`Unknown delay: ${name}`)
    if (typeof ms !== 'number' || !(ms >= 0)) throw new Error(`${name} must be a number of milliseconds, not ${ms}`)
  }
  if (flapping !== undefined && typeof flapping !== 'boolean') throw new Error(`flapping must be true or false, not ${flapping}`)
  Object.assign(consistency.newSubscriptionMs, newSubscriptionMs)
  Object.assign(consistency, patch)
}
