import { setGlobalProxyFromEnv } from 'node:http'
import { Agent } from 'node:https'
import { isIP } from 'node:net'
import { createDefaultHttpClient, type HttpClient } from '@azure/core-rest-pipeline'

/** Proxy for https calls, in the form that Node reads. `no_proxy` lists hosts that are called directly. */
export interface ProxySettings {
  https_proxy: string
  no_proxy: string
}

export interface ProxyAgents {
  keepAlive: Agent
  /** For calls that can't be repeated, which need a fresh connection. */
  single: Agent
}

export function proxyAgents(proxy: ProxySettings): ProxyAgents {
  const proxyEnv = { ...proxy }
  return { keepAlive: new Agent({ keepAlive: true, proxyEnv }), single: new Agent({ proxyEnv }) }
}

/**
 * Makes `fetch` use the proxy, for the libraries that sign people in.
 * @returns a function that undoes this
 */
export function setFetchProxy(proxy: ProxySettings | undefined): () => void {
  return proxy ? setGlobalProxyFromEnv({ ...proxy }) : () => {}
}

/**
 * A client for the libraries of Azure. They read the proxy from the environment and match `NO_PROXY` in their own way. Plain http, as for a
 * VM's metadata service, is always direct.
 */
export function proxiedHttpClient({ keepAlive }: ProxyAgents): HttpClient {
  const client = createDefaultHttpClient()
  return {
    sendRequest(request) {
      delete request.agent
      if (request.url.startsWith('https:')) request.agent = keepAlive
      return client.sendRequest(request)
    },
  }
}

/** Returns whether a host is called directly, by the same rules as Node's: names, `.suffix`, `*.suffix`, `*`, each with an optional port. */
export function isBypassed({ no_proxy }: ProxySettings, { hostname, port }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return no_proxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = entry, entryPort] = (isIP(entry) === 6 ? undefined : /^(.*):(\d+)$/.exec(entry)) ?? []
      if (entryPort !== undefined && entryPort !== (port || '443')) return false
      if (name === '*') return true
      const suffix = name.startsWith('*.') ? name.slice(1) : name
      return suffix.startsWith('.') ? host.endsWith(suffix) || host === suffix.slice(1) : host === suffix
    })
}
