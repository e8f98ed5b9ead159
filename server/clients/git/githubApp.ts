import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { TokenCredential } from '@azure/core-auth'
import { SignJWT } from 'jose'
import { Type } from 'typebox'
import type { Send } from '../pipeline.ts'

export interface GithubApp {
  id: string
  /** RSA private key in PEM, either PKCS #1, which GitHub generates, or PKCS #8. */
  key: string
  installationId: string
}

const Token = Type.Object({ token: Type.String(), expires_at: Type.String() })

/** Permissions that Slipway needs. The token has no others, even if the app was granted more. */
const permissions = { contents: 'write', pull_requests: 'write', checks: 'read', statuses: 'read' }

/** Seconds by which the JWT is backdated, because clocks differ. GitHub recommends a minute. */
const backdateSeconds = 60
/** Lifetime of the JWT in seconds. GitHub allows ten minutes by its own clock. */
const lifetimeSeconds = 540

const Installation = Type.Object({ permissions: Type.Record(Type.String(), Type.String()) })

/** Signs a JWT with the app's key (docs.github.com, “Generating a JSON Web Token (JWT) for a GitHub App”). */
async function signAssertion({ id }: GithubApp, privateKey: KeyObject): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(id)
    .setIssuedAt(now - backdateSeconds)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(privateKey)
  return `Bearer ${assertion}`
}

const installationPath = ({ installationId }: GithubApp) => `/app/installations/${encodeURIComponent(installationId)}`

/**
 * Reads the permissions that an installation grants, by name with the level `read` or `write` (docs.github.com, “Get an installation for the
 * authenticated app”). `send` calls GitHub without credentials.
 */
export async function fetchInstallation(send: Send, app: GithubApp): Promise<Record<string, string>> {
  const authorization = await signAssertion(app, createPrivateKey(app.key))
  return (await send({ method: 'GET', path: installationPath(app), headers: { authorization } })).as(Installation).permissions
}

/**
 * Signs in as an installation of a GitHub App: a JWT signed with the app's key is exchanged for a token of one hour (docs.github.com,
 * “Generating a JSON Web Token (JWT) for a GitHub App” and “Create an installation access token for an app”). `send` calls GitHub without
 * credentials. @throws if the key is not a private key
 */
export function githubAppCredential(send: Send, app: GithubApp, repository: string): TokenCredential {
  const privateKey = createPrivateKey(app.key)
  const [, name = ''] = repository.split('/')
  return {
    async getToken() {
      const reply = await send({
        method: 'POST',
        path: `${installationPath(app)}/access_tokens`,
        headers: { authorization: await signAssertion(app, privateKey) },
        body: { repositories: [name], permissions },
        readOnly: true,
      })
      const { token, expires_at } = reply.as(Token)
      return { token, expiresOnTimestamp: Date.parse(expires_at) }
    },
  }
}
