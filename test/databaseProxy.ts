import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tcpUrl } from './postgresServer.ts'

/**
 * `before`: PostgreSQL never gets the statement. `after`: its response never arrives. `everything`: it arrives, and then all connections
 * break.
 */
type Interruption = 'before' | 'after' | 'everything'

/** A proxy for the database whose connections can be cut, as in a failover. */
export async function openDatabaseProxy(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let pendingBreak: { statement: string; when: Interruption } | undefined
  const server = createServer((socket) => {
    const upstreamSocket = connect(Number(target.port), target.hostname)
    for (const [firstSocket, otherSocket] of [
      [socket, upstreamSocket],
      [upstreamSocket, socket],
    ] as const) {
      sockets.add(firstSocket)
      firstSocket.on('error', () => otherSocket.destroy())
      firstSocket.on('close', () => {
        sockets.delete(firstSocket)
        otherSocket.destroy()
      })
    }
    socket.on('data', (packet) => {
      const when = pendingBreak && packet.includes(pendingBreak.statement) ? pendingBreak.when : undefined
      if (when) pendingBreak = undefined
      if (when === 'before') return socket.destroy()
      if (when) upstreamSocket.removeAllListeners('data').once('data', (response: Buffer) => end(when, response))
      upstreamSocket.write(packet)
    })
    upstreamSocket.on('data', (packet) => socket.write(packet))

    function end(when: Interruption, response: Buffer): void {
      if (when === 'after') socket.destroy()
      else socket.write(response, () => void cutConnections())
    }
  })
  const listen = async (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = tcpUrl(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const cutConnections = async () => {
    const closedPromise = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closedPromise
  }
  return {
    url: url.href,
    cut: cutConnections,
    repair: () => listen(port),
    retarget: (newUrl: string) => {
      target = new URL(newUrl)
    },
    /** Breaks the connection that next sends this statement. `commit\0` means COMMIT, a statement without further text. */
    breakAt(statement: string, when: Interruption): void {
      pendingBreak = { statement, when }
    },
    close: async () => (server.listening ? cutConnections() : undefined),
  }
}
