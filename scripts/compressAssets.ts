import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Nothing is saved where one packet carries the file anyway. */
const smallest = 1_024
const encoders = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes a `.br` and a `.gz` beside each text file of a build, which the server sends to browsers that accept them. */
export async function compressAssets(dist: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg}', { cwd: dist }).map((name) => path.join(dist, name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < smallest) return
      await Promise.all(Object.entries(encoders).map(async ([ending, encode]) => writeFile(`${file}.${ending}`, await encode(bytes))))
    }),
  )
}
