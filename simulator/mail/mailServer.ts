import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { smtpPassword, smtpUser } from '../core/constants.ts'
import type { FaultAction } from '../core/faults.ts'
import type { Simulator } from '../core/simulator.ts'
import { storeMail } from './mailbox.ts'

export interface MailServer {
  origin: string
  close(): Promise<void>
}

const smtpError = (status: number, text: string) => Object.assign(new Error(text), { responseCode: status })

/**
 * The mail server accepts all mail from Slipway and doesn't deliver it; received mail is in the mailbox. Faults of the service `mail` apply
 * to the commands `RCPT` and `DATA`; their path is the recipient's address.
 */
export async function startMailServer(
  sim: Simulator,
  tls: { certPem: string; keyPem: string },
  host: string,
  port: number,
): Promise<MailServer> {
  const strikes = (method: string, session: SMTPServerSession) => {
    const [to] = session.envelope.rcptTo
    return sim.faults.apply({ service: 'mail', method, url: `/${to?.address ?? ''}` })
  }
  const cutConnection = (session: SMTPServerSession) => {
    for (const { session: open, _socket: socket } of server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>)
      if (open.id === session.id) socket.destroy()
  }

  async function applyFaults(faults: FaultAction[], session: SMTPServerSession, callback: (error?: Error) => void): Promise<boolean> {
    for (const fault of faults) {
      if (fault.kind === 'delay') await wait(fault.ms)
      if (fault.kind === 'status') {
        callback(smtpError(fault.status, String(fault.body ?? 'Try again later')))
        return false
      }
      if (fault.kind === 'hold' && fault.when === 'before') {
        fault.held?.()
        return false
      }
      if (fault.kind === 'reset' && fault.when === 'before') {
        cutConnection(session)
        return false
      }
    }
    return true
  }

  const server = new SMTPServer({
    name: 'mail.northgate.example',
    key: tls.keyPem,
    cert: tls.certPem,
    authMethods: ['PLAIN', 'LOGIN'],
    size: 1_048_576,
    closeTimeout: 50,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      if (username === smtpUser && password === smtpPassword) callback(null, { user: username })
      else callback(smtpError(535, '5.7.8 Authentication credentials invalid'))
    },
    onRcptTo(address, session, callback) {
      const faults = sim.faults.apply({ service: 'mail', method: 'RCPT', url: `/${address.address}` })
      void applyFaults(faults, session, callback).then((shouldResume) => shouldResume && callback())
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        const faults = strikes('DATA', session)
        void applyFaults(faults, session, callback).then(async (shouldResume) => {
          if (!shouldResume) return
          const to = session.envelope.rcptTo.map(({ address }) => address)
          const number = await storeMail(sim, Buffer.concat(chunks), to)
          const faultAfter = faults.find((fault) => (fault.kind === 'reset' || fault.kind === 'hold') && fault.when === 'after')
          if (faultAfter?.kind === 'hold') faultAfter.held?.()
          else if (faultAfter) cutConnection(session)
          else callback(null, `2.0.0 Ok: queued as ${number}`)
        })
      })
    },
  })
  // A client that disconnects isn't an error of the server.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.server.address()
  return {
    origin: `smtp://${host}:${typeof address === 'object' ? address?.port : port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
