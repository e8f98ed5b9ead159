import { type Static, Type } from 'typebox'
import { Failure } from '../errors.ts'
import type { Person } from './actor.ts'

/** What identity and access tokens say about how and when somebody signed in. Optional claims: the registration has to ask for them. */
export const SignInClaims = Type.Object({
  amr: Type.Optional(Type.Array(Type.String())),
  /** Authentication contexts that the sign-in has met. */
  acrs: Type.Optional(Type.Array(Type.String())),
  /** Seconds since 1970. */
  auth_time: Type.Optional(Type.Number()),
})

/** When the sign-in behind these claims was made, if it was a strong one; undefined also when they do not say when. */
export function strongAt({ amr, acrs, auth_time = Number.NaN }: Static<typeof SignInClaims>, context: string): Date | undefined {
  if (!(acrs?.includes(context) || amr?.includes('mfa'))) return undefined
  const at = new Date(auth_time * 1_000)
  return Number.isNaN(at.getTime()) ? undefined : at
}

export const strongUntil = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

/** What the setting `stepUp` can be: which decisions need a recent sign-in with a second factor. */
export const stepUpSettings = ['off', 'privilegedOnly', 'all'] as const

/**
 * How far a call depends on that setting. `always`: it needs a second factor whatever the setting says. `privileged`: it gives rights that
 * can change who can do what, or changes who decides. `decision`: any other decision, which the setting `all` protects.
 */
export type StepUpNeed = 'always' | 'privileged' | 'decision'

/** Whether the person has signed in strongly, and lately. */
export function isStrong(actor: Person, now: Date): boolean {
  return actor.strongUntil !== undefined && now < actor.strongUntil
}

/** @throws stepUpNeeded, answered with the challenge on which a client fetches a stronger sign-in */
export function requireStepUp(actor: Person, now: Date): void {
  if (!isStrong(actor, now))
    throw new Failure(
      'stepUpNeeded',
      'This needs a fresh, strong sign-in. Confirm that it is you, then send it again; nothing was changed.',
    )
}

/** What the identity provider is asked for, in the words of a claims request (OpenID Connect 5.5). */
const essential = (context: string) => ({ acrs: { essential: true, value: context } })

/** The challenge of a 401 that only a stronger sign-in satisfies, as Azure writes it (spec §8). */
export function stepUpChallenge(context: string): string {
  return `Bearer error="insufficient_claims", claims="${stepUpClaims(context)}"`
}

/** The value that the challenge carries. */
export function stepUpClaims(context: string): string {
  return Buffer.from(JSON.stringify({ access_token: essential(context) })).toString('base64')
}

/** What a sign-in in a browser asks for: the session is made of the identity token. */
export function stepUpRequest(context: string): string {
  return JSON.stringify({ id_token: essential(context), access_token: essential(context) })
}
