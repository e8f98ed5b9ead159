/** A bearer token; the shape `@azure/core-auth` credentials return, so they can be passed as they are. */
export interface AccessToken {
  token: string
  /** Milliseconds since the epoch. */
  expiresOnTimestamp: number
  /** When the issuer would like it renewed, if earlier; milliseconds since the epoch. */
  refreshAfterTimestamp?: number
}

export interface TokenRequest {
  /** The decoded claims of a 401 challenge, to be handed to the token endpoint. */
  claims?: string
}

/** A refresh starts this long before expiry; callers still get the old token. Milliseconds, spec §9. */
export const refreshWindowMs = 120_000
/** Callers wait for the refresh when expiry is closer than this. Milliseconds, spec §9. */
export const forcedRefreshWindowMs = 1_000
/** A failed refresh is tried again this often, until the old token expires. Milliseconds, spec §9. */
export const retryIntervalMs = 3_000

export interface TokenCycler {
  /** A token that is good for at least the next second. Rejects when none can be had. */
  current(): Promise<AccessToken>
  /** A token made for these claims; `rejected` is the one the service just refused. */
  forClaims(claims: string, rejected: string): Promise<AccessToken>
}

/** Keeps one token fresh for every caller, with one request to the issuer at a time. spec §9 */
export function createTokenCycler(getToken: (request: TokenRequest) => Promise<AccessToken | null>): TokenCycler {
  let cached: { token: AccessToken; claims: string | undefined } | null = null
  let running: { token: Promise<AccessToken>; claims: string | undefined } | null = null
  let started = 0

  async function current(): Promise<AccessToken> {
    const token = cached?.token
    if (!token || token.expiresOnTimestamp - forcedRefreshWindowMs <= Date.now()) return refresh()
    const renewFrom = Math.min(token.expiresOnTimestamp - refreshWindowMs, token.refreshAfterTimestamp ?? Number.POSITIVE_INFINITY)
    // No caller waits for this refresh: its failure reaches a later caller that has to wait.
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
    const mine = ++started
    const isLatest = () => mine === started
    const token = fetchUntil(cached?.token.expiresOnTimestamp ?? Date.now(), claims, isLatest).then(
      (fresh) => {
        if (isLatest()) {
          running = null
          cached = { token: fresh, claims }
        }
        return fresh
      },
      (error: unknown) => {
        // A challenge started a newer refresh: it answers for this one too.
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
