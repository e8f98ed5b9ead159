import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { licensesFile } from '../web/chunks.ts'

// `node scripts/bundleServer.ts <folder> [program…]` writes the programs, by default all, in a process of its own.
const root = fileURLToPath(new URL('..', import.meta.url))
const [folder = '', ...chosen] = process.argv.slice(2)
const outDir = path.resolve(root, folder)
const programs = { main: 'server/main.ts', slipway: 'cli/slipway.ts', simulator: 'simulator/main.ts', run: 'scripts/run.ts' }
const input = Object.fromEntries(Object.entries(programs).filter(([name]) => chosen.length === 0 || chosen.includes(name)))

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  ssr: { noExternal: true },
  plugins: [
    {
      // Sources read SQL files by their own URL, so that URL must keep pointing to the source.
      name: 'keep-source-urls',
      transform: {
        filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: 'import.meta.url' },
        handler: (code, id) =>
          code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path.relative(outDir, id))}, import.meta.url).href`),
      },
    },
  ],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    copyPublicDir: false,
    license: { fileName: licensesFile },
    rolldownOptions: {
      input,
      // All files are in one folder, because the URLs of sources are relative to it.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
