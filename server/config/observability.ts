import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Environment } from './environment.ts'
import type { Config } from './shape.ts'

export function readTracing({ read, url, integer, json }: Environment): Config['tracing'] {
  const headers = json<Record<string, string>>('SLIPWAY_OTLP_HEADERS', {})
  const percent = integer('SLIPWAY_OTLP_PERCENT', 100, 0, 100)
  if (read('SLIPWAY_OTLP_ENDPOINT') === undefined) return undefined
  return { endpoint: url('SLIPWAY_OTLP_ENDPOINT', 'the trace collector'), headers, ratio: percent / 100 }
}

export function readAudit({ problems, read }: Environment): Config['audit'] {
  const audit = {
    key: read('SLIPWAY_AUDIT_KEY'),
    trustedKeys: pemBlocks(read('SLIPWAY_AUDIT_TRUSTED_KEYS')),
    checkpoints: read('SLIPWAY_AUDIT_CHECKPOINTS'),
  }
  problems.push(...notKeys('SLIPWAY_AUDIT_KEY', createPrivateKey, audit.key))
  problems.push(...notKeys('SLIPWAY_AUDIT_TRUSTED_KEYS', createPublicKey, ...audit.trustedKeys))
  return audit
}

/** Splits text into PEM blocks. Other text is returned whole, so that its validation fails. */
const pemBlocks = (text: string | undefined): string[] =>
  text === undefined ? [] : (text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [text])

function notKeys(name: string, parseKey: (pem: string) => KeyObject, ...pems: (string | undefined)[]): string[] {
  const isKey = (pem: string) => {
    try {
      return parseKey(pem).asymmetricKeyType === 'ed25519'
    } catch {
      return false
    }
  }
  return pems.every((pem) => pem === undefined || isKey(pem)) ? [] : [`${name} must have Ed25519 keys in PEM format`]
}
