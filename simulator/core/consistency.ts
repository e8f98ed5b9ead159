/** Services that know a new subscription later than Azure Resource Manager does. */
export const lateServices = ['costManagement', 'roleDefinitions', 'policyStates', 'defender', 'resourceGraph', 'managementGroups'] as const
export type LateService = (typeof lateServices)[number]

/** Replication lag of the simulated services in milliseconds; each can be switched separately. */
export interface Consistency {
  /** How long newly written directory and RBAC objects stay unreadable; default 0. */
  delayMs: number
  /** How much later than a read by id a list or filter shows a new directory group; default 0. */
  listDelayMs: number
  /** Whether a new group, while it spreads, is found at every second read, as one replica has it and the next does not; default false. */
  flapping: boolean
  /** How long after its creation a service knows a new subscription; for `managementGroups` after it was placed. */
  newSubscriptionMs: Record<LateService, number>
}

const minute = 60_000
const hour = 60 * minute

/**
 * Cost Management takes up to 48 hours (Microsoft's budget quickstart; azure-docs #44091), Defender and Policy up to a day, caches of
 * management groups 30 minutes. Role definitions take minutes in Azure; here seconds, because a build waits for them.
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
      resourceGraph: 10 * minute,
      managementGroups: 30 * minute,
    },
  }
}

export interface ConsistencyPatch extends Partial<Omit<Consistency, 'newSubscriptionMs'>> {
  newSubscriptionMs?: Partial<Record<LateService, number>>
}

/** @throws on an unknown service or a delay that is no number of milliseconds; nothing is changed then. */
export function changeConsistency(consistency: Consistency, { newSubscriptionMs = {}, ...patch }: ConsistencyPatch): void {
  const { flapping, ...delays } = patch
  const known: readonly string[] = [...lateServices, 'delayMs', 'listDelayMs']
  for (const [name, ms] of Object.entries({ ...delays, ...newSubscriptionMs })) {
    if (!known.includes(name)) throw new Error(`There is no delay called ${name}`)
    if (typeof ms !== 'number' || !(ms >= 0)) throw new Error(`${name} must be a number of milliseconds, not ${ms}`)
  }
  if (flapping !== undefined && typeof flapping !== 'boolean') throw new Error(`flapping must be true or false, not ${flapping}`)
  Object.assign(consistency.newSubscriptionMs, newSubscriptionMs)
  Object.assign(consistency, patch)
}
