import { ExternalError } from '../externalError.ts'

export const mailService = 'The mail server'

const signInProblem = `${mailService} doesn’t accept Slipway’s user name and password.`

export interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/**
 * Replies to RCPT and DATA that reject this recipient or message permanently if they have no enhanced status code: the mailbox is unavailable,
 * elsewhere or full, its name isn't allowed (RFC 5321 §4.2.3), or its domain accepts no mail (RFC 7504).
 */
const finalReplies = new Set([550, 551, 552, 553, 556])
/**
 * Enhanced status codes (RFC 3463) that reject this recipient or message permanently: a wrong recipient address, the state of the mailbox, the
 * size, and the content. 5.1.7 and 5.1.8 reject the sender's address, which all emails have. The other subjects are the mail system,
 * routing, the protocol and the policy, such as 5.7.1 for an unauthorized relay.
 */
const finalStatuses = /^5\.(1\.(?![78]$)|2\.|3\.4$|6\.)/
/** Replies to any command that end the session or require a sign-in or encryption first (RFC 5321 §3.8, RFC 4954 §6, RFC 3207 §4). */
const sessionReplies = new Set([421, 503, 530, 535])
/** A wrong sender address, or a command that the server rejects. Both would also fail for all other emails. */
const sessionStatuses = /^5\.(1\.[78]$|5\.)/
/** The subject “other” adds nothing to the basic reply code. */
const emptyStatus = /^5\.0\./

function isFinal(reply: number, status: string | undefined): boolean {
  if (reply < 500) return false
  return status === undefined || emptyStatus.test(status) ? finalReplies.has(reply) : finalStatuses.test(status)
}

/**
 * Classifies a rejection by a mail server. The code `recipient` concerns one recipient or message, and is retryable unless it is final: a
 * policy, such as 5.7.1 for a restricted mailbox or an unauthorized relay, can concern one email or all of them, so it must not delay the
 * others. All other codes concern the session or the server, so no email can be delivered until that ends.
 */
export function mailError(error: SmtpError): ExternalError {
  const { code = '', command = '', responseCode: reply, response = '' } = error
  const text = response.replace(/\s+/g, ' ').trim().slice(0, 300) || String(reply)
  const fail = (name: string, message: string, retryable: boolean) =>
    new ExternalError({ service: mailService, code: name, message, retryable, ...(reply === undefined ? {} : { status: reply }) })
  if (reply !== undefined) {
    const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
    const isOfSession = sessionReplies.has(reply) || sessionStatuses.test(status ?? '')
    if (/^(RCPT|DATA)/.test(command) && !isOfSession)
      return fail('recipient', `${mailService} rejected the message: ${text}`, !isFinal(reply, status))
    if (code === 'EAUTH' && reply >= 500) return fail('signInFailed', signInProblem, false)
    return fail('refused', `${mailService} refused the session: ${text}`, true)
  }
  if (code === 'EAUTH') return fail('signInFailed', signInProblem, false)
  // The server announced a maximum size.
  if (code === 'EMESSAGE') return fail('recipient', `The message is too large for ${mailService.toLowerCase()}.`, false)
  if (code === 'ETLS') return fail('untrusted', `${mailService} doesn’t offer encryption that Slipway trusts.`, false)
  if (/CERT|UNABLE_TO|SELF_SIGNED/.test(code))
    return fail('untrusted', `${mailService} has a certificate that Slipway doesn’t trust.`, false)
  if (code === 'ETIMEDOUT') return fail('timeout', `${mailService} didn’t respond in time.`, true)
  return fail('unreachable', `${mailService} can’t be reached, or the connection was lost.`, true)
}
