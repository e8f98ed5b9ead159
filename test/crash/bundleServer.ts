import { pathToFileURL } from 'node:url'
import { build } from 'vite'

// `node test/crash/bundleServer.ts <folder>` writes the server with all dependencies as `main.mjs`, in a process of its own.
const [outDir = ''] = process.argv.slice(2)
const root = new URL('../../', import.meta.url)

await build({
  configFile: false,
  root: root.pathname,
  logLevel: 'warn',
  ssr: { noExternal: true },
  plugins: [
    {
      name: 'where-the-sources-are',
      transform: {
        filter: { id: /\/server\/.*\.ts$/, code: 'import.meta.url' },
        handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
    },
  ],
  build: {
    ssr: 'server/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
  },
})
