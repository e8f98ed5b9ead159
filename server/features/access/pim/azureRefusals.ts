import { OutsideError } from '../../../clients/outsideError.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { isKeyOf } from '../../../isKeyOf.ts'

interface RefusalMessage {
  field?: string
  message: string
}

export const ruleLabels: Record<string, RefusalMessage> = {
  ExpirationRule: { field: 'durationMinutes', message: 'Azure’s policy allows only a shorter time (ExpirationRule). Request less.' },
  JustificationRule: {
    field: 'justification',
    message: 'Azure’s policy requires a reason (JustificationRule). Enter what you plan to do.',
  },
  TicketingRule: {
    field: 'ticket',
    message: 'Azure’s policy requires a ticket number (TicketingRule). Enter the change or incident.',
  },
  // Slipway activates the role as an administrator, so the rule for administrators applies, and an application has no second factor.
  MfaRule: {
    message:
      'The PIM settings of this role require multi-factor authentication for active assignments, which Slipway can’t do (MfaRule). Ask a directory administrator to turn that off; Slipway still checks your own sign-in.',
  },
  AuthenticationContextRule: {
    message: 'Azure’s policy requires a stronger sign-in (AuthenticationContextRule). Sign in again, then retry.',
  },
  EligibilityRule: {
    message: 'You’re no longer eligible for this role (EligibilityRule). Ask an owner of the account.',
  },
}

const policyRefused = 'RoleAssignmentRequestPolicyValidationFailed'

const codeLabels = {
  RoleAssignmentExists: 'You already have this role here (RoleAssignmentExists). Reload to see its end.',
  PendingRoleAssignmentRequest: 'Azure is still processing your earlier request (PendingRoleAssignmentRequest). Wait until it completes.',
  RoleAssignmentDoesNotExist: 'You no longer have this role (RoleAssignmentDoesNotExist). Reload to see its status.',
  ActiveDurationTooShort: 'Azure keeps a role active for at least five minutes (ActiveDurationTooShort). Try again then.',
} as const satisfies Record<string, string>

export interface Refusal {
  message: string
  errors: FieldProblem[]
  code: 'invalidRequest' | 'wrongState'
}

/** Explains an error of Azure; undefined if Azure didn’t reject the request itself. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof OutsideError)) return undefined
  if (isKeyOf(codeLabels, error.code)) return { message: codeLabels[error.code], errors: [], code: 'wrongState' }
  if (error.code !== policyRefused) return undefined
  const rules = [...error.message.matchAll(/"(\w+)"/g)].map((match) => match[1]!)
  const known = rules.map(
    (rule) => ruleLabels[rule] ?? { message: `Azure’s policy rejects the request (${rule}). Ask a directory administrator.` },
  )
  if (known.length === 0)
    return { message: `Azure’s policy for this role rejects the request: ${error.message}`, errors: [], code: 'invalidRequest' }
  return {
    message: known.map(({ message }) => message).join(' '),
    errors: known.flatMap(({ field, message }) => (field ? [{ field, message }] : [])),
    code: 'invalidRequest',
  }
}

/** Converts Azure’s rejection to a failure of the call. @throws invalidRequest naming each field, wrongState, or the error itself */
export function rethrowRefusal(error: unknown): never {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { code, message, errors } = refusal
  throw new Failure(code, message, { cause: error, ...(errors.length > 0 ? { errors } : {}) })
}

export const rejectedInAzure = 'Rejected by an approver in Azure.'

const endings = {
  Denied: rejectedInAzure,
  AdminDenied: 'Rejected by an administrator in Azure.',
  TimedOut: 'No decision in Azure in time.',
  Canceled: 'Cancelled in Azure.',
  Revoked: 'Withdrawn in Azure.',
  FailedAsResourceIsLocked: 'The subscription is locked in Azure.',
} as const satisfies Record<string, string>

const done = new Set(['Provisioned', 'Granted', 'ScheduleCreated', 'AdminApproved'])
const bad = new Set([...Object.keys(endings), 'Failed', 'Invalid'])

/** Translates Azure’s request status; `waits` means that a person in Azure has to decide. */
export function progressOf(status: string, removes = false): 'done' | 'waits' | 'running' | { refused: string } {
  if (removes && status === 'Revoked') return 'done'
  if (done.has(status)) return 'done'
  if (bad.has(status))
    return {
      refused: `${isKeyOf(endings, status) ? endings[status] : `Azure ended the request as “${status}”.`} Nothing was changed. Request it again if you still need it.`,
    }
  return /Approval|AdminDecision/.test(status) ? 'waits' : 'running'
}
