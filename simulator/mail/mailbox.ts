import type { Simulator } from '../core/simulator.ts'

interface StoredMail {
  number: number
  /** The envelope's recipients are the actual ones; the fields in the message can differ. */
  envelopeTo: string[]
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
  at: string
}

const max = 500
const mails = (sim: Simulator) => sim.state.collection<StoredMail>('mails')

export const listMails = (sim: Simulator): StoredMail[] => mails(sim).values()

export async function storeMail(sim: Simulator, raw: Buffer, envelopeTo: string[]): Promise<number> {
  const { default: PostalMime } = await import('postal-mime')
  const { from, to, subject = '', text = '', html = '', messageId = '', headers } = await PostalMime.parse(raw)
  return sim.state.atomically(() => {
    const stored = listMails(sim)
    const number = (stored.at(-1)?.number ?? 0) + 1
    mails(sim).set(idOf(number), {
      number,
      envelopeTo,
      from: from?.address ?? '',
      to: (to ?? []).map(({ address }) => address ?? ''),
      subject,
      text,
      html,
      messageId,
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
      at: sim.clock.now().toISOString(),
    })
    if (stored.length >= max) mails(sim).delete(idOf(stored[0]!.number))
    return number
  })
}

const idOf = (number: number) => String(number).padStart(8, '0')
