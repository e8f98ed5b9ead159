import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Adds the authority to this process permanently. A repeated call has no effect. */
export function trust(caPem: string): void {
  const knownCertificates = getCACertificates('default')
  if (!knownCertificates.includes(caPem)) setDefaultCACertificates([...knownCertificates, caPem])
}
