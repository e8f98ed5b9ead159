import { OutsideError } from '../../../clients/outsideError.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'

interface Words {
  /** The field of the request that has to change. */
  field?: string
  message: string
}

/** The rules of Azure's policies by the names it refuses with: what is wrong, and what to do. */
export const ruleWords: Record<string, Words> = {
  ExpirationRule: { field: 'durationMinutes', message: 'Azure’s policy allows a shorter time only (ExpirationRule). Ask for less.' },
  JustificationRule: {
    field: 'justification',
    message: 'Azure’s policy wants to know why (JustificationRule). Say what you are about to do.',
  },
  TicketingRule: {
    field: 'ticket',
    message: 'Azure’s policy wants the number of a ticket (TicketingRule). Give the change or incident it is for.',
  },
  // Slipway gives the role as an administrator does: the rule is the one for administrators, and an application has no second factor.
  MfaRule: {
    message:
      'The PIM settings of this role require multi-factor authentication for active assignments, which Slipway can’t do (MfaRule). Ask an administrator of the directory to turn that off; your own sign-in is checked all the same.',
  },
  AuthenticationContextRule: {
    message: 'Azure’s policy wants a stronger sign-in (AuthenticationContextRule). Sign in again, confirm it, and ask once more.',
  },
  EligibilityRule: {
    message: 'You may not take this role any more (EligibilityRule). Ask the account’s owners to make you eligible again.',
  },
}

const policyRefused = 'RoleAssignmentRequestPolicyValidationFailed'

/** What Azure refuses single requests with, and what that means to the person. */
const codeWords: Record<string, string> = {
  RoleAssignmentExists: 'You have this role here already (RoleAssignmentExists). Reload to see until when.',
  PendingRoleAssignmentRequest:
    'You have asked for it already, and Azure is still at that (PendingRoleAssignmentRequest). Wait until it has ended.',
  RoleAssignmentDoesNotExist: 'You do not have the role any more (RoleAssignmentDoesNotExist). Reload to see where it stands.',
  ActiveDurationTooShort: 'Azure lets a role go five minutes after it was taken (ActiveDurationTooShort). Try again then.',
}

export interface Refusal {
  message: string
  errors: FieldProblem[]
  code: 'invalidRequest' | 'wrongState'
}

/** What an error of Azure says to a person; undefined for one that is no refusal of what was asked. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof OutsideError)) return undefined
  const words = codeWords[error.code]
  if (words) return { message: words, errors: [], code: 'wrongState' }
  if (error.code !== policyRefused) return undefined
  const rules = [...error.message.matchAll(/"(\w+)"/g)].map((match) => match[1]!)
  const known = rules.map(
    (rule) => ruleWords[rule] ?? { message: `Azure’s policy refuses it (${rule}). Ask an administrator of the directory.` },
  )
  if (known.length === 0)
    return { message: `Azure’s policy for this role refuses it: ${error.message}`, errors: [], code: 'invalidRequest' }
  return {
    message: known.map(({ message }) => message).join(' '),
    errors: known.flatMap(({ field, message }) => (field ? [{ field, message }] : [])),
    code: 'invalidRequest',
  }
}

/** Throws what Azure refused as a failure of the call. @throws invalidRequest naming each field, wrongState, or the error itself */
export function rethrowRefusal(error: unknown): never {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { code, message, errors } = refusal
  throw new Failure(code, message, { cause: error, ...(errors.length > 0 ? { errors } : {}) })
}

/** How a request to Azure may end without a role, in words. */
const endings: Record<string, string> = {
  Denied: 'Azure’s approvers refused it.',
  AdminDenied: 'An administrator refused it in Azure.',
  TimedOut: 'Nobody decided on it in Azure in time.',
  Canceled: 'It was cancelled in Azure.',
  Revoked: 'It was taken back in Azure.',
  FailedAsResourceIsLocked: 'The subscription is locked in Azure.',
}

const done = new Set(['Provisioned', 'Granted', 'ScheduleCreated', 'AdminApproved'])
const bad = new Set([...Object.keys(endings), 'Failed', 'Invalid'])

/** What a request's status means; `waits` says for whom. */
export function progressOf(status: string, removes = false): 'done' | 'waits' | 'running' | { refused: string } {
  if (removes && status === 'Revoked') return 'done'
  if (done.has(status)) return 'done'
  if (bad.has(status))
    return {
      refused: `${endings[status] ?? `Azure ended the request as “${status}”.`} Nothing was changed; ask again if you still need it.`,
    }
  return /Approval|AdminDecision/.test(status) ? 'waits' : 'running'
}
