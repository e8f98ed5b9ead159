import { writeFileSync } from 'node:fs'
import { clientDeeds } from '../server/http/clientDeeds.ts'
import { clientRoutes } from '../server/http/clientRoutes.ts'
import { openApiDocument } from '../server/http/openApiDocument.ts'
import { openApiText } from '../server/http/openApiText.ts'

// Writes what is made from the operations and committed; a test compares it with what the server makes.
const write = (path: string, text: string) => writeFileSync(new URL(`../${path}`, import.meta.url), text)
write('openapi.json', openApiText(await openApiDocument()))
write('client/routes.ts', clientRoutes())
write('client/deeds.ts', clientDeeds())
