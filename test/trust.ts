import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** This process takes certificates of the authority for good from now on. Telling it twice costs time only. */
export function trust(caPem: string): void {
  const known = getCACertificates('default')
  if (!known.includes(caPem)) setDefaultCACertificates([...known, caPem])
}
