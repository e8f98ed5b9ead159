import { type Static, Type } from 'typebox'
import { type EndingVersion, endOfSupportWarningDays } from '../../../clients/arm/apiVersions.ts'
import type { ServiceSeen } from '../../../db/tables.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { Timestamp } from '../../../people/schemas.ts'
import type { Ways } from './channels.ts'
import { type ConnectorState, percentile, stateOf, usedFor } from './connectors.ts'

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

const NullableTime = Type.Union([Timestamp, Type.Null()])
const NullableInteger = Type.Union([Type.Integer(), Type.Null()])

export const CockpitSchedule = Type.Object({
  name: Type.String(),
  title: Type.String(),
  does: Type.String(),
  whilePaused: Type.String({ description: 'Effect of pausing it.' }),
  paused: Type.Union([Pause, Type.Null()]),
  everySeconds: Type.Integer(),
  running: Type.Boolean(),
  lastRun: NullableTime,
  lastDurationMs: Type.Union([Type.Integer({ description: 'Duration of the last completed run.' }), Type.Null()]),
  failures: Type.Integer({ description: 'Failed runs in a row; 0 after a run that succeeded.' }),
  lastError: Type.Union([Type.String(), Type.Null()]),
  nextRun: Type.Union([Timestamp, Type.Null()], { description: 'Null while it runs or is paused.' }),
})

/** A permission that Slipway lacks in a service. */
export const LackedPermission = Type.Object({
  name: Type.String({ description: 'Permission, as named in the list of permissions.' }),
  scope: Type.String({ description: 'Scope where the permission is missing.' }),
})

export const Connector = Type.Object({
  service: Type.String(),
  usedFor: Type.String(),
  state: Type.Enum(['ok', 'troubled', 'down', 'unknown'], {
    description:
      '`down`: its last answer was a failure, or every channel of it fails; `troubled`: more than 5% of calls failed in the last 15 minutes, Slipway lacks a permission, or some channels fail.',
  }),
  calls: Type.Integer({ description: 'Calls in the last 15 minutes, on all replicas.' }),
  failures: Type.Integer(),
  p50Ms: NullableInteger,
  p95Ms: NullableInteger,
  lastGoodAt: NullableTime,
  lastError: Type.Union([
    Type.Object({ at: Timestamp, code: Type.String(), status: NullableInteger, message: Type.String() }),
    Type.Null(),
  ]),
  limits: Type.Array(
    Type.Object({ name: Type.String(), remaining: Type.Integer(), limit: NullableInteger, resetAt: NullableTime, at: Timestamp }),
    { description: 'Remaining calls, as last reported by the service.' },
  ),
  tokenExpiresAt: NullableTime,
  ways: Type.Union(
    [
      Type.Object({
        channels: Type.Integer({ description: 'Number of channels that are switched on.' }),
        failing: Type.Integer(),
        waiting: Type.Integer({ description: 'Messages that are not sent yet.' }),
        oldestWaitingSince: NullableTime,
        nextTryAt: NullableTime,
      }),
      Type.Null(),
    ],
    { description: 'Delivery channels of this kind, for mail, chat and webhooks.' },
  ),
  missing: Type.Array(LackedPermission, {
    description:
      'Permissions found missing by a refused call or a check in the last 15 minutes, unless the call or a check has succeeded since.',
  }),
  checkable: Type.Boolean(),
  endingSupport: Type.Array(
    Type.Object({
      api: Type.String(),
      version: Type.String(),
      endOfSupport: Type.String({ format: 'date', description: 'The first day, in UTC, on which the version might stop working.' }),
    }),
    {
      description: `API versions in use that Azure removes within ${endOfSupportWarningDays} days or has removed. Update Slipway to replace them.`,
    },
  ),
})
export type Connector = Static<typeof Connector>

const later = (one: string | null, other: string | null) => ((one ?? '') > (other ?? '') ? one : other)

/**
 * @param ways delivery status of notification channels, read from the database, because it must outlive the process
 * @param endingSupport API versions of all services
 */
export function presentConnector(
  service: string,
  seen: ServiceSeen,
  { ways, checkable, endingSupport }: { ways: Ways | undefined; checkable: boolean; endingSupport: readonly EndingVersion[] },
): Connector {
  const { buckets, missing = [], ...rest } = seen
  const known = ways ? { ...rest, lastGoodAt: later(rest.lastGoodAt, ways.lastSentAt), lastError: rest.lastError ?? errorOf(ways) } : rest
  return {
    service,
    usedFor: isKeyOf(usedFor, service) ? usedFor[service] : 'An outside service.',
    p50Ms: percentile(buckets, 0.5),
    p95Ms: percentile(buckets, 0.95),
    ...known,
    state: stateBy(ways) ?? stateOf({ ...seen, ...known }),
    ways: ways ? pick(ways) : null,
    missing: missing.map(({ name, scope }) => ({ name, scope })),
    checkable,
    endingSupport: endingSupport
      .filter((each) => each.service === service)
      .map(({ api, version, endOfSupport }) => ({ api, version, endOfSupport })),
  }
}

const pick = ({ channels, failing, waiting, oldestWaitingSince, nextTryAt }: Ways) => ({
  channels,
  failing,
  waiting,
  oldestWaitingSince,
  nextTryAt,
})
const errorOf = ({ problem }: Ways) => problem && { ...problem, code: 'undelivered', status: null }

/** The service counts as down only if all its channels fail. */
function stateBy(ways: Ways | undefined): ConnectorState | undefined {
  if (!ways || ways.failing === 0) return undefined
  return ways.failing === ways.channels ? 'down' : 'troubled'
}
