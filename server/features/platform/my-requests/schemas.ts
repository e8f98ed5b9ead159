import { type Static, Type } from 'typebox'
import { NullableText, Timestamp, Uuid } from '../../../people/schemas.ts'
import { type ApprovedKind, approvedKinds } from '../../../subjects/kinds.ts'
import { GraceEnd, Reversal } from '../../accounts/updates/reversal.ts'

/** Policy changes are shown on the page of the policies, not among the requests. */
const isRequest = (kind: ApprovedKind): kind is Exclude<ApprovedKind, 'policyChange'> => kind !== 'policyChange'
export const requestKinds = approvedKinds.filter(isRequest)
export const requestStatuses = ['pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled'] as const

const NullableUuid = Type.Union([Uuid, Type.Null()])

export const MyRequest = Type.Object({
  id: Uuid,
  kind: Type.Enum([...requestKinds]),
  variant: Type.Union([Type.Enum(['catalogue', 'details', 'decommission', 'new', 'extension']), Type.Null()], {
    description: 'What an account change, an access request or a sandbox request is for; null for other kinds.',
  }),
  reference: Type.Union([Type.String(), Type.Null()], { description: 'Null for activations, which have no reference.' }),
  name: Type.String({ description: 'Name of the account, group, sandbox or role.' }),
  status: Type.Enum([...requestStatuses]),
  waitingFor: Type.Union([Type.String(), Type.Null()], { description: 'Name of the open stage; null if the request isn’t pending.' }),
  waitingSince: Type.Union([Timestamp, Type.Null()], { description: 'Start of the open stage.' }),
  runStatus: Type.Union([Type.String(), Type.Null()], { description: 'Progress of the run; null before approval or without a run.' }),
  budgetRunStatus: NullableText,
  subjectStatus: Type.Union([Type.String(), Type.Null()], {
    description: 'Status of the sandbox or the activation; null for other kinds.',
  }),
  reversal: Reversal,
  graceEndsAt: GraceEnd,
  accountId: NullableUuid,
  sandboxId: NullableUuid,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type MyRequest = Static<typeof MyRequest>

export interface MyRequestRow {
  id: string
  kind: MyRequest['kind']
  variant: MyRequest['variant']
  reference: string | null
  name: string
  status: MyRequest['status']
  waiting_for: string | null
  waiting_since: Date | null
  run_status: string | null
  budget_run_status: string | null
  subject_status: string | null
  reversal: Reversal
  grace_ends_at: Date | null
  account_id: string | null
  sandbox_id: string | null
  created_at: Date
  updated_at: Date
}
