import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CryptoKey, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/**
 * Signs and verifies the tokens of the simulated tenant (RS256, one key stored in the data folder). Tokens use the real time instead of the
 * simulated clock, because the receiver verifies them with its own clock.
 */
export interface TokenSigner {
  jwks: { keys: JWK[] }
  /** Adds iat, nbf, exp and uti. A negative `expiresInSeconds` creates an expired token. */
  sign(claims: JWTPayload, expiresInSeconds: number): Promise<string>
  /** @throws a jose error with its `code` when the signature or a time is invalid */
  verify(token: string): Promise<JWTPayload>
}

const maxVerified = 1_000

interface StoredKey {
  kid: string
  privateJwk: JWK
  publicJwk: JWK
}

export async function loadTokenSigner(dataDir: string): Promise<TokenSigner> {
  const file = join(dataDir, 'token-key.json')
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(generateKey()), { mode: 0o600 })
  const { kid, privateJwk, publicJwk } = JSON.parse(readFileSync(file, 'utf8')) as StoredKey
  const privateKey = (await importJWK(privateJwk, 'RS256')) as CryptoKey
  const publicKey = (await importJWK(publicJwk, 'RS256')) as CryptoKey
  /** Slipway sends the same token with every call, and checking a signature takes longer than most calls. */
  const verifiedTokens = new Map<string, JWTPayload>()
  return {
    jwks: { keys: [{ ...publicJwk, kid, use: 'sig', alg: 'RS256' }] },
    sign(claims, expiresInSeconds) {
      const now = Math.floor(Date.now() / 1000)
      const issuedAt = Math.min(now, now + expiresInSeconds - 1)
      return new SignJWT({ uti: randomUUID().replaceAll('-', '').slice(0, 22), ...claims })
        .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid })
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(now + expiresInSeconds)
        .sign(privateKey)
    },
    async verify(token) {
      const cached = verifiedTokens.get(token)
      if (cached?.exp !== undefined && cached.exp * 1_000 > Date.now()) return cached
      const { payload } = await jwtVerify(token, publicKey, { algorithms: ['RS256'] })
      if (verifiedTokens.size >= maxVerified) verifiedTokens.clear()
      verifiedTokens.set(token, payload)
      return payload
    },
  }
}

function generateKey(): StoredKey {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    kid: randomUUID(),
    privateJwk: pair.privateKey.export({ format: 'jwk' }) as JWK,
    publicJwk: pair.publicKey.export({ format: 'jwk' }) as JWK,
  }
}
