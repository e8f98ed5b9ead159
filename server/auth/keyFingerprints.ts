import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { auditKey, keysToTrust, type TrustedKey } from '../audit/auditKey.ts'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Config } from '../config.ts'
import { type Db, inTransaction } from '../db/database.ts'

type KeySetting = 'SLIPWAY_KEY_SECRET' | 'SLIPWAY_AUDIT_KEY'
export type KeySettings = Pick<Config, 'keySecret' | 'audit' | 'dataDir' | 'replacedKeys'>

interface Key {
  setting: KeySetting
  name: string
  fingerprint: Buffer
  succeeds(fingerprint: Buffer): boolean
  breaks: string
  rotation(fingerprint: string): string
}

interface LastKey {
  number: number
  fingerprint: Buffer
  recorded_at: Date
}

export interface RecordedKey {
  setting: string
  /** SHA-256 in hexadecimal. */
  fingerprint: string
  /** UTC. */
  recordedAt: string
}

const label = 'slipway key fingerprint 1'

/** Messages identify a key by these 16 hexadecimal digits. For the audit key, they are its ID. */
const shorten = (fingerprint: Buffer) => fingerprint.toString('hex').slice(0, 16)

const fingerprintOf = ({ publicKey }: TrustedKey) =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()

function keysOf(config: KeySettings): Key[] {
  const trustedFingerprints = keysToTrust(config).map(fingerprintOf)
  return [
    {
      setting: 'SLIPWAY_KEY_SECRET',
      name: 'SLIPWAY_KEY_SECRET',
      // The secret has at least 32 random characters, so a keyed hash doesn't make it guessable. Hashes of API keys use it as well.
      fingerprint: createHmac('sha256', config.keySecret).update(label).digest(),
      succeeds: () => false,
      breaks:
        'With this one, all API keys and alert keys would stop working, URLs of notification channels could not be read, and groups that are being created would be created twice.',
      rotation: (fingerprint) => `To replace it on purpose, set SLIPWAY_REPLACED_KEYS to ${fingerprint}.`,
    },
    {
      setting: 'SLIPWAY_AUDIT_KEY',
      name: config.audit.key === undefined ? `The key audit-key.pem in ${config.dataDir}` : 'SLIPWAY_AUDIT_KEY',
      fingerprint: fingerprintOf(auditKey(config)),
      succeeds: (fingerprint) => trustedFingerprints.some((trusted) => trusted.equals(fingerprint)),
      breaks: 'With this one, verification would report the earlier checkpoints of the audit trail as forged.',
      rotation: (fingerprint) =>
        'To replace it on purpose, add the earlier public key to SLIPWAY_AUDIT_TRUSTED_KEYS. ' +
        `If you no longer have it, set SLIPWAY_REPLACED_KEYS to ${fingerprint}.`,
    },
  ]
}

/**
 * Returns the keys that this configuration sets, with fingerprints as in messages. A generated audit key is left out, because it is a
 * file.
 */
export function fingerprintsOf(config: Config): { setting: string; fingerprint: string }[] {
  return config.audit.key === undefined
    ? []
    : keysOf(config).map(({ setting, fingerprint }) => ({ setting, fingerprint: shorten(fingerprint) }))
}

/**
 * Compares the keys of this process with the fingerprints in the database, and records them at the first start. A key that is replaced on
 * purpose is recorded with an audit event.
 * @returns IDs of earlier audit keys that signed checkpoints and are not trusted, so that verification reports these checkpoints as forged
 * @throws if a key is not the recorded one
 */
export async function checkKeys(db: Db, config: KeySettings): Promise<string[]> {
  const keys = keysOf(config)
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('slipway key fingerprints', 0))`.execute(tx)
    for (const key of keys) await checkKey(tx, key, config.replacedKeys)
  })
  const trustedIds = new Set(keysToTrust(config).map(({ id }) => id))
  const { rows } = await sql<{ id: string }>`
    select left(encode(f.fingerprint, 'hex'), 16) as id from key_fingerprints f where f.setting = 'SLIPWAY_AUDIT_KEY'
      and exists (select from audit_checkpoints c where c.key_id = left(encode(f.fingerprint, 'hex'), 16))`.execute(db)
  return rows.map(({ id }) => id).filter((id) => !trustedIds.has(id))
}

/**
 * Compares the keys of this process with the recorded ones and changes nothing, so that a wrong key stops a start before it migrates.
 * @param db a connection of the role that migrates. A database that was never migrated has no recorded keys.
 * @throws if a key is not the recorded one
 */
export async function compareKeys(db: Db, config: KeySettings): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('key_fingerprints') is not null as exists`.execute(db)
  if (!rows[0]!.exists) return
  for (const key of keysOf(config)) requireSameKey(key, await loadLast(db, key), config.replacedKeys)
}

/** @throws if a key differs; the message names it and says what to do */
export function requireKeys(recorded: readonly RecordedKey[], config: KeySettings): void {
  for (const key of keysOf(config)) {
    const last = recorded.find(({ setting }) => setting === key.setting)
    if (last)
      requireSameKey(
        key,
        { fingerprint: Buffer.from(last.fingerprint, 'hex'), recorded_at: new Date(last.recordedAt) },
        config.replacedKeys,
      )
  }
}

export async function loadRecordedKeys(db: Db): Promise<RecordedKey[]> {
  const { rows } = await sql<RecordedKey>`
    select distinct on (setting) setting, encode(fingerprint, 'hex') as fingerprint,
      to_char(recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "recordedAt"
    from key_fingerprints order by setting, number desc`.execute(db)
  return rows
}

function loadLast(db: Db, { setting }: Key): Promise<LastKey | undefined> {
  return db
    .selectFrom('key_fingerprints')
    .select(['number', 'fingerprint', 'recorded_at'])
    .where('setting', '=', setting)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function requireSameKey(key: Key, last: Omit<LastKey, 'number'> | undefined, replacedKeys: readonly string[]): void {
  const { name, fingerprint } = key
  if (last?.fingerprint.equals(fingerprint)) return
  if (last && !key.succeeds(last.fingerprint) && !replacedKeys.includes(shorten(last.fingerprint)))
    throw new Error(
      `${name} is not the key of this database: it has the fingerprint ${shorten(fingerprint)}, and the database was last used with ` +
        `${shorten(last.fingerprint)}, recorded on ${last.recorded_at.toISOString().slice(0, 10)}. ${key.breaks} ` +
        `Nothing was changed. Start with the earlier key. ${key.rotation(shorten(last.fingerprint))}`,
    )
}

async function checkKey(tx: Db, key: Key, replacedKeys: readonly string[]): Promise<void> {
  const { setting, fingerprint } = key
  const last = await loadLast(tx, key)
  requireSameKey(key, last, replacedKeys)
  if (last?.fingerprint.equals(fingerprint)) return
  if (last)
    await recordSystemEvent(tx, {
      action: 'keyReplaced',
      subject: { kind: 'setting', id: setting },
      before: { fingerprint: shorten(last.fingerprint) },
      after: { fingerprint: shorten(fingerprint) },
      reason: 'Slipway was started with a different key, and the configuration names the earlier one as replaced.',
    })
  await tx
    .insertInto('key_fingerprints')
    .values({ setting, number: (last?.number ?? 0) + 1, fingerprint, replaces: last?.fingerprint ?? null })
    .execute()
}
