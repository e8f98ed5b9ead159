import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy for the database whose connections can be cut, as in a failover. */
export async function openDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
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
    socket.pipe(upstreamSocket).pipe(socket)
  })
  const listen = async (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
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
    close: async () => (server.listening ? cutConnections() : undefined),
  }
}
