import type { Caller, TestApp } from '../app.ts'

export const adversaries = {
  requester: 'the requester or beneficiary, with the permission',
  secondAccount: 'a second user account of the requester or beneficiary, with the permission',
  otherStage: 'a person with the same permission for another stage or object',
  formerSeat: 'a person who lost the permission before signing in',
  deputy: 'a delegate of the requester or beneficiary',
  administrator: 'an administrator without the permission',
  formerAdministrator: 'a person who lost the administrator role after signing in',
  auditor: 'an auditor',
  machine: 'an API key with every scope',
  appOnlyToken: 'an application with an app-only token that claims the administrator role',
  signedOut: 'a caller without a sign-in',
  disabled: 'a person with the permission who is disabled in the directory',
  roleRevoked: 'a person who lost the permission after signing in',
} as const
export type Adversary = keyof typeof adversaries

export interface Call {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** The target of the call. All adversaries share it, because a denied call changes nothing. */
export interface Target {
  call: Call
  /** The same effect through another operation, for example a bulk one, which can return 200 and reject the item. */
  others?: Call[]
  beneficiaryId: string
  grant: (personId: string) => Promise<void>
  revoke: (personId: string) => Promise<void>
  otherApproverId: string
}

export interface Attack {
  operation: string
  effect: 'decides' | 'grants' | 'prolongs' | 'erases'
  prepare: (app: TestApp) => Promise<Target>
  /** Adversaries who have the permission anyway, each with the reason. They are not tested. */
  allowed?: Partial<Record<Adversary, string>>
  /** The name of another test that shows that an authorized call succeeds, if this attack can’t show it. */
  verifiedBy?: string
}

export const send = (caller: Caller, { method, path, body }: Call, headers?: Record<string, string>) =>
  caller[method.toLowerCase() as 'post' | 'patch' | 'delete'](path, body, headers)

export function everyItemDenied(body: { results?: { outcome?: string }[] } | undefined): boolean {
  return body?.results?.every(({ outcome }) => outcome === 'denied' || outcome === 'stale') === true
}
