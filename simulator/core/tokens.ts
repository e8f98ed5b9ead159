import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CryptoKey, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/**
 * Signs and verifies the tokens of the simulated tenant (RS256, one key stored in the data folder). Tokens use the machine's time, not the
 * simulated clock's, because the other side verifies them with its own clock.
 */
export interface TokenSigner {
  /** The discovery document's jwks_uri returns this public key. */
  jwks: { keys: JWK[] }
  /** Adds iat, nbf, exp and uti. A negative `expiresInSeconds` creates an expired token. */
  sign(claims: JWTPayload, expiresInSeconds: number): Promise<string>
  /** @throws a jose error with its `code` when the signature or a time is invalid */
  verify(token: string): Promise<JWTPayload>
}

interface KeptKey {
  kid: string
  privateJwk: JWK
  publicJwk: JWK
}

export async function loadTokenSigner(dataDir: string): Promise<TokenSigner> {
  const file = join(dataDir, 'token-key.json')
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(generateKey()), { mode: 0o600 })
  const { kid, privateJwk, publicJwk } = JSON.parse(readFileSync(file, 'utf8')) as KeptKey
  const privateKey = (await importJWK(privateJwk, 'RS256')) as CryptoKey
  const publicKey = (await importJWK(publicJwk, 'RS256')) as CryptoKey
  return {
    jwks: { keys: [{ ...publicJwk, kid, use: 'sig', alg: 'RS256' }] },
    sign(claims, expiresInSeconds) {
      const now = Math.floor(Date.now() / 1000)
      const issued = Math.min(now, now + expiresInSeconds - 1)
      return new SignJWT({ uti: randomUUID().replaceAll('-', '').slice(0, 22), ...claims })
        .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid })
        .setIssuedAt(issued)
        .setNotBefore(issued)
        .setExpirationTime(now + expiresInSeconds)
        .sign(privateKey)
    },
    verify: async (token) => (await jwtVerify(token, publicKey, { algorithms: ['RS256'] })).payload,
  }
}

function generateKey(): KeptKey {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    kid: randomUUID(),
    privateJwk: pair.privateKey.export({ format: 'jwk' }) as JWK,
    publicJwk: pair.publicKey.export({ format: 'jwk' }) as JWK,
  }
}
