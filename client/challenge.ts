// A scheme name is a single word. A parameter is `name=value`, with or without quotes.
const part = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g

/**
 * Returns the decoded `claims` of the first Bearer challenge in a `WWW-Authenticate` header that has claims, whatever its `error` is.
 * Undefined if there are none or they can't be decoded (spec §8).
 */
export function challengeClaims(wwwAuthenticate: string | null | undefined): string | undefined {
  let scheme = ''
  for (const [, name = '', quoted, plain] of (wwwAuthenticate ?? '').matchAll(part)) {
    const value = quoted ?? plain
    if (value === undefined) scheme = name.toLowerCase()
    else if (scheme === 'bearer' && name.toLowerCase() === 'claims') return decode(value)
  }
  return undefined
}

function decode(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) || undefined
  } catch {
    return undefined
  }
}
