import type { TokenCredential } from '@azure/core-auth'
import { Type } from 'typebox'
import type { Send } from '../pipeline.ts'

const Token = Type.Object({ access_token: Type.String(), expires_in: Type.Union([Type.Number(), Type.String()]) })

interface ServicenowOauth {
  clientId: string
  clientSecret: string
  user: string
  password: string
}

/** ServiceNow's own OAuth, which returns a token for the integration user. `send` calls the same instance without credentials. */
export function servicenowCredential(send: Send, { clientId, clientSecret, user, password }: ServicenowOauth): TokenCredential {
  return {
    async getToken() {
      const body = new URLSearchParams({
        grant_type: 'password',
        client_id: clientId,
        client_secret: clientSecret,
        username: user,
        password,
      })
      const reply = await send({ method: 'POST', path: '/oauth_token.do', body, readOnly: true })
      const { access_token: token, expires_in: seconds } = reply.as(Token)
      return { token, expiresOnTimestamp: Date.now() + Number(seconds) * 1_000 }
    },
  }
}
