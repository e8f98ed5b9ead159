import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Adds the authority to this process permanently. A repeated call has no effect. */
export function trust(caPem: string): void {
  const known = getCACertificates('default')
  if (!known.includes(caPem)) setDefaultCACertificates([...known, caPem])
}
