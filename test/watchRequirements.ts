import type { Clients } from '../server/clients/clients.ts'
import { methodRequirements } from '../server/clients/requirements/methods.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

type Method = (...args: unknown[]) => unknown

/**
 * Compares the permissions that the simulator checks with what `methodRequirements` says about the methods that are being called.
 * @returns the clients to call, and `undeclared`: permissions that none of the methods in progress names
 */
export function watchRequirements(clients: Clients, sim: Simulator): { clients: Clients; undeclared(): string[] } {
  const inProgress: { method: string; names: readonly string[] }[] = []
  const undeclared = new Set<string>()

  sim.permissions.onUse(({ name }) => {
    if (inProgress.length > 0 && !inProgress.some(({ names }) => names.includes(name)))
      undeclared.add(`${inProgress.map(({ method }) => method).join(', ')} used ${name}`)
  })

  function watched(method: string, names: readonly string[], call: Method): Method {
    return (...args) => {
      const entry = { method, names }
      inProgress.push(entry)
      const result = call(...args)
      // The end of a generator can’t be detected here, so its method counts as in progress until the test ends.
      if (result instanceof Promise) void result.catch(() => {}).finally(() => inProgress.splice(inProgress.indexOf(entry), 1))
      return result
    }
  }

  const watchedClients = Object.entries(methodRequirements).map(([name, methods]) => {
    const client = clients[name as keyof typeof methodRequirements] as Record<string, Method> | undefined
    const names = methods as Record<string, readonly string[] | 'no call'>
    if (!client) return [name, client]
    const calls = Object.entries(client).map(([method, call]) => {
      const needed = names[method] ?? []
      return [method, needed === 'no call' ? call : watched(`${name}.${method}`, needed, call.bind(client))]
    })
    return [name, Object.fromEntries(calls)]
  })
  return { clients: { ...clients, ...Object.fromEntries(watchedClients) }, undeclared: () => [...undeclared] }
}
