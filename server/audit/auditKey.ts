import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

export interface TrustedKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the public key. */
  id: string
  publicKey: KeyObject
}
export interface AuditKey extends TrustedKey {
  privateKey: KeyObject
  /** Public key in PEM, which is stored where trails are verified. */
  publicPem: string
}

/** @throws if the key isn't Ed25519 */
export function trustedKey(pem: string): TrustedKey {
  const publicKey = createPublicKey(pem)
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error('The audit key must be an Ed25519 key in PEM format.')
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return { id: createHash('sha256').update(der).digest('hex').slice(0, 16), publicKey }
}

export const auditKeyFile = 'audit-key.pem'
export type AuditKeySettings = Pick<Config, 'audit' | 'dataDir'>
const keys = new WeakMap<AuditKeySettings, AuditKey>()

/** Returns the key that signs checkpoints: from the configuration, or generated on first use and stored in the data folder. */
export function auditKey(config: AuditKeySettings): AuditKey {
  const cachedKey = keys.get(config)
  if (cachedKey) return cachedKey
  const pem = config.audit.key ?? ownKey(config.dataDir)
  const key = {
    ...trustedKey(pem),
    privateKey: createPrivateKey(pem),
    publicPem: createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString(),
  }
  keys.set(config, key)
  return key
}

export function keysToTrust(config: AuditKeySettings): TrustedKey[] {
  return [auditKey(config), ...config.audit.trustedKeys.map(trustedKey)]
}

function ownKey(dataDir: string): string {
  const file = path.join(dataDir, auditKeyFile)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
    return pem
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8')
    throw error
  }
}
