import type { ServiceName } from '../../simulator/core/serviceName.ts'
import type { Simulator } from '../../simulator/core/simulator.ts'

export interface ExternalCall {
  service: ServiceName
  method: string
  path: string
}

/** `stop` returns the calls until the run ended, because a run that it starts makes calls of its own. */
export function recordCalls(simulator: Simulator): { stop(names: string[], endedAt: Date): ExternalCall[] } {
  const recordedCalls: (ExternalCall & { at: Date })[] = []
  const end = simulator.exchanges.onExchange(
    ({ service, method, path }) => void recordedCalls.push({ service, method, path, at: new Date() }),
  )
  return {
    stop(names, endedAt) {
      end()
      const calls = new Map<string, ExternalCall>()
      for (const { service, method, path, at } of recordedCalls) {
        if (at > endedAt) continue
        // These calls belong to schedules: sync of directory and calendars, health scans, and checks of billing scope and permissions.
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

/** Builds a fault rule’s path that matches this kind of call for all runs with these names. */
export function pathFor({ path }: ExternalCall, names: string[][]): string {
  const anyPart = (n: number) => `(?:${names.map((each) => literal(each[n] ?? '')).join('|')})`
  const open = literal(path).replaceAll('\\{id\\}', '[0-9a-fA-F-]+')
  return `^${open.replaceAll(/\\\{(\d)\\\}/g, (_, n: string) => anyPart(Number(n)))}(\\?|$)`
}

const literal = (text: string) => text.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')
