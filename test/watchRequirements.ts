import type { Clients } from '../server/clients/clients.ts'
import { methodRequirements } from '../server/clients/requirements/methods.ts'
import type { RequirementService } from '../server/clients/requirements/requirement.ts'
import { requirements } from '../server/clients/requirements/requirements.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

type Method = (...args: unknown[]) => unknown
type ClientName = keyof typeof methodRequirements

/** The services that each client calls, by the permissions of its methods. */
const servicesOf = Object.fromEntries(
  Object.entries(methodRequirements).map(([client, methods]) => {
    const names = new Set<string>(Object.values(methods).flat())
    return [client, requirements.filter(({ name }) => names.has(name)).map(({ service }) => service)]
  }),
) as Record<ClientName, RequirementService[]>

/**
 * Compares the permissions that the simulator checks with what `methodRequirements` says about the methods that are being called.
 * @returns the clients to call, and `undeclared`: permissions that none of the methods in progress names
 */
export function watchRequirements(clients: Clients, sim: Simulator): { clients: Clients; undeclared(): string[] } {
  const inProgress: { client: ClientName; method: string; names: readonly string[] }[] = []
  const undeclared = new Set<string>()

  sim.permissions.onUse(({ service, name }) => {
    // A service can process a request after its method has ended, while a method of another client is in progress.
    const callers = inProgress.filter(({ client }) => servicesOf[client].includes(service))
    if (callers.length > 0 && !callers.some(({ names }) => names.includes(name)))
      undeclared.add(`${callers.map(({ client, method }) => `${client}.${method}`).join(', ')} used ${name}`)
  })

  function watched(client: ClientName, method: string, names: readonly string[], call: Method): Method {
    return (...args) => {
      const entry = { client, method, names }
      inProgress.push(entry)
      const result = call(...args)
      // The end of a generator can’t be detected here, so its method counts as in progress until the test ends.
      if (result instanceof Promise) void result.catch(() => {}).finally(() => inProgress.splice(inProgress.indexOf(entry), 1))
      return result
    }
  }

  const watchedClients = Object.entries(methodRequirements).map(([key, methods]) => {
    const name = key as ClientName
    const client = clients[name] as Record<string, Method> | undefined
    const names = methods as Record<string, readonly string[] | 'no call'>
    if (!client) return [name, client]
    const calls = Object.entries(client).map(([method, call]) => {
      const needed = names[method] ?? []
      return [method, needed === 'no call' ? call : watched(name, method, needed, call.bind(client))]
    })
    return [name, Object.fromEntries(calls)]
  })
  return { clients: { ...clients, ...Object.fromEntries(watchedClients) }, undeclared: () => [...undeclared] }
}
