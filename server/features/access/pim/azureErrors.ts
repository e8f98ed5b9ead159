import { ExternalError } from '../../../clients/externalError.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { isKeyOf } from '../../../isKeyOf.ts'

interface ErrorExplanation {
  field?: string
  message: string
}

export const ruleLabels: Record<string, ErrorExplanation> = {
  ExpirationRule: {
    field: 'durationMinutes',
    message: 'Azure’s policy allows only a shorter duration (ExpirationRule). Choose a shorter duration.',
  },
  JustificationRule: {
    field: 'justification',
    message: 'Azure’s policy requires a reason (JustificationRule). Enter a reason.',
  },
  TicketingRule: {
    field: 'ticket',
    message: 'Azure’s policy requires a ticket number (TicketingRule). Enter the number of a change or incident.',
  },
  // Slipway activates the role as an administrator, so Azure applies its rule for administrators. An application has no second factor.
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

const policyErrorCode = 'RoleAssignmentRequestPolicyValidationFailed'

const codeLabels = {
  RoleAssignmentExists: 'You already have this role here (RoleAssignmentExists). Reload to see its end time.',
  PendingRoleAssignmentRequest: 'Azure is still processing your earlier request (PendingRoleAssignmentRequest). Wait until it completes.',
  RoleAssignmentDoesNotExist: 'You no longer have this role (RoleAssignmentDoesNotExist). Reload to see its status.',
  ActiveDurationTooShort: 'Azure keeps a role active for at least five minutes (ActiveDurationTooShort). Try again after that.',
} as const satisfies Record<string, string>

interface ExplainedError {
  message: string
  errors: FieldProblem[]
  code: 'invalidRequest' | 'wrongState'
}

/** @returns undefined if Azure didn’t reject the request itself */
export function explainAzureError(error: unknown): ExplainedError | undefined {
  if (!(error instanceof ExternalError)) return undefined
  if (isKeyOf(codeLabels, error.code)) return { message: codeLabels[error.code], errors: [], code: 'wrongState' }
  if (error.code !== policyErrorCode) return undefined
  const rules = [...error.message.matchAll(/"(\w+)"/g)].map((match) => match[1]!)
  const ruleMessages = rules.map(
    (rule) => ruleLabels[rule] ?? { message: `Azure’s policy rejected the request (${rule}). Ask a directory administrator.` },
  )
  if (ruleMessages.length === 0)
    return { message: `Azure’s policy for this role rejected the request: ${error.message}`, errors: [], code: 'invalidRequest' }
  return {
    message: ruleMessages.map(({ message }) => message).join(' '),
    errors: ruleMessages.flatMap(({ field, message }) => (field ? [{ field, message }] : [])),
    code: 'invalidRequest',
  }
}

/** Converts Azure’s rejection to a failure of the call. @throws invalidRequest naming each field, wrongState, or the error itself */
export function rethrowAzureError(error: unknown): never {
  const explained = explainAzureError(error)
  if (!explained) throw error
  const { code, message, errors } = explained
  throw new Failure(code, message, { cause: error, ...(errors.length > 0 ? { errors } : {}) })
}

export const rejectedInAzure = 'Rejected by an approver in Azure.'

const endedStatusTexts = {
  Denied: rejectedInAzure,
  AdminDenied: 'Rejected by an administrator in Azure.',
  TimedOut: 'The request expired in Azure without a decision.',
  Canceled: 'Cancelled in Azure.',
  Revoked: 'Withdrawn in Azure.',
  FailedAsResourceIsLocked: 'The subscription is locked in Azure.',
} as const satisfies Record<string, string>

const succeededStatuses = new Set(['Provisioned', 'Granted', 'ScheduleCreated', 'AdminApproved'])
const failedStatuses = new Set([...Object.keys(endedStatusTexts), 'Failed', 'Invalid'])

/** Translates Azure’s request status; `waits` means that a person in Azure has to decide. */
export function progressOf(status: string, isRemoval = false): 'done' | 'waits' | 'running' | { rejected: string } {
  if (isRemoval && status === 'Revoked') return 'done'
  if (succeededStatuses.has(status)) return 'done'
  if (failedStatuses.has(status))
    return {
      rejected: `${isKeyOf(endedStatusTexts, status) ? endedStatusTexts[status] : `Azure ended the request with the status “${status}”.`} Nothing was changed. Request it again if you still need it.`,
    }
  return /Approval|AdminDecision/.test(status) ? 'waits' : 'running'
}
