import type { TSchema } from 'typebox'
import { Approval, ApprovalStage } from './approvals/presentApproval.ts'
import { AccountRequest, AccountRequestDetails, AccountRequestSummary } from './features/account-requests/schemas.ts'
import { Account, AccountSummary } from './features/accounts/schemas.ts'
import { Family } from './features/families/schemas.ts'
import { Can, PersonRef, User } from './features/people/schemas.ts'
import { Tower } from './features/towers/schemas.ts'
import { WorkRun, WorkStep } from './features/work/schemas.ts'

/** What many answers hold: the OpenAPI document has each once, under this name. */
export const sharedSchemas: Record<string, TSchema> = {
  Account,
  AccountRequest,
  AccountRequestDetails,
  AccountRequestSummary,
  AccountSummary,
  Approval,
  ApprovalStage,
  Can,
  Family,
  PersonRef,
  Tower,
  User,
  WorkRun,
  WorkStep,
}
