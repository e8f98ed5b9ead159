const patterns: [RegExp, string][] = [
  // GitHub's installation tokens contain a JWT: ghs_{app ID}_{JWT} (github.blog, 24 April 2026).
  [/\bgh[a-z]_\w[\w.-]*|\bgithub_pat_\w+/g, '[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[redacted]'],
  [/\bslwa?_[0-9A-Za-z]+/g, '[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/("[^"]{0,60}(?:password|secret|token|authorization|api[-_]?key)[^"]{0,60}"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"[redacted]"'],
  [/\b((?:password|client_secret|access_token|refresh_token|sig|code)=)[^&\s"]+/gi, '$1[redacted]'],
]

export function redact(text: string, secrets: readonly string[] = []): string {
  const redactedText = secrets
    .filter((secret) => secret !== '')
    .reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
  return patterns.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), redactedText)
}
