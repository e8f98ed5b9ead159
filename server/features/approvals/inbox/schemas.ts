import { type Static, Type } from 'typebox'
import { Evidence } from '../../../approvals/evidence.ts'
import { Approval } from '../../../approvals/presentApproval.ts'
import { PreviousRound } from '../../../approvals/previousRound.ts'
import { VotedStage } from '../../../approvals/votedStage.ts'
import { Nullable, NullableText, Uuid } from '../../../people/schemas.ts'
import { approvalSubjects, type SubjectSummary } from './subjects.ts'

const Summary = Type.Unsafe<SubjectSummary | null>({
  ...Type.Union([
    ...Object.values(approvalSubjects).map(({ kind, summary }) => Type.Object({ kind: Type.Literal(kind), summary })),
    Type.Null(),
  ]),
  description: 'Subject of the request, by its kind; null if it no longer exists.',
})

export const ApprovalItem = Type.Object({
  ...Approval.properties,
  subject: Summary,
  seriousWarnings: Type.Integer({ description: 'Number of serious warnings in the evidence; 0 after the decision.' }),
})
export type ApprovalItem = Static<typeof ApprovalItem>

export const ApprovalWithEvidence = Type.Object({
  ...ApprovalItem.properties,
  commentToApprove: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Reason why approving needs a comment; null if it needs none.',
  }),
  evidence: Evidence,
  evidenceRecorded: Type.Boolean({ description: 'True if the evidence is from the end of this round.' }),
  previousRound: Nullable(PreviousRound),
  latestRound: Nullable(Uuid, { description: 'ID of the newest round; null if this approval is the newest.' }),
})

export const DecisionBody = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject', 'requestChanges']),
    stage: VotedStage,
    comment: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Comment on the decision, at least 3 characters; required unless you approve.' }),
    ),
  },
  { additionalProperties: false },
)
export const ApprovalId = Type.Object({ id: Uuid }, { additionalProperties: false })
