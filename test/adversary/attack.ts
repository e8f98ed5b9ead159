import type { Caller, TestApp } from '../app.ts'

/** The people who must not succeed, for every operation that decides, grants, extends or erases. */
export const adversaries = {
  requester: 'the person who asked, or who gains by it, with the right to do it',
  secondAccount: 'a second account of that person, with the right to do it',
  otherStage: 'someone with the same right about another stage or another thing',
  formerSeat: 'someone who had the right and lost it before signing in',
  deputy: 'the delegate of the person who asked or gains by it',
  administrator: 'an administrator without the right',
  formerAdministrator: 'someone who lost the administrator role after signing in',
  auditor: 'an auditor',
  machine: 'an API key with every scope',
  appOnlyToken: 'an application with a token of its own that says it is an administrator',
  signedOut: 'someone who is not signed in',
  disabled: 'someone with the right who is disabled in the directory',
  roleRevoked: 'someone who lost the right after signing in',
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
  gains: string
  give: (personId: string) => Promise<void>
  take: (personId: string) => Promise<void>
  elsewhere: string
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

/** A bulk operation responds with a result per item. */
export function everyItemRefused(body: { results?: { outcome?: string }[] } | undefined): boolean {
  return body?.results?.every(({ outcome }) => outcome === 'refused' || outcome === 'late') === true
}
