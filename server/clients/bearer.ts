import type { TokenCredential } from '@azure/core-auth'
import type { PipelinePolicy } from '@azure/core-rest-pipeline'
import { challengeClaims } from '../../client/challenge.ts'
import { createTokenCycler } from '../../client/tokenCycler.ts'
import { untilAborted } from '../../client/untilAborted.ts'

/** No token was issued, so the request was not sent. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
}

interface BearerOptions {
  signedIn?: (expiresAt: number) => void
  /** True if tokens can be revoked early without a challenge. If so, a rejected token is replaced once. */
  revocable?: boolean
}

/**
 * Adds the token of a credential to each request, and retries once after a claims challenge. The policy of core-rest-pipeline is not used,
 * because it leaves a failed background refresh unhandled, which would end the process.
 */
export function bearer(credential: TokenCredential, scopes: string[], { signedIn, revocable = false }: BearerOptions = {}): PipelinePolicy {
  const tokens = createTokenCycler(async (request) => {
    try {
      const token = await credential.getToken(scopes, { ...request, enableCae: true })
      if (token) signedIn?.(token.expiresOnTimestamp)
      return token
    } catch (error) {
      throw new SignInError('Couldn’t get a token.', { cause: error })
    }
  })
  return {
    name: 'bearer',
    async sendRequest(request, next) {
      if (!request.url.toLowerCase().startsWith('https://')) {
        throw new Error('Bearer token authentication is not permitted for non-TLS protected (non-https) URLs.')
      }
      const signal = request.abortSignal as AbortSignal | undefined
      const { token } = await untilAborted(signal, tokens.current())
      request.headers.set('authorization', `Bearer ${token}`)
      const response = await next(request)
      if (response.status !== 401) return response
      const claims = challengeClaims(response.headers.get('www-authenticate')) ?? (revocable ? '' : undefined)
      if (claims === undefined) return response
      const fresh = await untilAborted(signal, tokens.forClaims(claims, token))
      request.headers.set('authorization', `Bearer ${fresh.token}`)
      return next(request)
    },
  }
}
