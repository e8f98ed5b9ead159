import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tcpUrl } from './postgresServer.ts'

interface Session {
  socket: Socket
  receive: (message: Buffer) => void
}

const readyForQuery = 'Z'.charCodeAt(0)
const terminate = 'X'.charCodeAt(0)
const idle = 'I'.charCodeAt(0)

/** Calls `onMessage` with each complete message. Messages of a client before its first type byte have no type. */
function splitMessages(socket: Socket, startsWithoutType: boolean, onMessage: (message: Buffer) => void): void {
  let waiting: Buffer = Buffer.alloc(0)
  let typeLength = startsWithoutType ? 0 : 1
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= typeLength + 4) {
      const length = typeLength + waiting.readInt32BE(typeLength)
      if (waiting.length < length) return
      const message = waiting.subarray(0, length)
      waiting = waiting.subarray(length)
      typeLength = 1
      onMessage(message)
    }
  })
}

/**
 * A proxy that shares sessions like PgBouncer in transaction mode: a client has a session only until the end of its transaction. Each client
 * signs in at the server itself, so there are as many sessions as clients so far.
 * @param order which free session a client gets: the one used last, as PgBouncer does by default, or each in turn (`server_round_robin`)
 */
export async function openTransactionPooler(databaseUrl: string, order: 'last' | 'inTurn' = 'last') {
  const target = tcpUrl(databaseUrl)
  const sockets = new Set<Socket>()
  const freeSessions: Session[] = []
  const waiting: ((session: Session) => void)[] = []

  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const release = (session: Session) => {
    session.receive = () => {}
    const next = waiting.shift()
    if (next) next(session)
    else freeSessions.push(session)
  }
  const acquire = async (): Promise<Session> =>
    (order === 'last' ? freeSessions.pop() : freeSessions.shift()) ?? new Promise((resolve) => waiting.push(resolve))

  const server = createServer((client) => {
    track(client)
    const socket = track(connect(Number(target.port), target.hostname))
    const signingIn: Session = { socket, receive: () => {} }
    splitMessages(socket, false, (message) => signingIn.receive(message))
    let session: Session | undefined = signingIn
    let queue = Promise.resolve()
    const forward = (message: Buffer) => {
      client.write(message)
      if (message[0] !== readyForQuery || message.at(-1) !== idle || !session) return
      const ended = session
      session = undefined
      release(ended)
    }
    signingIn.receive = forward
    splitMessages(client, true, (message) => {
      if (message[0] === terminate) return
      queue = queue.then(async () => {
        if (!session) {
          session = await acquire()
          session.receive = forward
        }
        session.socket.write(message)
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = tcpUrl(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
