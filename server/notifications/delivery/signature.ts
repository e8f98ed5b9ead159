import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** What a webhook is signed with, as Standard Webhooks 1.0 writes it. */
export const mintSecret = (): string => prefix + randomBytes(32).toString('base64')

/** The headers of a signed webhook (Standard Webhooks 1.0); while a secret is being replaced it is signed with both. */
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
