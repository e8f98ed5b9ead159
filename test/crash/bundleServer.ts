import { pathToFileURL } from 'node:url'
import { build } from 'vite'

// Run in a process of its own: `node test/crash/bundleServer.ts <folder>` writes the server into it as `main.mjs`, everything it needs included.
const [outDir = ''] = process.argv.slice(2)
const root = new URL('../../', import.meta.url)

await build({
  configFile: false,
  root: root.pathname,
  logLevel: 'warn',
  ssr: { noExternal: true },
  plugins: [
    {
      // What lies beside a source, such as the migrations, is still found there.
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
