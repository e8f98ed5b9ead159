import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** In bytes. A smaller file fits in one network packet even without compression. */
const minBytes = 1_024
const encoders = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes `.br` and `.gz` copies, which the server sends to browsers that accept them. */
export async function compressAssets(dist: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg}', { cwd: dist }).map((name) => path.join(dist, name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < minBytes) return
      await Promise.all(Object.entries(encoders).map(async ([extension, encode]) => writeFile(`${file}.${extension}`, await encode(bytes))))
    }),
  )
}
