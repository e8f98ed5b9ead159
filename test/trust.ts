import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Adds the authority to this process permanently. Repeated calls have no effect. */
export function trust(caPem: string): void {
  const knownCertificates = getCACertificates('default')
  if (!knownCertificates.includes(caPem)) setDefaultCACertificates([...knownCertificates, caPem])
}
