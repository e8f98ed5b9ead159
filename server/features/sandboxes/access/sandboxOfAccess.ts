import type { SandboxStatus } from '../../../db/tables.ts'
import { displayStatus } from '../sandboxes/states.ts'
import { suffixOf } from './names.ts'
import type { AccessSandbox, SandboxGroupRef } from './schemas.ts'

export function sandboxOfAccess(
  row: { sandbox_id: string | null; sandbox_name: string | null; sandbox_status: SandboxStatus | null; lease_end: Date | null },
  now: Date,
): AccessSandbox {
  return {
    id: row.sandbox_id!,
    name: row.sandbox_name!,
    status: displayStatus({ status: row.sandbox_status!, lease_end: row.lease_end }, now),
    end: row.lease_end?.toISOString() ?? null,
  }
}

export function groupRef(group: Omit<SandboxGroupRef, 'suffix'>): SandboxGroupRef {
  return { ...group, suffix: suffixOf(group.name) }
}
