import { type Permission, permissions } from '../../server/clients/permissions.ts'

export type PermissionRef = Pick<Permission, 'service' | 'name'>

/** What Slipway's identities may do: all that the product documents, but for what a test has taken away. */
export interface Permissions {
  /** @throws when the product documents no such permission. */
  take(permission: PermissionRef): void
  giveBack(permission: PermissionRef): void
  taken(): PermissionRef[]
  /** Names of the permissions of one service that Slipway holds now. */
  held(service: Permission['service']): string[]
  /** Notes that a request of Slipway's needed a permission. @throws when the product does not document it */
  use(permission: PermissionRef): void
  onUse(listener: (permission: PermissionRef) => void): void
}

export function createPermissions(): Permissions {
  const taken = new Map<string, PermissionRef>()
  const listeners: ((permission: PermissionRef) => void)[] = []
  const requireKnown = ({ service, name }: PermissionRef) => {
    if (!permissions.some((each) => each.service === service && each.name === name))
      throw new Error(`The product does not document the permission ${service} ${name}`)
  }
  const key = ({ service, name }: PermissionRef) => `${service} ${name}`
  return {
    take({ service, name }) {
      requireKnown({ service, name })
      taken.set(key({ service, name }), { service, name })
    },
    giveBack: (permission) => void taken.delete(key(permission)),
    taken: () => [...taken.values()],
    held: (service) => permissions.filter((each) => each.service === service && !taken.has(key(each))).map(({ name }) => name),
    use({ service, name }) {
      requireKnown({ service, name })
      for (const listener of listeners) listener({ service, name })
    },
    onUse: (listener) => void listeners.push(listener),
  }
}
