import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const mintSecret = (): string => prefix + randomBytes(32).toString('base64')

/** Signs a webhook (Standard Webhooks 1.0). While a secret is being replaced, both secrets are used. */
export function signedHeaders({
  id,
  at,
  body,
  secrets,
}: {
  id: string
  at: Date
  body: string
  secrets: string[]
}): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
