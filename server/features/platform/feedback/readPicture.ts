import type { PictureType } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { maxPicture } from './schemas.ts'

interface Header {
  media_type: PictureType
  width: number
  height: number
}

const isAt = (bytes: Buffer, offset: number, text: string) => bytes.toString('latin1', offset, offset + text.length) === text

/** The file must end where the picture ends, because anything behind it could be a file of another type. */
export function readPictureHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < 32) return undefined
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
}

function readPng(bytes: Buffer): Header | undefined {
  if (!isAt(bytes, 0, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR') || !isAt(bytes, bytes.length - 12, '\0\0\0\0IEND\xae\x42\x60\x82')) return undefined
  return { media_type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readJpeg(bytes: Buffer): Header | undefined {
  if (!isAt(bytes, 0, '\xff\xd8\xff') || !isAt(bytes, bytes.length - 2, '\xff\xd9')) return undefined
  let offset = 2
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { media_type: 'image/jpeg', height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}

function readWebp(bytes: Buffer): Header | undefined {
  if (!isAt(bytes, 0, 'RIFF') || !isAt(bytes, 8, 'WEBP') || bytes.readUInt32LE(4) !== bytes.length - 8) return undefined
  const media_type = 'image/webp'
  if (isAt(bytes, 12, 'VP8 ') && isAt(bytes, 23, '\x9d\x01\x2a'))
    return { media_type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (isAt(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    return { media_type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (isAt(bytes, 12, 'VP8X')) return { media_type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  return undefined
}

function invalidPicture(message: string): Failure {
  return new Failure('invalidRequest', message, { errors: [{ field: 'picture', message }] })
}

export function readPicture(base64: string): Header & { size: number; content: Buffer } {
  const content = Buffer.from(base64, 'base64')
  if (content.toString('base64') !== base64) throw invalidPicture('Send the picture in Base64.')
  const header = readPictureHeader(content)
  if (!header) throw invalidPicture('Attach a PNG, JPEG or WebP picture.')
  const { width, height } = header
  if (content.length > maxPicture.bytes || Math.min(width, height) < 1 || width > maxPicture.width || height > maxPicture.height)
    throw invalidPicture(`Attach a picture of at most 1 MB and ${maxPicture.width} × ${maxPicture.height} pixels.`)
  return { ...header, size: content.length, content }
}
