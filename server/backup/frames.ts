import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backupError.ts'

/**
 * A backup is one zstd stream of frames: a letter, the length of the content as 4 bytes (big-endian), and the content. The first frame has
 * the format, then each table has one frame with its name and columns, and any number of frames with its rows (PostgreSQL's text format of
 * `copy`). The manifest and its signature end the file.
 */
export const frameTypes = { format: 'F', table: 'T', rows: 'R', manifest: 'M', signature: 'S' } as const
type FrameType = (typeof frameTypes)[keyof typeof frameTypes]
export interface Frame {
  type: FrameType
  content: Buffer
}

export const formatName = 'slipway backup 1'
const headerBytes = 5
const maxContentBytes = 4_194_304
const types = new Set<string>(Object.values(frameTypes))

export function* encodeFrames(type: FrameType, content: Buffer): Generator<Buffer> {
  for (let from = 0; from === 0 || from < content.length; from += maxContentBytes) {
    const part = content.subarray(from, from + maxContentBytes)
    const header = Buffer.alloc(headerBytes)
    header.write(type, 'latin1')
    header.writeUInt32BE(part.length, 1)
    yield header
    yield part
  }
}

/**
 * Reads the frames of a file with bounded memory.
 * @throws BackupError if the file isn't a backup, is truncated, or is damaged
 */
export async function* readFrames(file: string): AsyncGenerator<Frame> {
  const decompressed = pipeline(createReadStream(file), createZstdDecompress({ chunkSize: 1_048_576 }), () => {})
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  try {
    for await (const chunk of decompressed as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        const frame = nextFrame(rest)
        if (!frame) break
        if (isFirst && !(frame.type === frameTypes.format && frame.content.equals(Buffer.from(formatName))))
          throw new BackupError(`${file} isn’t a backup of Slipway, or is from a version that this Slipway can’t read.`)
        if (!isFirst) yield frame
        isFirst = false
        rest = rest.subarray(headerBytes + frame.content.length)
      }
    }
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).syscall) throw error
    throw new BackupError(
      `${file} is truncated or damaged, or isn’t a backup of Slipway: ${error instanceof Error ? error.message : error}.`,
    )
  }
  if (isFirst || rest.length > 0) throw new BackupError(`${file} is truncated, or isn’t a backup of Slipway.`)
}

function nextFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < headerBytes) return undefined
  const type = bytes.toString('latin1', 0, 1)
  const length = bytes.readUInt32BE(1)
  if (!types.has(type) || length > maxContentBytes) throw new BackupError('The backup is damaged, or isn’t a backup of Slipway.')
  if (bytes.length < headerBytes + length) return undefined
  return { type: type as FrameType, content: bytes.subarray(headerBytes, headerBytes + length) }
}
