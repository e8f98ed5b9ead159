import type { SamplePerson } from '../../sample/shapes.ts'
import type { AuthorizationRequest } from './authorizationRequest.ts'

export const approveLabel = 'Approve'

const title = 'Sign in to Northgate Retail'

interface SignInView {
  authorizationRequest: AuthorizationRequest
  personas: SamplePerson[]
  search: string
  found: SamplePerson[]
}

export function signInPage({ authorizationRequest, personas, search, found: matches }: SignInView): string {
  const { login_hint: _, ...carried } = authorizationRequest
  const fields = Object.entries(carried)
    .map(([name, value]) => hiddenInput(name, value))
    .join('')
  const searchFields = fields + hiddenInput('response_type', 'code') + hiddenInput('code_challenge_method', 'S256')
  return page(
    title,
    `<h1>${title}</h1>
    <p class="lead">Choose who to sign in as. This directory is simulated, so there is no password.</p>
    <search>
      <form method="get" action="authorize" class="search">${searchFields}
        <label for="q">Find an employee by email or name</label>
        <div class="row"><input id="q" name="q" type="search" autocomplete="off" spellcheck="false" value="${escapeHtml(search)}">
        <button type="submit" class="plain">Find</button></div>
      </form>
    </search>
    <form method="post" action="authorize">${fields}
      ${search === '' ? '' : results(search, matches)}
      <h2>People by role</h2>
      <ul>${personas.map(personButton).join('')}</ul>
    </form>`,
  )
}

/** A strong sign-in needs an approval on a phone, which this page replaces. */
export function approvePage(authorizationRequest: AuthorizationRequest, person: SamplePerson): string {
  const fields = Object.entries({ ...authorizationRequest, oid: person.id })
    .map(([name, value]) => hiddenInput(name, value))
    .join('')
  const number = String(parseInt(authorizationRequest.code_challenge.replace(/[^0-9]/g, '').slice(0, 2) || '42', 10)).padStart(2, '0')
  return page(
    'Approve sign-in request',
    `<h1>Approve sign-in request</h1>
    <p class="lead">${escapeHtml(person.displayName)}, open your Authenticator app and enter the number shown to sign in. This directory is simulated, so select ${approveLabel} instead.</p>
    <p class="number">${number}</p>
    <form method="post" action="authorize" class="approve">${fields}
      <button type="submit" name="approve" value="yes" class="main">${approveLabel}</button>
      <button type="submit" name="approve" value="no" class="plain">Deny</button>
    </form>`,
  )
}

export function messagePage(heading: string, text: string): string {
  return page(heading, `<h1>${escapeHtml(heading)}</h1><p class="lead" role="alert">${escapeHtml(text)}</p>`)
}

function results(search: string, matches: SamplePerson[]): string {
  const heading = `<h2>Matches for “${escapeHtml(search)}”</h2>`
  return matches.length === 0
    ? `${heading}<p role="status">No employee matches. Check the name or email.</p>`
    : `${heading}<ul>${matches.map(personButton).join('')}</ul>`
}

function personButton(person: SamplePerson): string {
  const initials = `${person.givenName[0] ?? ''}${person.surname[0] ?? ''}`
  const label = person.persona
    ? `<span class="what">${escapeHtml(person.persona.summary)}</span>`
    : `<span class="what">${escapeHtml(person.email)}</span>`
  const part = person.persona ? `<span class="part">${escapeHtml(person.persona.title)}</span>` : ''
  return `<li><button type="submit" name="oid" value="${person.id}">
    <span class="initials" aria-hidden="true">${escapeHtml(initials)}</span>
    <span class="who"><span class="name">${escapeHtml(person.displayName)}</span> ${part}
    <span class="job">${escapeHtml(person.jobTitle)}, ${escapeHtml(person.department)}</span>
    ${label}</span></button></li>`
}

function page(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(heading)}</title>
  <link rel="stylesheet" href="/sign-in.css">
</head>
<body>
  <main>
    <p class="brand"><span class="mark" aria-hidden="true"></span>Northgate Retail</p>
    ${content}
  </main>
</body>
</html>
`
}

function hiddenInput(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
