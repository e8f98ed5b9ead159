import { type Static, Type } from 'typebox'
import { Failure } from '../errors.ts'
import type { Person } from './actor.ts'

/** Claims about the method and time of a sign-in. They are optional, so the registration must request them. */
export const SignInClaims = Type.Object({
  amr: Type.Optional(Type.Array(Type.String())),
  acrs: Type.Optional(Type.Array(Type.String())),
  /** Seconds since 1970. */
  auth_time: Type.Optional(Type.Number()),
})

/** Returns the time of a strong sign-in; undefined for other sign-ins, and for claims without a time. */
export function strongAt({ amr, acrs, auth_time = Number.NaN }: Static<typeof SignInClaims>, context: string): Date | undefined {
  if (!(acrs?.includes(context) || amr?.includes('mfa'))) return undefined
  const at = new Date(auth_time * 1_000)
  return Number.isNaN(at.getTime()) ? undefined : at
}

export const strongUntil = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

export const stepUpSettings = ['off', 'privilegedOnly', 'all'] as const

/**
 * Defines whether a call needs a second factor, depending on the setting `stepUp`. `always`: the call needs a second factor whatever the
 * setting is. `privileged`: the call grants roles that can change access, or changes approvers. `decision`: any other decision, which needs
 * a second factor only with the setting `all`.
 */
export type StepUpNeed = 'always' | 'privileged' | 'decision'

export function isStrong(actor: Person, now: Date): boolean {
  return actor.strongUntil !== undefined && now < actor.strongUntil
}

/** @throws stepUpNeeded, with a challenge for a stronger sign-in */
export function requireStepUp(actor: Person, now: Date): void {
  if (!isStrong(actor, now))
    throw new Failure(
      'stepUpNeeded',
      'This action needs a recent sign-in with multi-factor authentication. Nothing was changed. Sign in again, then repeat the action.',
    )
}

/** A claims request to the identity provider (OpenID Connect 5.5). */
const essential = (context: string) => ({ acrs: { essential: true, value: context } })

/** Builds the challenge of a 401 that requires a stronger sign-in, in Azure's format (spec §8). */
export function stepUpChallenge(context: string): string {
  return `Bearer error="insufficient_claims", claims="${stepUpClaims(context)}"`
}

export function stepUpClaims(context: string): string {
  return Buffer.from(JSON.stringify({ access_token: essential(context) })).toString('base64')
}

export function stepUpRequest(context: string): string {
  return JSON.stringify({ id_token: essential(context), access_token: essential(context) })
}
