import { type Static, Type } from 'typebox'
import { Nullable, NullableTimestamp, PersonRef, Timestamp } from '../people/schemas.ts'
import { ChangeEvidence } from './evidence.ts'

export const TimelineEntry = Type.Object({
  at: Timestamp,
  kind: Type.String(),
  text: Type.String({ description: 'The history entry as a sentence.' }),
  person: Nullable(PersonRef),
  comment: Nullable(Type.String()),
  changes: Type.Optional(Type.Array(ChangeEvidence, { description: 'What the requester changed before resubmitting.' })),
})

export const BudgetWarnings = Type.Array(Type.String(), {
  description: 'Warnings about the budget of an open request. Approvers see the same in the evidence.',
})

export const isOpenRequest = (status: string): boolean => status === 'pending_approval' || status === 'changes_requested'

export const UsualWait = Type.Object(
  { medianHours: Type.Number(), p90Hours: Type.Number(), decisions: Type.Integer() },
  { description: 'Hours from the opening of a stage to its approval, in the latest 2,000 approvals of the last 180 days.' },
)
export type UsualWait = Static<typeof UsualWait>

export const ApprovalPreview = Type.Object({
  stages: Type.Array(
    Type.Object({
      name: Type.String(),
      minimum: Type.Integer(),
      people: Type.Array(
        Type.Object({
          ...PersonRef.properties,
          onBehalfOf: Nullable(PersonRef, {
            description: 'The person whose decision a delegate makes; null if the person decides for themselves.',
          }),
          away: Nullable(Type.Object({ until: NullableTimestamp, byCalendar: Type.Boolean() }), {
            description: 'Set while the approver has a delegate or is absent according to their calendar.',
          }),
        }),
      ),
      fallback: Type.Boolean(),
      usualWait: Nullable(UsualWait),
      condition: Type.Optional(
        Type.String({ description: 'The condition of the stage as text; if missing, it applies to every request.' }),
      ),
    }),
  ),
  automatic: Type.Optional(
    Type.Object(
      { outcome: Type.Enum(['approved', 'rejected', 'noStage']), reason: Type.String() },
      { description: 'Set if no person decides: a rule decides, or no stage matches and the request can’t be submitted.' },
    ),
  ),
})
