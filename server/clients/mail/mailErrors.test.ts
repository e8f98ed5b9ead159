import { describe, expect, it } from 'vitest'
import { mailError } from './mailErrors.ts'

const reply = (command: string, response: string, code = 'EENVELOPE') =>
  mailError({ code, command, response, responseCode: Number(response.slice(0, 3)) })

describe('a reply of a mail server', () => {
  it.each([
    ['RCPT TO', '550 No such user here'],
    ['RCPT TO', '551 User not local'],
    ['RCPT TO', '552 Exceeded storage allocation'],
    ['RCPT TO', '553 Mailbox name not allowed'],
    ['RCPT TO', '556 Domain does not accept mail'],
    ['RCPT TO', '550 5.1.1 Recipient address rejected: User unknown'],
    ['RCPT TO', '550-5.1.1 The email account does not exist.'],
    ['RCPT TO', '554 5.1.1 User unknown'],
    ['RCPT TO', '550 5.2.1 Mailbox disabled'],
    ['RCPT TO', '550 5.0.0 Mailbox unavailable'],
    ['DATA', '552 5.2.2 Mailbox full'],
    ['DATA', '552 5.3.4 Message size exceeds fixed limit'],
    ['DATA', '554 5.6.0 Message content rejected'],
  ])('is final if it rejects the recipient or message: %s, %s', (command, response) => {
    expect(reply(command, response)).toMatchObject({ code: 'recipient', retryable: false })
  })

  it.each([
    ['RCPT TO', '450 Mailbox busy'],
    ['RCPT TO', '451 4.7.1 Greylisted'],
    ['RCPT TO', '452 4.2.2 Mailbox full'],
    ['DATA', '451 Local error'],
    ['RCPT TO', '500 Syntax error'],
    ['RCPT TO', '550 5.7.1 Unable to relay'],
    ['RCPT TO', '554 Transaction failed'],
    ['RCPT TO', '554 5.7.1 Relay access denied'],
    ['DATA', '550 5.7.133 Sender not authenticated for group'],
    ['DATA', '554 5.3.0 Mail system failure'],
  ])('concerns only this email, and is retried, if it is not final: %s, %s', (command, response) => {
    expect(reply(command, response)).toMatchObject({ code: 'recipient', retryable: true })
  })

  it.each([
    ['CONN', '421 4.3.2 Too many connections'],
    ['CONN', '554 No SMTP service here'],
    ['EHLO', '500 Command unrecognized'],
    ['MAIL FROM', '530 5.7.0 Authentication required'],
    ['MAIL FROM', '550 5.7.1 Sender rejected'],
    ['MAIL FROM', '452 4.3.1 Out of storage'],
    ['RCPT TO', '421 4.7.0 Too many errors'],
    ['RCPT TO', '503 Bad sequence of commands'],
    ['RCPT TO', '503 5.5.1 Need MAIL before RCPT'],
    ['RCPT TO', '530 5.7.0 Must issue a STARTTLS command first'],
    ['RCPT TO', '535 5.7.8 Authentication credentials invalid'],
    ['RCPT TO', '550 5.1.8 Sender address rejected: Domain not found'],
    ['DATA', '421 4.4.2 Timeout exceeded'],
    ['DATA', '503 5.5.1 No valid recipients'],
    ['DATA', '554 5.5.2 Syntax error'],
  ])('concerns the server, and is retried, if it rejects the session or service: %s, %s', (command, response) => {
    expect(reply(command, response)).toMatchObject({ code: 'refused', retryable: true, status: Number(response.slice(0, 3)) })
  })

  it('rejects the credentials only if it is permanent', () => {
    expect(reply('AUTH PLAIN', '535 5.7.8 Authentication credentials invalid', 'EAUTH')).toMatchObject({ code: 'signInFailed' })
    expect(reply('AUTH PLAIN', '454 4.7.0 Temporary authentication failure', 'EAUTH')).toMatchObject({ code: 'refused', retryable: true })
  })

  it('concerns the message if it is larger than the server announced', () => {
    expect(mailError({ code: 'EMESSAGE', command: 'MAIL FROM' })).toMatchObject({ code: 'recipient', retryable: false })
  })
})
