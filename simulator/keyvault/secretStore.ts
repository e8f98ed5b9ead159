import { createHash } from 'node:crypto'
import { seededRandom } from '../../sample/seededRandom.ts'
import type { Simulator } from '../core/simulator.ts'

/** Key Vault writes times as whole seconds since 1970. */
export interface SecretVersion {
  version: string
  value: string
  contentType?: string
  tags?: Record<string, string>
  enabled: boolean
  nbf?: number
  exp?: number
  created: number
  updated: number
}

export interface StoredSecret {
  name: string
  versions: SecretVersion[]
  deletedAt?: number
  recoveringUntil?: number
  purged?: true
}

const day = 86_400
const year = 365 * day
export const retentionDays = 90

const kinds: [name: string, contentType: string | undefined, expires: boolean][] = [
  ['sql-admin-password', 'text/plain', true],
  ['payment-gateway-key', 'application/x-api-key', true],
  ['storage-connection-string', 'text/plain', true],
  ['sendgrid-api-key', 'application/x-api-key', true],
  ['jwt-signing-key', 'text/plain', false],
  ['loyalty-webhook-secret', undefined, false],
  ['redis-primary-key', 'text/plain', true],
]

export const nowSeconds = (sim: Simulator) => Math.floor(sim.clock.now().getTime() / 1_000)

const collection = (sim: Simulator) => sim.state.collection<StoredSecret>('keyvault.secrets')
const keyOf = (vault: string, name: string) => `${vault}/${name}`.toLowerCase()

export function versionId(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 32)
}

/** These secrets are derived from the name of the vault. They are rotated once a year, and one of them was deleted recently. */
function generated(sim: Simulator, vault: string): StoredSecret[] {
  const random = seededRandom(`secrets/${vault.toLowerCase()}`)
  const now = nowSeconds(sim)
  const secrets = kinds
    .filter(() => random.chance(0.65))
    .map(([name, contentType, canExpire]): StoredSecret => {
      // The expiry date is the next anniversary, or was at most three weeks ago, so that some secret always needs a renewal.
      const anniversary = random.int(1, 365) * day
      const exp = Math.ceil((now - 21 * day - anniversary) / year) * year + anniversary
      const created = exp - year
      const version = versionId(`${vault}/${name}/${created}`)
      const value = `simulated-${version.slice(0, 12)}`
      return {
        name,
        versions: [
          {
            version,
            value,
            enabled: true,
            created,
            updated: created,
            ...(contentType ? { contentType } : {}),
            ...(canExpire ? { exp } : {}),
          },
        ],
      }
    })
  const created = now - (now % day) - 400 * day
  const oldVersion = { version: versionId(`${vault}/old`), value: 'simulated-old', enabled: true, created, updated: created }
  return [...secrets, { name: 'erp-legacy-password', versions: [oldVersion], deletedAt: now - (now % day) - 12 * day }]
}

export function secretsOf(sim: Simulator, vault: string): StoredSecret[] {
  const secrets = new Map(generated(sim, vault).map((secret) => [keyOf(vault, secret.name), secret]))
  for (const storedSecret of collection(sim).values(`${vault.toLowerCase()}/`)) secrets.set(keyOf(vault, storedSecret.name), storedSecret)
  const limit = nowSeconds(sim) - retentionDays * day
  return [...secrets.values()]
    .filter(({ purged, deletedAt }) => !purged && (deletedAt === undefined || deletedAt > limit))
    .sort((a, b) => a.name.localeCompare(b.name))
}

export function lookUpSecret(sim: Simulator, vault: string, name: string): StoredSecret | undefined {
  return secretsOf(sim, vault).find((secret) => secret.name.toLowerCase() === name.toLowerCase())
}

export function saveSecret(sim: Simulator, vault: string, secret: StoredSecret): void {
  collection(sim).set(keyOf(vault, secret.name), secret)
}
