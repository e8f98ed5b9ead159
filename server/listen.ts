import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { parserOptions, rejectExpectHeader, sendParserError } from './http/parserErrors.ts'

export const readyMessage = 'Slipway is ready'

interface ListenResult {
  port: number
  httpsPort: number | undefined
  close(): Promise<void>
  cut(): void
}

/** Listens on plain http for browsers and, if there is a certificate, on https for bearer clients (spec §5). Both have the same routes. */
export async function listen(app: FastifyInstance, config: Pick<Config, 'host' | 'port' | 'httpsPort' | 'tls'>): Promise<ListenResult> {
  await app.listen({ host: config.host, port: config.port })
  const secure = config.tls
    ? createServer({ ...config.tls, ...parserOptions }, (request, response) => app.routing(request, response))
    : undefined
  if (secure) {
    secure.on('clientError', sendParserError)
    rejectExpectHeader(secure)
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = app.server
    Object.assign(secure, { requestTimeout, headersTimeout, keepAliveTimeout, timeout })
    try {
      await new Promise<void>((resolve, reject) => secure.once('error', reject).listen(config.httpsPort, config.host, resolve))
    } catch (error) {
      await app.close()
      throw error
    }
  }
  const servers = secure ? [app.server, secure] : [app.server]
  const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port
  return {
    port: portOf(app.server),
    httpsPort: secure && portOf(secure),
    async close() {
      const secureClosed = secure && new Promise<void>((resolve) => secure.close(() => resolve()))
      // A connection whose last call has just ended would otherwise stay open.
      const closeIdleTimer = setInterval(() => {
        for (const server of servers) server.closeIdleConnections()
      }, 50)
      await app.close()
      await secureClosed
      clearInterval(closeIdleTimer)
    },
    cut() {
      for (const server of servers) server.closeAllConnections()
    },
  }
}
