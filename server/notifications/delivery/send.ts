import { ExternalError } from '../../clients/externalError.ts'
import { channelServices } from './channelServices.ts'
import { slackMessage, teamsMessage } from './chatCards.ts'
import { cloudEvent, cloudEventType } from './cloudEvent.ts'
import type { DeliveryContext } from './delivering.ts'
import { decrypt } from './encryption.ts'
import { mailOf } from './mailOf.ts'
import { type Message, messageOf } from './message.ts'
import { loadDigestEntries, type OutgoingDelivery } from './outgoing.ts'
import { signedHeaders } from './signature.ts'

const maxDigestEntries = 100

export const describeDelivery = (status: number): string => `Taken (${status}).`

/**
 * Sends a message.
 * @returns the response in plain language
 * @throws ExternalError
 */
export async function send(context: DeliveryContext, outgoing: OutgoingDelivery): Promise<string> {
  const { config, clients, db } = context
  const message = messageOf(config.publicUrl, outgoing)
  if (outgoing.type === 'mail') {
    const rows = outgoing.kind === 'digest' ? await loadDigestEntries(db, outgoing.id, maxDigestEntries) : []
    const summary = rows.map((row) => messageOf(config.publicUrl, row))
    return (await clients.mail!.send(mailOf(config.publicUrl, outgoing.email!, message, summary))).slice(0, 500)
  }
  const url = opened(context, outgoing, outgoing.url_sealed)
  const status = await clients.webhooks.post({ name: outgoing.name, url, service: channelServices[outgoing.type], ...request() })
  return describeDelivery(status)

  function request(): { body: object; headers?: Record<string, string> } {
    if (outgoing.type === 'slack') return { body: slackMessage(message) }
    if (outgoing.type === 'teams') return { body: teamsMessage(message) }
    return signRequest(context, outgoing, message)
  }
}

function signRequest(context: DeliveryContext, outgoing: OutgoingDelivery, message: Message) {
  const at = context.now()
  const { secret_sealed, old_secret_sealed, old_secret_until } = outgoing
  const liveSecrets = [secret_sealed, ...(old_secret_until && old_secret_until > at ? [old_secret_sealed] : [])]
  const body = cloudEvent(context.config.publicUrl, message)
  const secrets = liveSecrets.map((encrypted) => opened(context, outgoing, encrypted))
  // The client must send exactly the JSON that is signed here.
  const headers = signedHeaders({ id: message.id, at, body: JSON.stringify(body), secrets })
  return { body, headers: { ...headers, 'content-type': cloudEventType } }
}

function opened({ config }: DeliveryContext, { name }: OutgoingDelivery, encrypted: Buffer | null): string {
  const text = encrypted && decrypt(encrypted, config.keySecret)
  if (text) return text
  const message = `The URL of ${name} can’t be read, because SLIPWAY_KEY_SECRET changed. Enter the URL again.`
  throw new ExternalError({ service: name, code: 'sealed', message, retryable: false })
}
