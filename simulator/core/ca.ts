import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface CertificateAuthority {
  certPem: string
  keyPem: string
}

interface Certificates {
  ca: CertificateAuthority
  caFile: string
  leaf: { certPem: string; keyPem: string }
}

const dayMs = 86_400_000
const caDays = 3650
const leafDays = 90
const renewBeforeMs = 7 * dayMs

/**
 * Loads the local certificate authority and a server certificate for 127.0.0.1, ::1 and localhost from `dataDir`. Missing ones are created;
 * the leaf is also replaced if it is about to expire or was signed by a different authority.
 */
export async function loadCertificates(dataDir: string): Promise<Certificates> {
  mkdirSync(dataDir, { recursive: true })
  const caFile = join(dataDir, 'ca.pem')
  const keep = (name: string, pair: CertificateAuthority): CertificateAuthority => {
    writeFileSync(join(dataDir, `${name}.key`), pair.keyPem, { mode: 0o600 })
    writeFileSync(join(dataDir, `${name}.pem`), pair.certPem)
    return pair
  }
  const loadAuthority = (name: string): CertificateAuthority | undefined => {
    const [certFile, keyFile] = [join(dataDir, `${name}.pem`), join(dataDir, `${name}.key`)]
    return existsSync(certFile) && existsSync(keyFile)
      ? { certPem: readFileSync(certFile, 'utf8'), keyPem: readFileSync(keyFile, 'utf8') }
      : undefined
  }

  let ca = loadAuthority('ca')
  if (!ca || !isValidFor(ca.certPem, renewBeforeMs)) ca = keep('ca', await issueAuthority())

  let leaf = loadAuthority('server')
  if (
    !leaf ||
    !isValidFor(leaf.certPem, renewBeforeMs) ||
    !new X509Certificate(leaf.certPem).verify(new X509Certificate(ca.certPem).publicKey)
  ) {
    leaf = keep('server', await issueLeaf(ca))
  }
  return { ca, caFile, leaf }
}

function isValidFor(certPem: string, milliseconds: number): boolean {
  return Date.parse(new X509Certificate(certPem).validTo) > Date.now() + milliseconds
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** The import takes most of the startup time, so it happens only when a certificate is created. */
async function loadX509() {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(crypto)
  return x509
}

function validity(days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + days * dayMs) }
}

async function keyToPem(key: CryptoKey): Promise<string> {
  const base64 = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${base64.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END PRIVATE KEY-----\n`
}

async function issueAuthority(): Promise<CertificateAuthority> {
  const x509 = await loadX509()
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Slipway local authority',
    ...validity(caDays),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certPem: `${certificate.toString('pem')}\n`, keyPem: await keyToPem(keys.privateKey) }
}

async function issueLeaf(ca: CertificateAuthority): Promise<CertificateAuthority> {
  const x509 = await loadX509()
  const issuer = new x509.X509Certificate(ca.certPem)
  const pkcs8 = Buffer.from(ca.keyPem.replace(/-----[^-]+-----/g, ''), 'base64')
  const signingKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: issuer.subject,
    ...validity(leafDays),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certPem: `${certificate.toString('pem')}\n`, keyPem: await keyToPem(keys.privateKey) }
}
