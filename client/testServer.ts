import 'reflect-metadata' // @peculiar/x509 needs this import.
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

export interface TestServer {
  origin: string
  close(): Promise<void>
}

let certificate: Promise<{ key: string; cert: string }> | undefined

async function selfSigned(): Promise<{ key: string; cert: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2100-01-01'),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  setDefaultCACertificates([...getCACertificates('default'), cert.toString('pem')])
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: cert.toString('pem') }
}

async function listen(server: Server, scheme: string): Promise<TestServer> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export async function startHttpsServer(listener: RequestListener): Promise<TestServer> {
  certificate ??= selfSigned()
  return listen(createHttpsServer(await certificate, listener), 'https')
}

export async function startHttpServer(listener: RequestListener): Promise<TestServer> {
  return listen(createHttpServer(listener), 'http')
}
