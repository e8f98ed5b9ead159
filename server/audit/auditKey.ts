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
  /** The public half in PEM, to be kept where verifications are made. */
  publicPem: string
}

/** @throws when it is no Ed25519 key */
export function trustedKey(pem: string): TrustedKey {
  const publicKey = createPublicKey(pem)
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error('The audit key must be an Ed25519 key in PEM format.')
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return { id: createHash('sha256').update(der).digest('hex').slice(0, 16), publicKey }
}

const keyFile = 'audit-key.pem'
const keys = new WeakMap<Config, AuditKey>()

/** The key that checkpoints are signed with: as configured, or one of this machine's own, made at the first need and kept beside the data. */
export function auditKey(config: Config): AuditKey {
  const known = keys.get(config)
  if (known) return known
  const pem = config.audit.key ?? ownKey(config.dataDir)
  const key = {
    ...trustedKey(pem),
    privateKey: createPrivateKey(pem),
    publicPem: createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString(),
  }
  keys.set(config, key)
  return key
}

/** The signing key and those of before. */
export function keysToTrust(config: Config): TrustedKey[] {
  return [auditKey(config), ...config.audit.trustedKeys.map(trustedKey)]
}

function ownKey(dataDir: string): string {
  const file = path.join(dataDir, keyFile)
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
    // Another process of this machine was quicker.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8')
    throw error
  }
}
