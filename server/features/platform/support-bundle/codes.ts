import dns from 'node:dns'
import { constants } from 'node:os'
import { redact } from '../../../clients/redact.ts'
import { errorCodes } from '../../../errors.ts'

/** Slipway's codes. A code that contains an error term needs no entry here. */
const ownCodes: ReadonlySet<string> = new Set([
  ...Object.keys(errorCodes),
  ...`any baseEnded cannotStart cannotStop closed conflicts connected connectionLost database foreignOrigin groupNameTaken groupPurged hasAccount
  hiddenField htmlAnswer immutable inRollout insideAddress malformedScope mergedMeanwhile neverBegan noAddresses noAddressSpace
  noDatabase noHub noLongerWanted noMainBranch noPlace noSubscription nothingToAsk otherOrganisation overtaken
  profileEnded pullRequestClosed recipient redirected sealed stillInProgress strangeAddress undelivered undone unexpected unexpectedAnswer
  unreadable unreadableAnswer`.split(/\s+/),
])

const systemCodes: ReadonlySet<string> = new Set([
  ...Object.keys(constants.errno),
  ...Object.values(dns).filter((value) => typeof value === 'string'),
  ...['EAUTH', 'ECONNECTION', 'EDNS', 'EENVELOPE', 'EMESSAGE', 'EPROTOCOL', 'ESOCKET', 'ESTREAM', 'ETIMEOUT', 'ETLS'],
])

/** A code of another system, or the class of an error, has at least one of these terms. Names and passwords rarely have one. */
const errorTerms: ReadonlySet<string> = new Set(
  `aborted already bad blocked busy canceled cancelled cert conflict degraded deleted denied dependency disabled disallowed down
  duplicate eai err error exceeded exception exists expired fail failed failure forbidden full gone incomplete insufficient internal
  interrupted invalid limit limited limiting locked mismatch missing not outcome overloaded pending precondition progress quota reached
  recovered refusal refused rejected required retry revoked suspended throttled timeout too unable unauthenticated unauthorized unavailable
  unhealthy unknown unprocessable unreachable unsupported untrusted violated violation wrong`.split(/\s+/),
)

/** PostgreSQL's codes by their class (PostgreSQL 18, Appendix A), statuses, and Microsoft's codes of sign-ins. */
const numbered = /^(?:(?:0[0-3089ABFLPZ]|2[0-8BDF]|3[4489BDF]|4[024]|5[34578]|72|F0|HV|P0|XX)[0-9A-Z]{3}|\d{1,3}|http\d{3}|AADSTS\d{4,7})$/
const lettersOnly = /^[A-Za-z]+(?:_[A-Za-z]+)*$/
const nameParts = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
const maxCodeLength = 60

/** @returns an error code, or null for text that isn't known as one, such as names, email and IP addresses, IDs, tokens and sentences */
export function codeOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > maxCodeLength || redact(text) !== text) return null
  return ownCodes.has(text) || systemCodes.has(text) || numbered.test(text) || hasErrorTerm(text) ? text : null
}

const hasErrorTerm = (text: string): boolean =>
  lettersOnly.test(text) && (text.match(nameParts) ?? []).some((word) => errorTerms.has(word.toLowerCase()))

const codesInText = /\b(?:E[A-Z0-9]{2,14}|ERR(?:_[A-Z]+){1,6}|UND_ERR(?:_[A-Z]+){1,4}|AADSTS\d{4,7})\b/g

/** @returns the codes in a message, at most 5. The message itself can name people, so it is left out. */
export function codesIn(text: string | null): string[] {
  const found = (text ?? '').slice(0, 2_000).match(codesInText) ?? []
  return [...new Set(found.filter((code) => codeOf(code) !== null))].slice(0, 5)
}
