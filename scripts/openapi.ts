import { writeFileSync } from 'node:fs'
import { clientDeeds } from '../server/http/clientDeeds.ts'
import { clientRoutes } from '../server/http/clientRoutes.ts'
import { openApiDocument } from '../server/http/openApiDocument.ts'

// Writes what is made from the operations and committed; a test compares it with what the server makes.
const write = (path: string, text: string) => writeFileSync(new URL(`../${path}`, import.meta.url), text)
write('openapi.json', `${JSON.stringify(await openApiDocument(), null, 2)}\n`)
write('client/routes.ts', clientRoutes())
write('client/deeds.ts', clientDeeds())
