import { Type } from 'typebox'
import { createSend, type Logger } from './pipeline.ts'
import type { ProxyAgents } from './proxy.ts'

const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
})

interface IdentityMetadata {
  issuer: string
  /** The clock of the identity provider, to the second; undefined if it doesn't say. */
  date: Date | undefined
}

const maxBytes = 1_048_576
const deadlineMs = 10_000

/**
 * Reads the metadata of an identity provider (OpenID Connect Discovery 1.0, section 4).
 * @throws ExternalError if it doesn't respond, or not with metadata
 */
export async function fetchIdentityMetadata(
  issuer: string,
  { logger, proxy }: { logger: Logger; proxy?: ProxyAgents | undefined },
): Promise<IdentityMetadata> {
  const send = createSend({ name: 'The identity provider', endpoint: issuer, logger, proxy, maxBytes, deadlineMs, maxRetries: 1 })
  const reply = await send({ method: 'GET', path: '/.well-known/openid-configuration' })
  const date = new Date(reply.headers.date ?? '')
  return { issuer: reply.as(Metadata).issuer, date: Number.isNaN(date.getTime()) ? undefined : date }
}
