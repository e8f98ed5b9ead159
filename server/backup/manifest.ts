import { sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { auditKey, keysToTrust } from '../audit/auditKey.ts'
import type { KeySettings } from '../auth/keyFingerprints.ts'
import { BackupError } from './backupError.ts'

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Identifier = Type.String({ minLength: 1, maxLength: 63 })

const BackupTable = Type.Object({
  name: Identifier,
  columns: Type.Array(Identifier, { minItems: 1 }),
  rows: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the rows in PostgreSQL's text format. */
  sha256: Hash,
})
export type BackupTable = Static<typeof BackupTable>

const Manifest = Type.Object({
  slipway: Type.String(),
  /** UTC, the time of the data. */
  takenAt: Type.String(),
  migrations: Type.Array(Type.Object({ version: Type.Integer(), name: Type.String(), checksum: Hash }), { minItems: 1 }),
  revision: Type.Integer(),
  keys: Type.Array(Type.Object({ setting: Type.String(), fingerprint: Hash, recordedAt: Type.String() })),
  audit: Type.Object({
    /** Last position of the audit chain; null if nothing is chained. */
    head: Type.Union([Type.Object({ seq: Type.Integer(), hash: Hash }), Type.Null()]),
    /** Number of the last signed audit event; null if nothing is signed. */
    checkpoint: Type.Union([Type.Integer(), Type.Null()]),
  }),
  sequences: Type.Array(Type.Object({ name: Identifier, value: Type.Integer() })),
  tables: Type.Array(BackupTable),
})
export type Manifest = Static<typeof Manifest>

/** The label prevents a signature from being used for anything else that the key signs. */
const message = (text: string) => Buffer.from(`slipway backup manifest 1\n${text}`)

export const signManifest = (text: string, keys: KeySettings): Buffer => sign(null, message(text), auditKey(keys).privateKey)

/** @throws BackupError if the manifest isn't signed by the audit key or a trusted earlier one, or isn't complete */
export function parseManifest(text: string, signature: Buffer, keys: KeySettings): Manifest {
  const trusted = keysToTrust(keys)
  if (!trusted.some(({ publicKey }) => verify(null, message(text), publicKey, signature)))
    throw new BackupError(
      `The manifest isn’t signed by an audit key of this configuration (${trusted.map(({ id }) => id).join(', ')}), so the backup was ` +
        'altered or is from another installation. Set SLIPWAY_AUDIT_KEY to the key of that time, or add its public key to ' +
        'SLIPWAY_AUDIT_TRUSTED_KEYS. Nothing was changed.',
    )
  const manifest: unknown = JSON.parse(text)
  if (!Check(Manifest, manifest)) throw new BackupError('The manifest is incomplete, or from a version that this Slipway can’t read.')
  return manifest
}

export function slipwayVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  return version
}
