import * as client from 'openid-client'
import type { Config } from '../config.ts'

/** 15 seconds (spec §9). */
export const clockToleranceSeconds = 15

/**
 * A code can be exchanged only once, so a person must start again after a timeout. A provider that is busy for some seconds should only be
 * slow.
 */
const timeoutSeconds = 15

const configurations = new WeakMap<Config, Promise<client.Configuration>>()

export async function provider(config: Config): Promise<client.Configuration> {
  let configuration = configurations.get(config)
  if (!configuration) {
    const metadata = { client_secret: config.oidc.clientSecret, [client.clockTolerance]: clockToleranceSeconds }
    configuration = client.discovery(new URL(config.oidc.issuer), config.oidc.clientId, metadata, undefined, { timeout: timeoutSeconds })
    configurations.set(config, configuration)
    configuration.catch(() => configurations.delete(config))
  }
  return configuration
}

export async function discover(config: Config): Promise<{ jwks_uri: string; end_session_endpoint: string | undefined }> {
  const metadata = (await provider(config)).serverMetadata()
  if (!metadata.jwks_uri) throw new Error(`${config.oidc.issuer} publishes no keys`)
  return { jwks_uri: metadata.jwks_uri, end_session_endpoint: metadata.end_session_endpoint }
}

/**
 * Builds the sign-in URL for the browser. Only this URL can use plain http, and only on this machine, where browsers don't trust a
 * self-signed certificate. Slipway's own calls to the provider use https.
 */
export async function signInAddress(config: Config, parameters: Record<string, string>): Promise<URL> {
  const address = new URL((await provider(config)).serverMetadata().authorization_endpoint ?? '')
  if (address.protocol !== 'https:' && !['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname))
    throw new Error(`The identity provider’s authorization endpoint must use https: ${address.origin}`)
  for (const [name, value] of Object.entries({ client_id: config.oidc.clientId, response_type: 'code', ...parameters }))
    address.searchParams.set(name, value)
  return address
}
