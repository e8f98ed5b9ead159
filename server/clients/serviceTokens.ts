import type { TokenCredential } from '@azure/core-auth'
import { decodeJwt } from 'jose'
import { failureOfError } from './attempt.ts'
import { SignInError } from './bearer.ts'

interface TokenClaims {
  /** Object ID of Slipway's service principal; undefined if the token doesn't say. */
  principalId: string | undefined
  /** Application permissions; undefined if the token can't be read. */
  roles: readonly string[] | undefined
}

export interface ServiceTokens {
  /** @throws ExternalError `signInFailed` */
  readClaims(audience: 'azure' | 'graph'): Promise<TokenClaims>
}

const services = { azure: 'Azure', graph: 'Microsoft Graph' }
const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Reads the claims of the tokens with which Slipway calls Azure and Microsoft Graph. The claim `roles` has the application permissions and
 * `oid` the service principal (learn.microsoft.com, “Access token claims reference”). Microsoft doesn't promise the format of tokens for
 * its own APIs, so these claims are for reports only, and an unreadable token isn't an error.
 */
export function createServiceTokens(credential: TokenCredential, scopes: Record<'azure' | 'graph', string[]>): ServiceTokens {
  return {
    async readClaims(audience) {
      const token = await credential.getToken(scopes[audience]).catch((cause: unknown) => {
        throw failureOfError(services[audience], new SignInError('Couldn’t get a token.', { cause }), { timedOut: false, tooLarge: false })
          .error
      })
      return claimsOf(token?.token ?? '')
    },
  }
}

function claimsOf(token: string): TokenClaims {
  try {
    const { oid, roles, aud } = decodeJwt(token)
    return {
      principalId: typeof oid === 'string' && guid.test(oid) ? oid : undefined,
      // A token without application permissions has no claim of that name.
      roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : aud === undefined ? undefined : [],
    }
  } catch {
    return { principalId: undefined, roles: undefined }
  }
}
