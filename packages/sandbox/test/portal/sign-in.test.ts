import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/index.js'
import { base, createPortalServer, signIn } from './portal-server.js'

const areas = ['portal', 'operator'] as const

describe.each(areas)('the sign-in of the %s', (area) => {
  it('rejects a visitor without an invitation, and shows how to get one', async () => {
    const server = createPortalServer()
    for (const path of [`/${area}`, `/${area}/refunds`, `/${area}/nothing`]) {
      const response = await server.createVisitor().get(path)
      expect([response.status, response.text.includes('By invitation only')]).toEqual([401, true])
    }
    expect((await server.createVisitor().post(`/${area}/sign-out`, {})).status).toBe(401)
  })

  it('requires a click: opening the link any number of times does not use it up', async () => {
    const server = createPortalServer()
    const path = await server.invitation(area)
    for (const visitor of [server.createVisitor(), server.createVisitor()]) {
      const seen = await visitor.get(path)
      expect([seen.status, seen.headers['Set-Cookie']]).toEqual([200, undefined])
    }
    const guest = server.createVisitor()
    const response = await guest.post(path, {})
    expect([response.status, response.headers['Location']]).toEqual([303, `/${area}`])
    expect((await guest.get(`/${area}`)).status).toBe(200)
  })

  it('works once, and later visitors see that the link was used', async () => {
    const server = createPortalServer()
    const path = await server.invitation(area)
    await signIn(server.createVisitor(), path)
    const attacker = server.createVisitor()
    expect((await attacker.get(path)).status).toBe(410)
    const response = await attacker.post(path, {})
    expect([response.status, response.headers['Set-Cookie'], response.text.includes('has been used')]).toEqual([
      410,
      undefined,
      true,
    ])
    expect((await attacker.get(`/${area}`)).status).toBe(401)
  })

  it('works for exactly one of many simultaneous requests', async () => {
    const server = createPortalServer()
    const path = await server.invitation(area)
    const responses = await Promise.all(Array.from({ length: 32 }, () => server.createVisitor().post(path, {})))
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 410)).toHaveLength(31)
  })

  it('rejects an expired link', async () => {
    const server = createPortalServer()
    const path = await server.invitation(area)
    await server.mock.clock.advance(area === 'portal' ? 'P7D' : 'P1D')
    const response = await server.createVisitor().post(path, {})
    expect([response.status, response.text.includes('has expired')]).toEqual([410, true])
  })

  it('rejects a link with any character changed, removed or added', async () => {
    const server = createPortalServer()
    const path = await server.invitation(area)
    const start = `/${area}/invitations/`.length
    const at = Array.from({ length: 24 }, (_, step) => start + Math.floor((step * (path.length - start)) / 24))
    const changedPaths = at.map(
      (index) => path.slice(0, index) + (path[index] === 'A' ? 'B' : 'A') + path.slice(index + 1),
    )
    // The last character of base64 has unused bits, but the string must equal the signed one.
    const last = path.slice(0, -1)
    const ends = [...'ABCDEFGHIJKLMNOP'].map((letter) => last + letter).filter((item) => item !== path)
    for (const invalidPath of [...changedPaths, ...ends, last, `${path}A`, `${path}.A`, `/${area}/invitations/`]) {
      const response = await server.createVisitor().post(invalidPath, {})
      expect([invalidPath, response.status, response.headers['Set-Cookie']]).toEqual([invalidPath, 410, undefined])
    }
    expect((await server.createVisitor().post(path, {})).status).toBe(303)
  })

  it('creates a new session for each sign-in and ignores the cookie that the browser sends', async () => {
    const server = createPortalServer()
    const mallory = await signIn(server.createVisitor(), await server.invitation(area))
    const plantedCookie = mallory.cookie
    const victim = server.createVisitor()
    victim.cookie = plantedCookie
    await signIn(victim, await server.invitation(area))
    expect(victim.cookie).not.toBe(plantedCookie)
    expect((await victim.get(`/${area}`)).status).toBe(200)
    // A session that an attacker planted has ended, which prevents session fixation.
    expect((await mallory.get(`/${area}`)).status).toBe(401)
    victim.cookie = `cedi_${area}=anything`
    await signIn(victim, await server.invitation(area))
    expect(victim.cookie).not.toContain('anything')
  })

  it('keeps the session in a cookie that scripts, other sites and other paths cannot use', async () => {
    const server = createPortalServer()
    const response = await server.createVisitor().post(await server.invitation(area), {})
    const attributes = (response.headers['Set-Cookie'] ?? '').split('; ').slice(1)
    expect(attributes).toEqual(['Max-Age=28800', `Path=/${area}`, 'HttpOnly', 'SameSite=Strict'])
  })

  it('ends a session at sign-out, also for a copied cookie', async () => {
    const server = createPortalServer()
    const visitor = await signIn(server.createVisitor(), await server.invitation(area))
    const attacker = server.createVisitor()
    attacker.cookie = visitor.cookie
    expect((await attacker.get(`/${area}`)).status).toBe(200)
    const token = /name="form_token" value="(\w+)"/.exec((await visitor.get(`/${area}`)).body)?.[1] ?? ''
    const out = await visitor.post(`/${area}/sign-out`, { form_token: token })
    expect([out.status, visitor.cookie]).toEqual([303, ''])
    expect((await attacker.get(`/${area}`)).status).toBe(401)
  })

  it('ends a session after eight hours', async () => {
    const server = createPortalServer()
    const visitor = await signIn(server.createVisitor(), await server.invitation(area))
    await server.mock.clock.advance('PT7H59M')
    expect((await visitor.get(`/${area}`)).status).toBe(200)
    await server.mock.clock.advance('PT1M')
    expect((await visitor.get(`/${area}`)).status).toBe(401)
  })

  it('rejects a cookie that was changed, signed with another secret, or sent twice', async () => {
    const server = createPortalServer()
    const visitor = await signIn(server.createVisitor(), await server.invitation(area))
    const real = visitor.cookie
    const other = createPortalServer({ secret: 'another secret' })
    const foreign = await signIn(other.createVisitor(), await other.invitation(area))
    const value = real.slice(`cedi_${area}=`.length)
    const [id = '', endMs = '', merchant = '', signature = ''] = value.split('.')
    const payload = `${id}.${endMs}.${merchant}`
    for (const cookie of [
      foreign.cookie,
      `cedi_${area}=${id}.${endMs}.test-other.${signature}`,
      `cedi_${area}=${id}.${Number(endMs) + 1e9}.${merchant}.${signature}`,
      `cedi_${area}=${payload}`,
      `cedi_${area}=${payload}.`,
      `cedi_${area}=${value}; cedi_${area}=${value}`,
      `${foreign.cookie}; ${real}`,
      `cedi_${area}=`,
      `cedi_${area}=${'A'.repeat(5000)}`,
    ]) {
      visitor.cookie = cookie
      expect([cookie.slice(0, 80), (await visitor.get(`/${area}`)).status]).toEqual([cookie.slice(0, 80), 401])
    }
    visitor.cookie = `theme=dark; ${real}`
    expect((await visitor.get(`/${area}`)).status).toBe(200)
  })

  it('ends all sessions when the server is reset', async () => {
    const server = createPortalServer()
    const path = await server.invitation(area)
    const visitor = await signIn(server.createVisitor(), await server.invitation(area))
    await server.mock.reset()
    expect((await visitor.get(`/${area}`)).status).toBe(401)
    expect((await server.createVisitor().post(path, {})).status).toBe(410)
  })
})

describe('the sign-ins of merchants and operators', () => {
  it('accept neither an invitation nor a session of the other', async () => {
    const server = createPortalServer()
    const merchant = await server.merchant()
    const operator = await server.operator()
    for (const [visitor, from, to] of [
      [merchant, 'portal', 'operator'],
      [operator, 'operator', 'portal'],
    ] as const) {
      visitor.cookie = visitor.cookie.replace(`cedi_${from}`, `cedi_${to}`)
      for (const path of [`/${to}`, `/${to}/refunds`, `/${to}/payouts`])
        expect((await visitor.get(path)).status).toBe(401)
      const invitation = await server.invitation(from)
      expect((await server.createVisitor().post(invitation.replace(`/${from}/`, `/${to}/`), {})).status).toBe(410)
    }
  })

  it('reject a form of the other, also in a browser that is signed in to both', async () => {
    const server = createPortalServer()
    const { ref } = await server.createPaid()
    const { data: refund } = await server.api('POST', '/api/v1/refunds', { payment_ref: ref, amount: 40 })
    const merchant = await server.merchant()
    const operator = await server.operator()
    const formToken = /name="form_token" value="(\w+)"/.exec((await merchant.get('/portal')).body)?.[1] ?? ''
    const forgedForm = { form_token: formToken, act: 'paid', tick: 'paid' }
    expect((await operator.post(`/operator/refunds/${refund.ref}`, forgedForm)).status).toBe(403)
    expect((await merchant.post(`/operator/refunds/${refund.ref}`, forgedForm)).status).toBe(401)
    expect((await server.mock.control('GET', 'refunds')) as object[]).toMatchObject([{ status: 'pending' }])
  })

  it("mark the cookie Secure over https, and keep the server's base path", async () => {
    const mock = createSandbox({ baseUrl: 'https://pay.example/cedi' })
    const { url } = (await mock.control('POST', 'portal/invitations')) as { url: string }
    expect(url).toMatch(/^https:\/\/pay\.example\/cedi\/portal\/invitations\//)
    const response = await mock.handle({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://pay.example' },
      body: '',
    })
    expect([response.status, response.headers['Location']]).toEqual([303, '/cedi/portal'])
    expect(response.headers['Set-Cookie']).toMatch(
      /; Max-Age=28800; Path=\/cedi\/portal; HttpOnly; Secure; SameSite=Strict$/,
    )
    const cookie = response.headers['Set-Cookie']?.split(';')[0] ?? ''
    const page = await mock.handle({
      method: 'GET',
      url: 'https://pay.example/cedi/portal',
      headers: { Cookie: cookie },
    })
    expect([page.status, page.body.includes('href="/cedi/portal/payments"')]).toEqual([200, true])
  })

  it('mark the cookie Secure behind an https proxy, which the browser reports', async () => {
    const server = createPortalServer()
    const proxied = { Origin: 'https://cedi.test' }
    const response = await server.createVisitor().post(await server.invitation(), {}, proxied)
    expect([response.status, response.headers['Set-Cookie']?.endsWith('; Secure; SameSite=Strict')]).toEqual([
      303,
      true,
    ])
  })

  it('create invitations through the control API, and the request log contains none of them', async () => {
    const server = createPortalServer()
    const { url, expires_at } = (await server.mock.control('POST', 'portal/invitations?merchant=test-kofi')) as Record<
      string,
      string
    >
    expect(expires_at).toBe(new Date(server.mock.clock.now().getTime() + 7 * 86_400_000).toISOString())
    const kofi = await signIn(server.createVisitor(), new URL(url ?? '').pathname)
    expect((await kofi.get('/portal')).text).toContain('test-kofi')
    const log = JSON.stringify(server.mock.requests.list())
    expect(log).toContain('/portal/invitations/[redacted]')
    for (const secret of [new URL(url ?? '').pathname.split('/').at(-1) ?? '', kofi.cookie.split('=')[1] ?? ''])
      expect(log).not.toContain(secret.slice(0, 40))
  })

  it('store nothing that could be used to sign in', async () => {
    const server = createPortalServer()
    const path = await server.invitation('operator')
    const visitor = await server.operator()
    const merchant = await server.merchant()
    await server.invitation()
    const snapshot = JSON.stringify(server.mock.snapshot())
    const claims = JSON.parse(Buffer.from(/[\w-]{40,}/.exec(path)?.[0] ?? '', 'base64url').toString())
    const ids = [visitor.cookie, merchant.cookie].map((cookie) => /=([0-9a-f]+)\./.exec(cookie)?.[1])
    for (const id of [claims.i, ...ids]) {
      expect(id.length).toBe(64)
      expect(snapshot).not.toContain(id)
    }
    // A snapshot can be restored, and the session works again.
    server.mock.restore(JSON.parse(snapshot))
    expect((await merchant.get('/portal')).status).toBe(200)
  })

  it('do not report ended sessions as events of the clock, only what happened to merchants', async () => {
    const server = createPortalServer()
    const path = await server.invitation('operator')
    const visitor = await server.operator()
    const merchant = await server.merchant()
    expect(await server.mock.clock.advance('P8D')).toMatchObject({ happened: [] })
    expect((await server.createVisitor().get(path)).status).toBe(410)
    expect([(await visitor.get('/operator')).status, (await merchant.get('/portal')).status]).toEqual([401, 401])
  })

  it('respond to HEAD like GET, and use up no invitation', async () => {
    const server = createPortalServer()
    const path = await server.invitation()
    const head = await server.mock.fetch(base + path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await server.createVisitor().post(path, {})).status).toBe(303)
  })
})
