import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, listOf } from './armRoute.ts'

/** `$top` is the page size (at most `largest`); `nextLink` carries an opaque `$skiptoken`. */
export function pageOf<T>(request: ArmRequest, items: T[], largest: number, present: (item: T) => unknown): ArmReply {
  const offset = readToken(request.query.$skiptoken)
  const size = Math.min(readTop(request.query.$top) ?? largest, largest)
  const page = items.slice(offset, offset + size).map(present)
  const next = offset + size
  return listOf(page, next < items.length ? nextLink(request, next) : undefined)
}

export function readTop(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const top = Number(text)
  if (!Number.isInteger(top) || top < 1)
    throw new ArmError(400, 'InvalidTopQueryString', `The value '${text}' of the query string parameter '$top' is invalid.`)
  return top
}

export function writeToken(offset: number): string {
  return Buffer.from(JSON.stringify({ offset })).toString('base64url')
}

export function readToken(token: string | undefined): number {
  if (token === undefined) return 0
  try {
    const { offset } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { offset: unknown }
    if (typeof offset === 'number') return offset
  } catch {
    // An invalid token is handled below, like an unknown one.
  }
  throw new ArmError(400, 'InvalidSkipToken', 'The skip token is invalid.')
}

function nextLink(request: ArmRequest, offset: number): string {
  const query = new URLSearchParams({ ...request.query, $skiptoken: writeToken(offset) })
  return `${request.sim.origins.arm}${request.path}?${query}`
}
