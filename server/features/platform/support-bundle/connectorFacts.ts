import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ServiceCallStats } from '../../../db/tables.ts'
import { settingCatalogue } from '../../../settings/catalogue.ts'
import { idOf, knownName, numberOf, timeOf } from './allowedValues.ts'
import { codeOf } from './codes.ts'
import { knownServices } from './knownNames.ts'

const settingNames: ReadonlySet<string> = new Set(Object.keys(settingCatalogue))

/** Reads the records of each replica about external services in the last minutes: counts, and the code and time of the last error. */
export async function loadConnectorFacts(db: Db): Promise<object> {
  const { rows } = await sql<{ replica: string; service: string; seen: ServiceCallStats; at: Date }>`
    select replica, service, seen, at from service_health order by service, replica limit 2000`.execute(db)
  return {
    connectors: rows.map(({ replica, service, seen, at }) => ({
      ...{ service: knownName(service, knownServices), replica: idOf(replica), at: timeOf(at) },
      ...{ calls: numberOf(seen.calls), failures: numberOf(seen.failures), lastGoodAt: timeOf(seen.lastGoodAt) },
      lastError: seen.lastError && {
        ...{ at: timeOf(seen.lastError.at), code: codeOf(seen.lastError.code), status: numberOf(seen.lastError.status) },
      },
      tokenExpiresAt: timeOf(seen.tokenExpiresAt),
      missingPermissions: seen.missing?.length ?? 0,
    })),
  }
}

/** Replicas don't record their version. */
export async function loadReplicas(db: Db): Promise<object> {
  const { rows } = await sql<{ replica: string; at: Date }>`
    select replica, max(at) as at from service_health group by replica order by at desc limit 200`.execute(db)
  return { replicas: rows.map(({ replica, at }) => ({ id: idOf(replica), version: null, lastWriteAt: timeOf(at) })) }
}

/** Only values that are numbers, true or false are shown. */
export async function loadChangedSettings(db: Db): Promise<object> {
  const { rows } = await sql<{ name: string; value: unknown; version: number; updated_at: Date }>`
    select name, value, version, updated_at from settings order by name`.execute(db)
  return {
    changed: rows.map(({ name, value, version, updated_at }) => ({
      ...{ name: knownName(name, settingNames), version, updatedAt: timeOf(updated_at) },
      ...(typeof value === 'boolean' || typeof value === 'number' ? { value } : {}),
    })),
  }
}
