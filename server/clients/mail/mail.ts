import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Logger } from '../pipeline.ts'
import type { ServiceWatch } from '../watch.ts'
import { mailError, mailService, type SmtpError } from './mailErrors.ts'

export interface OutgoingMail {
  /** A single address; it is never parsed as a list. */
  to: string
  subject: string
  text: string
  html: string
  /** The same ID for every attempt, so that mail programs show the email once. */
  messageId: string
  /** Common ID of emails about the same subject, so that mail programs group them. */
  thread: string
  unsubscribeUrl: string
}

export interface Mail {
  /**
   * @returns the response of the mail server
   * @throws ExternalError with the SMTP code in `status`. With the code `recipient`, only this email failed; without `retryable`, it can't be sent at all
   */
  send(mail: OutgoingMail): Promise<string>
  /**
   * Connects to the mail server and signs in, without sending.
   * @throws ExternalError
   */
  check(): Promise<void>
  close(): void
}

interface MailDependencies {
  logger: Logger
  watch: ServiceWatch
  clock: Clock
}

/** Connections are encrypted, except to this machine; a few connections are kept open. */
export function createMail({ url, from }: { url: string; from: string }, { logger, watch, clock }: MailDependencies): Mail {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !loopback,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  watch.registerService(mailService)

  async function withWatch<T>(call: () => Promise<T>): Promise<T> {
    const startedAt = clock.now()
    try {
      const result = await call()
      watch.onResponse(mailService, { ms: clock.now() - startedAt, headers: {}, at: clock.now() })
      return result
    } catch (error) {
      const failure = mailError(error as SmtpError)
      logger.info({ service: mailService, code: failure.code, status: failure.status }, 'the mail server rejected an email')
      // If the mail server rejects a single recipient or message, the server itself has no problem. A rejection by policy can concern all
      // emails.
      const isServiceProblem = failure.code !== 'recipient' || (failure.retryable && Number(failure.status) >= 500)
      watch.failed(mailService, { ms: clock.now() - startedAt, error: failure, at: clock.now(), isServiceProblem })
      throw failure
    }
  }

  return {
    check: () => withWatch(async () => void (await transport.verify())),
    async send({ to, subject, text, html, messageId, thread, unsubscribeUrl }) {
      return withWatch(async () => {
        const { response } = await transport.sendMail({
          from: { name: 'Slipway', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          references: thread,
          list: { unsubscribe: unsubscribeUrl },
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        return response
      })
    },
    close: () => transport.close(),
  }
}
