import { type Static, Type } from 'typebox'
import { type EndingVersion, endOfSupportWarningDays } from '../../../clients/arm/apiVersions.ts'
import type { ServiceCallStats } from '../../../db/tables.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { NullableTimestamp, Timestamp } from '../../../people/schemas.ts'
import type { ChannelStates } from './channels.ts'
import { type ConnectorState, percentile, servicePurposes, stateOf } from './connectors.ts'

export const QueueParams = Type.Object({ name: Type.String({ maxLength: 60, pattern: '^[A-Za-z]+$' }) }, { additionalProperties: false })

export const QueuePause = Type.Object({
  queue: Type.String(),
  title: Type.String(),
  does: Type.String(),
  whilePaused: Type.String({ description: 'Effect of the pause.' }),
  since: Timestamp,
  by: Type.String(),
  reason: Type.String(),
})

export const Pause = Type.Pick(QueuePause, ['since', 'by', 'reason'])

const NullableInteger = Type.Union([Type.Integer(), Type.Null()])

export const CockpitSchedule = Type.Object({
  name: Type.String(),
  title: Type.String(),
  does: Type.String(),
  whilePaused: Type.String({ description: 'Effect of pausing the schedule.' }),
  paused: Type.Union([Pause, Type.Null()]),
  everySeconds: Type.Integer(),
  running: Type.Boolean(),
  lastRun: NullableTimestamp,
  lastDurationMs: Type.Union([Type.Integer({ description: 'Duration of the last completed run in milliseconds.' }), Type.Null()]),
  failures: Type.Integer({ description: 'Number of consecutive failed runs.' }),
  lastError: Type.Union([Type.String(), Type.Null()]),
  nextRun: Type.Union([Timestamp, Type.Null()], { description: 'Next run; null while the schedule runs or is paused.' }),
})

export const MissingPermissionRecord = Type.Object({
  name: Type.String({ description: 'Name of the permission, as in the list of permissions.' }),
  scope: Type.String({ description: 'Scope where the permission is missing.' }),
})

export const Connector = Type.Object({
  service: Type.String(),
  purpose: Type.String(),
  state: Type.Enum(['ok', 'degraded', 'down', 'unknown'], {
    description:
      '`down`: the last call failed, or all channels fail; `degraded`: more than 5% of calls failed in the last 15 minutes, Slipway lacks a permission, or some channels fail.',
  }),
  calls: Type.Integer({ description: 'Number of calls in the last 15 minutes, on all replicas.' }),
  failures: Type.Integer(),
  p50Ms: NullableInteger,
  p95Ms: NullableInteger,
  lastGoodAt: NullableTimestamp,
  lastError: Type.Union([
    Type.Object({ at: Timestamp, code: Type.String(), status: NullableInteger, message: Type.String() }),
    Type.Null(),
  ]),
  limits: Type.Array(
    Type.Object({ name: Type.String(), remaining: Type.Integer(), limit: NullableInteger, resetAt: NullableTimestamp, at: Timestamp }),
    { description: 'Remaining calls within the service’s rate limits, as last reported by the service.' },
  ),
  tokenExpiresAt: NullableTimestamp,
  ways: Type.Union(
    [
      Type.Object({
        channels: Type.Integer({ description: 'Number of channels that are switched on.' }),
        failing: Type.Integer(),
        waiting: Type.Integer({ description: 'Number of messages that aren’t sent yet.' }),
        oldestWaitingSince: NullableTimestamp,
        nextTryAt: NullableTimestamp,
      }),
      Type.Null(),
    ],
    { description: 'Delivery channels of this kind, for email, chat and webhooks.' },
  ),
  missing: Type.Array(MissingPermissionRecord, {
    description:
      'Permissions that a denied call or a check found missing in the last 15 minutes, and that no later call or check found granted.',
  }),
  checkable: Type.Boolean(),
  endingSupport: Type.Array(
    Type.Object({
      api: Type.String(),
      version: Type.String(),
      endOfSupport: Type.String({ format: 'date', description: 'First day (UTC) on which the version might stop working.' }),
    }),
    {
      description: `API versions in use that Azure removes within ${endOfSupportWarningDays} days or has removed. Update Slipway to replace them.`,
    },
  ),
})
export type Connector = Static<typeof Connector>

const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

/**
 * @param ways delivery status of notification channels, from the database
 * @param endingSupport API versions of all services
 */
export function presentConnector(
  service: string,
  seen: ServiceCallStats,
  { ways, checkable, endingSupport }: { ways: ChannelStates | undefined; checkable: boolean; endingSupport: readonly EndingVersion[] },
): Connector {
  const { buckets, missing = [], ...rest } = seen
  const merged = ways ? { ...rest, lastGoodAt: later(rest.lastGoodAt, ways.lastSentAt), lastError: rest.lastError ?? errorOf(ways) } : rest
  return {
    service,
    purpose: isKeyOf(servicePurposes, service) ? servicePurposes[service] : 'An external service.',
    p50Ms: percentile(buckets, 0.5),
    p95Ms: percentile(buckets, 0.95),
    ...merged,
    state: stateBy(ways) ?? stateOf({ ...seen, ...merged }),
    ways: ways ? pick(ways) : null,
    missing: missing.map(({ name, scope }) => ({ name, scope })),
    checkable,
    endingSupport: endingSupport
      .filter((each) => each.service === service)
      .map(({ api, version, endOfSupport }) => ({ api, version, endOfSupport })),
  }
}

const pick = ({ channels, failing, waiting, oldestWaitingSince, nextTryAt }: ChannelStates) => ({
  channels,
  failing,
  waiting,
  oldestWaitingSince,
  nextTryAt,
})
const errorOf = ({ problem }: ChannelStates) => problem && { ...problem, code: 'undelivered', status: null }

/** The service counts as unavailable only if all its channels fail. */
function stateBy(ways: ChannelStates | undefined): ConnectorState | undefined {
  if (!ways || ways.failing === 0) return undefined
  return ways.failing === ways.channels ? 'down' : 'degraded'
}
