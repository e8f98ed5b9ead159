import type { lookup as systemLookup } from 'node:dns'
import { Agent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from '../privateAddress.ts'
import { isBypassed, type ProxySettings } from '../proxy.ts'

interface WebhookAgentOptions {
  allowed: boolean
  proxy: ProxySettings | undefined
  lookup: typeof systemLookup
  onPrivateAddress: () => void
}

export function webhookAgent(url: URL, { allowed, proxy, lookup, onPrivateAddress }: WebhookAgentOptions): Agent {
  const proxyEnv = proxy && !isBypassed(proxy, url) ? { https_proxy: proxy.https_proxy } : undefined
  if (allowed) return new Agent(proxyEnv ? { proxyEnv } : {})
  const guardedLookup = guarded(lookup, onPrivateAddress)
  return proxyEnv ? new PinnedAgent({ proxyEnv }, guardedLookup) : new Agent({ lookup: guardedLookup })
}

/**
 * Opens the tunnel to the IP address that was checked. The proxy would resolve the name again, and could get an internal address. The
 * certificate is still checked against the name.
 */
class PinnedAgent extends Agent {
  readonly #lookup: LookupFunction
  constructor(options: { proxyEnv: { https_proxy: string } }, lookup: LookupFunction) {
    super(options)
    this.#lookup = lookup
  }

  override createConnection(...[options, onConnected]: Parameters<Agent['createConnection']>) {
    const { host = '' } = options as { host?: string | null }
    if (isIP(host ?? '')) return super.createConnection(options, onConnected)
    this.#lookup(host ?? '', {}, (error, address) => {
      if (error) return onConnected?.(error, undefined as never)
      super.createConnection({ ...options, host: String(address) } as typeof options, onConnected)
    })
    return undefined
  }
}

function guarded(lookup: typeof systemLookup, onPrivateAddress: () => void): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [firstAddress] = addresses
      if (firstAddress === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
        onPrivateAddress()
        return callback(Object.assign(new Error('an internal address'), { code: 'EACCES' }), '', 4)
      }
      if (options.all) return callback(null, addresses)
      callback(null, firstAddress.address, firstAddress.family)
    })
  }
}
