import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tcpUrl } from './postgresServer.ts'

/**
 * `before`: PostgreSQL never gets the statement. `after`: its response never arrives. `everything`: it arrives, and then all connections
 * break.
 */
type Break = 'before' | 'after' | 'everything'

/** A proxy for the database whose connections can be cut, as in a failover. */
export async function openDatabaseProxy(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let trap: { statement: string; when: Break } | undefined
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
      const when = trap && packet.includes(trap.statement) ? trap.when : undefined
      if (when) trap = undefined
      if (when === 'before') return socket.destroy()
      if (when) upstreamSocket.removeAllListeners('data').once('data', (answer: Buffer) => end(when, answer))
      upstreamSocket.write(packet)
    })
    upstreamSocket.on('data', (packet) => socket.write(packet))

    function end(when: Break, answer: Buffer): void {
      if (when === 'after') socket.destroy()
      else socket.write(answer, () => void cutConnections())
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
    /** Connects new clients to a different server, like a failover. */
    retarget: (newUrl: string) => {
      target = new URL(newUrl)
    },
    /** Breaks the connection that next sends this statement. `commit\0` means COMMIT, a statement without further text. */
    breakAt(statement: string, when: Break): void {
      trap = { statement, when }
    },
    close: async () => (server.listening ? cutConnections() : undefined),
  }
}
