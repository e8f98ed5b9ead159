/** A bearer token. It has the shape that credentials of `@azure/core-auth` return, so that they can be used directly. */
export interface AccessToken {
  token: string
  /** Milliseconds since the epoch. */
  expiresOnTimestamp: number
  /** The time at which the issuer recommends a renewal, if earlier than the expiry; milliseconds since the epoch. */
  refreshAfterTimestamp?: number
}

export interface TokenRequest {
  /** The decoded claims of a 401 challenge, which are passed to the token endpoint. */
  claims?: string
}

/** A refresh starts this long before the expiry, while callers still get the old token. Milliseconds (spec §9). */
export const refreshWindowMs = 120_000
/** If the expiry is closer than this, callers wait for the refresh. Milliseconds (spec §9). */
export const forcedRefreshWindowMs = 1_000
/** Interval at which a failed refresh is retried until the old token expires. Milliseconds (spec §9). */
export const retryIntervalMs = 3_000

export interface TokenCycler {
  /** Returns a token that is valid for at least one more second. Rejects if no token can be fetched. */
  current(): Promise<AccessToken>
  /** Returns a token that was issued for these claims. `rejected` is the token that the service has just rejected. */
  forClaims(claims: string, rejected: string): Promise<AccessToken>
}

/** Keeps one token valid for all callers, with one request to the issuer at a time (spec §9). */
export function createTokenCycler(getToken: (request: TokenRequest) => Promise<AccessToken | null>): TokenCycler {
  let cached: { token: AccessToken; claims: string | undefined } | null = null
  let running: { token: Promise<AccessToken>; claims: string | undefined } | null = null
  let generation = 0

  async function current(): Promise<AccessToken> {
    const token = cached?.token
    if (!token || token.expiresOnTimestamp - forcedRefreshWindowMs <= Date.now()) return refresh()
    const renewFrom = Math.min(token.expiresOnTimestamp - refreshWindowMs, token.refreshAfterTimestamp ?? Number.POSITIVE_INFINITY)
    // No caller waits for this refresh. If it fails, a later caller that has to wait gets the error.
    if (renewFrom <= Date.now()) refresh().catch(() => {})
    return token
  }

  async function forClaims(claims: string, rejected: string): Promise<AccessToken> {
    if (cached?.claims === claims && cached.token.token !== rejected) return cached.token
    cached = null
    return refresh(claims)
  }

  function refresh(claims?: string): Promise<AccessToken> {
    // A caller without claims joins any refresh; a caller with claims needs a refresh with the same claims.
    if (running && (claims === undefined || running.claims === claims)) return running.token
    const ownGeneration = ++generation
    const isLatest = () => ownGeneration === generation
    const token = fetchUntil(cached?.token.expiresOnTimestamp ?? Date.now(), claims, isLatest).then(
      (fresh) => {
        if (isLatest()) {
          running = null
          cached = { token: fresh, claims }
        }
        return fresh
      },
      (error: unknown) => {
        // A challenge started a newer refresh, so its result is used for this one too.
        if (!isLatest()) return current()
        running = null
        cached = null
        throw error
      },
    )
    running = { token, claims }
    return token
  }

  async function fetchUntil(deadline: number, claims: string | undefined, isLatest: () => boolean): Promise<AccessToken> {
    for (;;) {
      try {
        const token = await getToken(claims === undefined ? {} : { claims })
        if (token) return token
        throw new Error('Failed to refresh access token.')
      } catch (error) {
        if (Date.now() >= deadline || !isLatest()) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, retryIntervalMs))
    }
  }

  return { current, forClaims }
}
