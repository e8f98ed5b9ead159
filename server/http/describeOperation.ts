import type { Access } from '../auth/access.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { capitalize } from '../format.ts'
import { declaredErrors } from './declared.ts'
import type { Operation } from './operation.ts'

const successes: Record<number, string> = {
  200: 'The call succeeded.',
  201: 'The created record.',
  202: 'The call continues in the background.',
  204: 'The call succeeded. The response has no body.',
}

const accessLabels: Record<Access, string> = {
  anyone: 'Anyone, without signing in.',
  signedIn: 'Everyone who is signed in.',
  owner: 'Owners and administrators; auditors can read. Other callers are denied, with the reason.',
  approver: 'Current approvers. Other callers are denied, with the reason.',
  admin: 'Administrators.',
  adminOrAuditor: 'Administrators and auditors.',
  machine: 'Programs (with an API key or app token).',
}

export function describeAccess({ access, apiKey, credential }: Operation): string {
  if (credential) return 'Anyone who has the alert key, which is in the URL.'
  return apiKey ? `${accessLabels[access]} API keys with the scope ${apiKey}.` : accessLabels[access]
}

export function successDescriptions(operation: Operation): Record<string, string> {
  return Object.fromEntries(Object.keys(operation.responses).map((status) => [status, successes[Number(status)] ?? 'The response.']))
}

export function errorsByStatus(operation: Operation): Map<number, ErrorCode[]> {
  const declaredCodes = new Set(declaredErrors(operation))
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => declaredCodes.has(code))
  return Map.groupBy(codes, (code) => errorCodes[code][0])
}

const shortNames: Record<string, string> = {
  ForbiddenOrCrossSiteOrInsecureTransport: 'Denied',
  OverloadedOrUnavailableOrOutcomeUnknownOrMaintenanceOrPausedAfterRestore: 'ChangeUnavailable',
}

export function errorResponseName(codes: ErrorCode[]): string {
  const name = codes.map(capitalize).join('Or')
  return shortNames[name] ?? name
}

export function describeErrors(codes: ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${errorCodes[code][1]}.`).join(' ')
}
