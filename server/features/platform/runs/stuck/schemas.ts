import { type Static, Type } from 'typebox'
import { Can, PersonRef, Timestamp, Uuid } from '../../../../people/schemas.ts'
import { NullableText } from '../../../../runs/schemas.ts'

export const stuckKinds = ['run', 'pullRequest', 'sandbox', 'rollout', 'queue'] as const
export type StuckKind = (typeof stuckKinds)[number]

export const stuckStates = ['failed', 'stalled', 'quarantined', 'closed', 'conflicts', 'checksFailed', 'overdue', 'halted'] as const
export type StuckState = (typeof stuckStates)[number]

export const retryOperations = {
  run: 'retryRuns',
  pullRequest: 'retryRuns',
  sandbox: 'retryRuns',
  rollout: 'resumeEdgeRollout',
  queue: 'retryQueue',
} as const satisfies Record<StuckKind, string>

const NullableUuid = Type.Union([Uuid, Type.Null()])

export const StuckItem = Type.Object({
  id: Type.String({ description: 'Unique in this list.' }),
  kind: Type.Enum([...stuckKinds]),
  state: Type.Enum([...stuckStates], {
    description:
      'stalled: no progress for 15 minutes, and no attempt is planned; overdue: the pull request has been open for more than 7 days.',
  }),
  name: Type.String(),
  title: Type.String({ description: 'What is stuck, such as “Account setup” or “Pull request #12”.' }),
  reference: NullableText,
  subject: Type.Object(
    { kind: Type.String(), id: Type.String() },
    { description: 'The record that is stuck; for runs and pull requests: the request or record that the run is about.' },
  ),
  accountId: NullableUuid,
  url: Type.Union([Type.String(), Type.Null()], { description: 'URL of the pull request at the Git host; null for other kinds.' }),
  step: Type.Union([Type.String(), Type.Null()], { description: 'The step that failed or waits.' }),
  cause: Type.Object({
    service: Type.Union([Type.String(), Type.Null()], { description: 'External service that failed; null if there is none.' }),
    code: NullableText,
    message: Type.String(),
  }),
  correlationId: Type.Union([Type.String(), Type.Null()], {
    description: 'Request ID of the external service’s last error response, for its support team.',
  }),
  since: Timestamp,
  waiting: Type.Object({
    person: Type.Union([PersonRef, Type.Null()], { description: 'One of the waiting people: the requester or the first owner.' }),
    people: Type.Integer({ description: 'Number of waiting people.' }),
  }),
  runId: NullableUuid,
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'Version of the rollout, for If-Match; null for other kinds.' }),
  retry: Type.Enum([...new Set(Object.values(retryOperations))], { description: 'Operation that retries it.' }),
  can: Can,
})
export type StuckItem = Static<typeof StuckItem>
