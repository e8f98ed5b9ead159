import { gzipSync } from 'node:zlib'

const blockSize = 512

/**
 * Packs texts into a gzipped tar archive in the POSIX format ustar (IEEE Std 1003.1, pax, “ustar Interchange Format”).
 * @param files at most 8 GB each, with names of at most 100 ASCII characters
 */
export function packFiles(files: readonly { name: string; text: string }[], time: Date): Buffer {
  const blocks = files.flatMap(({ name, text }) => {
    const content = Buffer.from(text)
    return [headerOf(name, content.length, time), content, Buffer.alloc(-content.length & (blockSize - 1))]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]))
}

function headerOf(name: string, size: number, time: Date): Buffer {
  const header = Buffer.alloc(blockSize)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0, 100)
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(Math.floor(time.getTime() / 1_000), 11), 100)
  // The checksum counts its own field as spaces.
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}
