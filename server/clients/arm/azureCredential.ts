import type { TokenCredential } from '@azure/core-auth'
import { type ProxyAgents, proxiedHttpClient } from '../proxy.ts'

export interface AzureIdentity {
  tenantId: string
  authorityHost: string
  clientId: string
  /** If undefined, Slipway uses workload identity, a managed identity, or another identity of the computer. */
  clientSecret?: string
}

/** The library is large, so it is loaded at the first token request. */
export function azureCredential({ tenantId, authorityHost, clientId, clientSecret }: AzureIdentity, proxy?: ProxyAgents): TokenCredential {
  let loaded: Promise<TokenCredential> | undefined

  async function load(): Promise<TokenCredential> {
    const { ClientSecretCredential, DefaultAzureCredential } = await import('@azure/identity')
    // MSAL sends no requests for a minute after a failure, so its HTTP client retries short failures before MSAL sees them.
    const retryOptions = { maxRetries: 3, retryDelayInMs: 300, maxRetryDelayInMs: 3_000 }
    const options = { authorityHost, disableInstanceDiscovery: true, retryOptions, ...(proxy && { httpClient: proxiedHttpClient(proxy) }) }
    return clientSecret
      ? new ClientSecretCredential(tenantId, clientId, clientSecret, options)
      : new DefaultAzureCredential({ ...options, tenantId, workloadIdentityClientId: clientId, managedIdentityClientId: clientId })
  }

  return {
    async getToken(scopes, options) {
      loaded ??= load()
      return (await loaded).getToken(scopes, options)
    },
  }
}
