import { OAuthError } from './oauthError.ts'

export interface SignIn {
  /** Time of the sign-in in Unix seconds, because tokens contain their times in this unit. */
  at: number
  /** The authentication contexts that the sign-in satisfies, such as `c1`. A sign-in with only a password satisfies none. */
  contexts: string[]
}

/** Returns the authentication contexts that a claims request needs, for any token. @throws OAuthError for an invalid request */
export function contextsOf(claims: string | undefined): string[] {
  if (claims === undefined || claims === '') return []
  let parsedClaims: unknown
  try {
    parsedClaims = JSON.parse(claims)
  } catch {
    throw new OAuthError(400, 'invalid_request', 'AADSTS50148: The claims parameter is not valid JSON.')
  }
  const requestedContexts = Object.values(parsedClaims ?? {}).flatMap((token: { acrs?: { value?: unknown; values?: unknown } } | null) => {
    const { value, values } = token?.acrs ?? {}
    return Array.isArray(values) ? values : [value]
  })
  return [...new Set(requestedContexts.filter((each): each is string => typeof each === 'string'))]
}

export function signInNow(contexts: string[]): SignIn {
  return { at: Math.floor(Date.now() / 1_000), contexts }
}

export function signInClaims({ at, contexts }: SignIn) {
  const isStrong = contexts.length > 0
  return { auth_time: at, amr: isStrong ? ['pwd', 'mfa'] : ['pwd'], ...(isStrong ? { acrs: contexts } : {}) }
}
