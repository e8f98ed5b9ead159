import { type Static, Type } from 'typebox'
import { Can, NullableText, Timestamp, Uuid } from '../../../people/schemas.ts'

const CheckState = Type.Enum(['pending', 'success', 'failure'])

export const RunPullRequest = Type.Object({
  number: Type.Integer(),
  url: Type.String(),
  title: Type.String(),
  branch: Type.String(),
  headSha: Type.String({ description: 'Latest commit of the branch.' }),
  state: Type.Enum(['open', 'merged', 'closed']),
  conflicts: Type.Boolean(),
  checksState: CheckState,
  checks: Type.Array(Type.Object({ name: Type.String(), state: CheckState, summary: NullableText, url: NullableText })),
  mergeSha: NullableText,
  openedAt: Timestamp,
  scannedAt: Timestamp,
  order: Type.Unsafe<{ by: string; at: string; headSha: string } | null>({
    type: ['object', 'null'],
    properties: { by: { type: 'string' }, at: { type: 'string' }, headSha: { type: 'string' } },
    description: 'Who requested the merge, and at which commit; null if it wasn’t requested.',
  }),
  kind: Type.Enum(['onboarding', 'update']),
  reference: Type.String(),
  account: Type.Object({ id: Type.Unsafe<string | null>({ type: ['string', 'null'] }), name: Type.String() }),
  subject: Type.Object({ kind: Type.String(), id: Uuid }),
  run: Type.Object({
    id: Uuid,
    status: Type.Enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled']),
    step: Type.String(),
    stepTitle: Type.String(),
    note: NullableText,
    error: NullableText,
  }),
  can: Can,
})
export type RunPullRequest = Static<typeof RunPullRequest>

export const PullRequestDetail = Type.Object({
  ...RunPullRequest.properties,
  files: Type.Array(Type.String(), { description: 'Changed files, at most 100.' }),
  moreFiles: Type.Boolean(),
})

export const MergeRequest = {
  accountId: Type.Optional(Uuid),
  pullRequest: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  headSha: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{40}$',
      maxLength: 40,
      description: 'Commit that you reviewed. If the branch has newer commits, the call returns 409.',
    }),
  ),
}

export const MergeResult = Type.Object({
  outcome: Type.Enum(['merged', 'merging']),
  message: Type.String(),
  pullRequest: Type.Integer(),
  url: Type.String(),
  headSha: Type.String(),
  mergeSha: NullableText,
  reference: Type.String(),
  accountId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  runId: Uuid,
})
export type MergeResult = Static<typeof MergeResult>
