import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** A smaller file needs one packet even without compression. */
const smallest = 1_024
const encoders = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** The server sends the `.br` and `.gz` files to browsers that accept them. */
export async function compressAssets(dist: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg}', { cwd: dist }).map((name) => path.join(dist, name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < smallest) return
      await Promise.all(Object.entries(encoders).map(async ([extension, encode]) => writeFile(`${file}.${extension}`, await encode(bytes))))
    }),
  )
}
