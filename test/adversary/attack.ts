import type { Caller, TestApp } from '../app.ts'

/** Those who must not get their way, for every operation that decides, grants, prolongs or erases. */
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

/** A thing that waits for the call, the same for every adversary: a refusal changes nothing about it. */
export interface Target {
  call: Call
  /** The same by another call, for example one that takes many at once. It may answer 200 and refuse the item. */
  others?: Call[]
  /** Who asked for it or gains by it. */
  gains: string
  /** Gives a person the right to do it. */
  give: (personId: string) => Promise<void>
  /** Takes that right away. */
  take: (personId: string) => Promise<void>
  /** Has the same right about another stage or another thing. */
  elsewhere: string
}

export interface Attack {
  operation: string
  does: 'decides' | 'grants' | 'prolongs' | 'erases'
  prepare: (app: TestApp) => Promise<Target>
  /** Who of them has the right nevertheless, each with the reason. They are not tried. */
  allowed?: Partial<Record<Adversary, string>>
  /** Whether somebody with the right succeeds in the end; only where another test shows that, with its name. */
  shownBy?: string
}

export const send = (caller: Caller, { method, path, body }: Call, headers?: Record<string, string>) =>
  caller[method.toLowerCase() as 'post' | 'patch' | 'delete'](path, body, headers)

/** A call that takes many at once answers for each. */
export function everyItemRefused(body: { results?: { outcome?: string }[] } | undefined): boolean {
  return body?.results?.every(({ outcome }) => outcome === 'refused' || outcome === 'late') === true
}
