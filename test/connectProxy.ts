import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** An http proxy that opens tunnels (CONNECT) and records their targets. All targets are on this machine. */
export async function openConnectProxy(options: { failConnect?: boolean; authorization?: string } = {}) {
  const targets: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', ({ url = '', headers }, socket: Socket, head: Buffer) => {
    targets.push(url)
    const isAllowed = options.authorization === undefined || headers['proxy-authorization'] === options.authorization
    if (options.failConnect || !isAllowed)
      return socket.end(`HTTP/1.1 ${isAllowed ? '403 Forbidden' : '407 Proxy Authentication Required'}\r\n\r\n`)
    const upstreamSocket = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstreamSocket.write(head)
      socket.pipe(upstreamSocket).pipe(socket)
    })
    for (const each of [socket, upstreamSocket]) {
      sockets.add(each)
      each.on('error', () => {
        socket.destroy()
        upstreamSocket.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
