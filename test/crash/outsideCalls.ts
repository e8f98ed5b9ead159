import type { ServiceName, Simulator } from '../../simulator/simulator.ts'
import type { Approved } from '../approveAll.ts'

/** A kind of outside call, told from others by service, method and the address with its ids left open. */
export interface OutsideCall {
  service: ServiceName
  method: string
  /** With `{name}`, `{reference}` and `{id}` for what differs from account to account. */
  path: string
}

/** Kinds of calls made for an account, in the order of their first; recorded until `stop`. */
export function recordCalls(simulator: Simulator, account: () => Approved): { stop(): OutsideCall[] } {
  const seen: Pick<OutsideCall, 'service' | 'method' | 'path'>[] = []
  const end = simulator.exchanges.onExchange(({ service, method, path }) => void seen.push({ service, method, path }))
  return {
    stop() {
      end()
      const { name, reference } = account()
      const calls = new Map<string, OutsideCall>()
      for (const { service, method, path } of seen) {
        // The directory is read, and the health of accounts looked at, for reasons of their own.
        if (/transitiveMembers|\/delta|\$batch|Microsoft\.ResourceGraph/i.test(path)) continue
        const open = path
          .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{40}\b|(?<=pulls\/)\d+/gi, '{id}')
          .replaceAll(name, '{name}')
          .replaceAll(reference.toLowerCase(), '{reference}')
        calls.set(`${service} ${method} ${open}`, { service, method, path: open })
      }
      return [...calls.values()]
    },
  }
}

/** The same kind of call for another account, as the path of a fault rule. */
export function pathFor({ path }: OutsideCall, { name, reference }: Approved): string {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return `^${literal.replaceAll('{id}', '[0-9a-fA-F-]+').replaceAll('{name}', name).replaceAll('{reference}', reference.toLowerCase())}(\\?|$)`
}
