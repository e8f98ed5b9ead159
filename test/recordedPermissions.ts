import { randomUUID } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { requirements } from '../server/clients/requirements/requirements.ts'
import type { PermissionRef } from '../simulator/core/permissions.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

const nameOf = ({ service, name }: PermissionRef) => `${service} ${name}`

export function recordPermissions(simulator: Simulator, dir: string): void {
  const file = path.join(dir, randomUUID())
  const visited = new Set<string>()
  simulator.permissions.onUse((permission) => {
    const name = nameOf(permission)
    if (visited.has(name)) return
    visited.add(name)
    appendFileSync(file, `${name}\n`)
  })
}

export function unusedPermissions(dir: string): string[] {
  const usedPermissions = new Set(readdirSync(dir).flatMap((name) => readFileSync(path.join(dir, name), 'utf8').split('\n')))
  return requirements.map(nameOf).filter((name) => !usedPermissions.has(name))
}
