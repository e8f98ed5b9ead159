import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A message of PostgreSQL's protocol: type, length, body (postgresql.org/docs/current/protocol-message-formats.html). */
function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255])
const text = (value: string) => Buffer.from(`${value}\0`)

const errorResponse = (code: string) =>
  message('E', Buffer.concat([text('SFATAL'), text(`C${code}`), text(`Mrefused with ${code}`), Buffer.from([0])]))
const authenticated = Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))])
const booleanColumn = Buffer.concat([int16(1), text('standby'), int32(0), int16(0), int32(16), int16(1), int32(0), int16(0)])
const trueRow = Buffer.concat([
  message('T', booleanColumn),
  message('D', Buffer.concat([int16(1), int32(1), Buffer.from('t')])),
  message('C', text('SELECT 1')),
  message('Z', Buffer.from('I')),
])

/**
 * A server that responds to connections like PostgreSQL in a state that a test can't produce: `standby` is a read-only replica, `silent`
 * accepts connections and never responds, `mute` signs clients in and never responds to a statement, and any other text is the code with
 * which it rejects connections.
 */
export async function openFakePostgres(state: { answer: string }) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let isSignedIn = false
    socket.on('data', () => {
      if (state.answer === 'silent') return
      if (isSignedIn && state.answer === 'mute') return
      if (state.answer !== 'standby' && state.answer !== 'mute') return void socket.end(errorResponse(state.answer))
      socket.write(isSignedIn ? trueRow : authenticated)
      isSignedIn = true
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `postgres://slipway:canary@127.0.0.1:${(server.address() as AddressInfo).port}/slipway`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
