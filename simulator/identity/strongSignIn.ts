import { OAuthError } from './oauthError.ts'

/** How somebody signed in. */
export interface SignIn {
  /** Seconds since 1970 on the machine's clock, as all times of tokens. */
  at: number
  /** Authentication contexts that were met, such as `c1`; none for a mere password. */
  contexts: string[]
}

/** The authentication contexts that a claims request wants, of whichever token. @throws OAuthError for one that cannot be read */
export function contextsOf(claims: string | undefined): string[] {
  if (claims === undefined || claims === '') return []
  let asked: unknown
  try {
    asked = JSON.parse(claims)
  } catch {
    throw new OAuthError(400, 'invalid_request', 'AADSTS50148: The claims parameter is not valid JSON.')
  }
  const wanted = Object.values(asked ?? {}).flatMap((token: { acrs?: { value?: unknown; values?: unknown } } | null) => {
    const { value, values } = token?.acrs ?? {}
    return Array.isArray(values) ? values : [value]
  })
  return [...new Set(wanted.filter((each): each is string => typeof each === 'string'))]
}

export function signInNow(contexts: string[]): SignIn {
  return { at: Math.floor(Date.now() / 1_000), contexts }
}

/** What ID and access tokens say about it. */
export function signInClaims({ at, contexts }: SignIn) {
  const strong = contexts.length > 0
  return { auth_time: at, amr: strong ? ['pwd', 'mfa'] : ['pwd'], ...(strong ? { acrs: contexts } : {}) }
}
