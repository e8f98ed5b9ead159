import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'

interface Connection {
  stream: Writable & { pause(): void; resume(): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const maxBufferedBytes = 1_048_576

/**
 * Runs `copy … to stdout` and yields its rows as they arrive. At most about a megabyte waits for a slow reader.
 * @throws the error of PostgreSQL
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(text)
  client.query(copy)
  try {
    for (;;) {
      const chunk = await copy.next()
      if (!chunk) return
      yield chunk
    }
  } finally {
    copy.discard()
  }
}

class CopyOut implements pg.Submittable {
  private readonly text: string
  private connection: Connection | undefined
  private chunks: Buffer[] = []
  private bytes = 0
  private outcome: { error?: Error } | undefined
  private isDiscarded = false
  private wake = () => {}

  constructor(text: string) {
    this.text = text
  }

  submit(connection: unknown): void {
    this.connection = connection as Connection
    this.connection.query(this.text)
  }

  async next(): Promise<Buffer | undefined> {
    while (this.chunks.length === 0) {
      if (this.outcome?.error) throw this.outcome.error
      if (this.outcome) return undefined
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    const waitingChunks = this.chunks
    this.chunks = []
    this.bytes = 0
    this.connection?.stream.resume()
    return waitingChunks.length === 1 ? waitingChunks[0] : Buffer.concat(waitingChunks)
  }

  /** If a reader stops early, its connection is still receiving the remaining rows. */
  discard(): void {
    this.isDiscarded = true
    this.chunks = []
    this.connection?.stream.resume()
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    if (this.isDiscarded) return
    // The parser of pg reuses its buffer.
    this.chunks.push(Buffer.from(chunk))
    this.bytes += chunk.length
    if (this.bytes > maxBufferedBytes) stream.pause()
    this.wake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.outcome = {}
    this.wake()
  }

  handleError(error: Error): void {
    this.outcome = { error }
    this.wake()
  }
}

/**
 * Runs `copy … from stdin` with these bytes.
 * @returns the number of rows
 * @throws the error of PostgreSQL, or that of the source, after which nothing of this statement is stored
 */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => void client.query(new CopyIn(text, source, resolve, reject)))
}

class CopyIn implements pg.Submittable {
  private readonly text: string
  private readonly source: AsyncIterable<Buffer>
  private readonly resolve: (rows: number) => void
  private readonly reject: (error: unknown) => void
  private sourceError: unknown
  private rows = 0
  private isOver = false

  constructor(text: string, source: AsyncIterable<Buffer>, resolve: (rows: number) => void, reject: (error: unknown) => void) {
    this.text = text
    this.source = source
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection: unknown): void {
    ;(connection as Connection).query(this.text)
  }

  handleCopyInResponse(connection: Connection): void {
    this.send(connection).then(
      () => connection.endCopyFrom(),
      (error: unknown) => {
        this.sourceError = error
        connection.sendCopyFail('the source failed')
      },
    )
  }

  private async send(connection: Connection): Promise<void> {
    for await (const chunk of this.source) {
      if (this.isOver) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(' ').at(-1))
  }

  handleReadyForQuery(): void {
    this.isOver = true
    this.resolve(this.rows)
  }

  handleError(error: Error): void {
    this.isOver = true
    this.reject(this.sourceError ?? error)
  }
}
