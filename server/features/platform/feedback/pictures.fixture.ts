const decode = (base64: string) => Buffer.from(base64, 'base64')

function riff(...chunks: Buffer[]): Buffer {
  const header = Buffer.from('RIFF\0\0\0\0WEBP')
  const file = Buffer.concat([header, ...chunks])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

const lossy = decode('VlA4ICwAAACQAQCdASoCAAMAAsBMJaACdLoAA5gA/u5DH+5sc4twV/9tD/9aH/60P+lAAA==')
const lossless = decode('VlA4TA8AAAAvAYAAAAcQ/Y/+ByKi/wEA')

export const pictures = {
  png: decode('iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwoFABE0AX7pM/egAAAAABJRU5ErkJggg=='),
  jpeg: decode(
    `/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2Nj
    Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAADAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAA
    AAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k=`,
  ),
  webpLossy: riff(lossy),
  webpLossless: riff(lossless),
  webpExtended: riff(Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x01\0\0\x02\0\0', 'latin1'), lossy),
}

export const pngOf = (width: number, height: number): Buffer => {
  const file = Buffer.from(pictures.png)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export const pngOfSize = (size: number): Buffer =>
  Buffer.concat([pictures.png.subarray(0, -12), Buffer.alloc(size - pictures.png.length), pictures.png.subarray(-12)])

export const base64 = (file: Buffer | string): string => Buffer.from(file).toString('base64')
