// A scheme name stands alone; a parameter is name=value, quoted or not.
const part = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g

/**
 * The decoded `claims` of the first Bearer challenge in a `WWW-Authenticate` header that has some, whatever its
 * `error` says; undefined when there are none or they cannot be decoded. spec §8
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
