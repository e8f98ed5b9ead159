import type { ServiceName } from '../../simulator/core/serviceName.ts'
import type { Simulator } from '../../simulator/core/simulator.ts'

/** A kind of outside call, told from others by service, method and the address with its ids left open. */
export interface OutsideCall {
  service: ServiceName
  method: string
  /** With `{id}` for ids, and `{0}`, `{1}` … for the names of a run. */
  path: string
}

/** Kinds of calls made for the run of these names, in the order of their first; recorded until `stop`. */
export function recordCalls(simulator: Simulator): { stop(names: string[]): OutsideCall[] } {
  const seen: OutsideCall[] = []
  const end = simulator.exchanges.onExchange(({ service, method, path }) => void seen.push({ service, method, path }))
  return {
    stop(names) {
      end()
      const calls = new Map<string, OutsideCall>()
      for (const { service, method, path } of seen) {
        // The directory and calendars are read, the health of accounts, the billing scope and permissions checked, for reasons of their own.
        if (
          /transitiveMembers|\/delta|\$batch|mailboxSettings|servicePrincipals|Microsoft\.(ResourceGraph|Billing|Authorization\/permissions)/i.test(
            path,
          )
        )
          continue
        let open = path.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{40}\b|(?<=pulls\/)\d+/gi, '{id}')
        for (const [n, name] of names.entries()) open = open.replaceAll(name, `{${n}}`)
        calls.set(`${service} ${method} ${open}`, { service, method, path: open })
      }
      return [...calls.values()]
    },
  }
}

/** The same kind of call for any of the runs that have these names, as the path of a fault rule. */
export function pathFor({ path }: OutsideCall, names: string[][]): string {
  const any = (n: number) => `(?:${names.map((each) => literal(each[n] ?? '')).join('|')})`
  const open = literal(path).replaceAll('\\{id\\}', '[0-9a-fA-F-]+')
  return `^${open.replaceAll(/\\\{(\d)\\\}/g, (_, n: string) => any(Number(n)))}(\\?|$)`
}

const literal = (text: string) => text.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')
