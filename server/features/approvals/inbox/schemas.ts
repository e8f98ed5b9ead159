import { type Static, type TSchema, Type } from 'typebox'
import { Evidence } from '../../../approvals/evidence.ts'
import { Approval } from '../../../approvals/presentApproval.ts'
import { VotedStage } from '../../../approvals/votedStage.ts'
import { NullableText, Uuid } from '../../../people/schemas.ts'
import { AccessRequestSummary } from '../../access/assignments/schemas.ts'
import { PimActivationSummary } from '../../access/pim/schemas.ts'
import { AccountRequestSummary } from '../../accounts/requests/schemas.ts'
import { AccountUpdateSummary } from '../../accounts/updates/schemas.ts'
import { SandboxAccessRequestSummary } from '../../sandboxes/access/schemas.ts'
import { SandboxRequestSummary } from '../../sandboxes/requests/schemas.ts'
import { PolicyChangeSummary } from '../policies/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** An approval in a list, with what it is about: a request for an account, an update of one, access to one, or a privileged role in one. */
export const ApprovalItem = Type.Object({
  ...Approval.properties,
  request: Nullable(AccountRequestSummary),
  update: Nullable(AccountUpdateSummary),
  access: Nullable(AccessRequestSummary),
  activation: Nullable(PimActivationSummary),
  sandboxRequest: Nullable(SandboxRequestSummary),
  sandboxAccess: Nullable(SandboxAccessRequestSummary),
  policyChange: Nullable(PolicyChangeSummary),
})

export type ApprovalItem = Static<typeof ApprovalItem>

/** What an approver needs to decide in ten seconds. */
export const ApprovalWithEvidence = Type.Object({
  ...ApprovalItem.properties,
  commentToApprove: Type.Unsafe<string | null>({ ...NullableText, description: 'Why approving takes a comment; null when it needs none.' }),
  evidence: Evidence,
})

export const DecisionBody = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject', 'requestChanges']),
    stage: VotedStage,
    comment: Type.Optional(Type.String({ maxLength: 1_000, description: 'Required unless approving, with at least 3 characters.' })),
  },
  { additionalProperties: false },
)
export const ApprovalId = Type.Object({ id: Uuid }, { additionalProperties: false })
