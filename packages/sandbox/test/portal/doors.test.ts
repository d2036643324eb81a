import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/index.js'
import { base, openHouse, signIn } from './visitor.js'

const doors = ['portal', 'operator'] as const

describe.each(doors)('the sign-in of the %s', (door) => {
  it('rejects a visitor without an invitation, and shows how to get one', async () => {
    const house = openHouse()
    for (const path of [`/${door}`, `/${door}/refunds`, `/${door}/nothing`]) {
      const reply = await house.stranger().get(path)
      expect([reply.status, reply.text.includes('By invitation only')]).toEqual([401, true])
    }
    expect((await house.stranger().post(`/${door}/sign-out`, {})).status).toBe(401)
  })

  it('requires a click: opening the link any number of times does not use it up', async () => {
    const house = openHouse()
    const path = await house.invitation(door)
    for (const who of [house.stranger(), house.stranger()]) {
      const seen = await who.get(path)
      expect([seen.status, seen.headers['Set-Cookie']]).toEqual([200, undefined])
    }
    const guest = house.stranger()
    const entered = await guest.post(path, {})
    expect([entered.status, entered.headers['Location']]).toEqual([303, `/${door}`])
    expect((await guest.get(`/${door}`)).status).toBe(200)
  })

  it('works once, and later visitors see that the link was used', async () => {
    const house = openHouse()
    const path = await house.invitation(door)
    await signIn(house.stranger(), path)
    const thief = house.stranger()
    expect((await thief.get(path)).status).toBe(410)
    const reply = await thief.post(path, {})
    expect([reply.status, reply.headers['Set-Cookie'], reply.text.includes('has been used')]).toEqual([
      410,
      undefined,
      true,
    ])
    expect((await thief.get(`/${door}`)).status).toBe(401)
  })

  it('works for exactly one of many simultaneous requests', async () => {
    const house = openHouse()
    const path = await house.invitation(door)
    const replies = await Promise.all(Array.from({ length: 32 }, () => house.stranger().post(path, {})))
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 410)).toHaveLength(31)
  })

  it('rejects an expired link', async () => {
    const house = openHouse()
    const path = await house.invitation(door)
    await house.mock.clock.advance(door === 'portal' ? 'P7D' : 'P1D')
    const reply = await house.stranger().post(path, {})
    expect([reply.status, reply.text.includes('has expired')]).toEqual([410, true])
  })

  it('rejects a link with any character changed, removed or added', async () => {
    const house = openHouse()
    const path = await house.invitation(door)
    const start = `/${door}/invitations/`.length
    const at = Array.from({ length: 24 }, (_, step) => start + Math.floor((step * (path.length - start)) / 24))
    const changed = at.map((index) => path.slice(0, index) + (path[index] === 'A' ? 'B' : 'A') + path.slice(index + 1))
    // The last character of base64 has unused bits, but the string must equal the signed one.
    const last = path.slice(0, -1)
    const ends = [...'ABCDEFGHIJKLMNOP'].map((letter) => last + letter).filter((one) => one !== path)
    for (const wrong of [...changed, ...ends, last, `${path}A`, `${path}.A`, `/${door}/invitations/`]) {
      const reply = await house.stranger().post(wrong, {})
      expect([wrong, reply.status, reply.headers['Set-Cookie']]).toEqual([wrong, 410, undefined])
    }
    expect((await house.stranger().post(path, {})).status).toBe(303)
  })

  it('creates a new session for each sign-in, whatever cookie the browser sends', async () => {
    const house = openHouse()
    const mallory = await signIn(house.stranger(), await house.invitation(door))
    const planted = mallory.cookie
    const victim = house.stranger()
    victim.cookie = planted
    await signIn(victim, await house.invitation(door))
    expect(victim.cookie).not.toBe(planted)
    expect((await victim.get(`/${door}`)).status).toBe(200)
    // A session that an attacker planted has ended, which prevents session fixation.
    expect((await mallory.get(`/${door}`)).status).toBe(401)
    victim.cookie = `cedi_${door}=anything`
    await signIn(victim, await house.invitation(door))
    expect(victim.cookie).not.toContain('anything')
  })

  it('keeps the session in a cookie that scripts, other sites and other paths cannot use', async () => {
    const house = openHouse()
    const reply = await house.stranger().post(await house.invitation(door), {})
    const attributes = (reply.headers['Set-Cookie'] ?? '').split('; ').slice(1)
    expect(attributes).toEqual(['Max-Age=28800', `Path=/${door}`, 'HttpOnly', 'SameSite=Strict'])
  })

  it('ends a session at sign-out, also for a copied cookie', async () => {
    const house = openHouse()
    const who = await signIn(house.stranger(), await house.invitation(door))
    const thief = house.stranger()
    thief.cookie = who.cookie
    expect((await thief.get(`/${door}`)).status).toBe(200)
    const token = /name="form_token" value="(\w+)"/.exec((await who.get(`/${door}`)).body)?.[1] ?? ''
    const out = await who.post(`/${door}/sign-out`, { form_token: token })
    expect([out.status, who.cookie]).toEqual([303, ''])
    expect((await thief.get(`/${door}`)).status).toBe(401)
  })

  it('ends a session after eight hours', async () => {
    const house = openHouse()
    const who = await signIn(house.stranger(), await house.invitation(door))
    await house.mock.clock.advance('PT7H59M')
    expect((await who.get(`/${door}`)).status).toBe(200)
    await house.mock.clock.advance('PT1M')
    expect((await who.get(`/${door}`)).status).toBe(401)
  })

  it('rejects a cookie that was changed, signed with another secret, or sent twice', async () => {
    const house = openHouse()
    const who = await signIn(house.stranger(), await house.invitation(door))
    const real = who.cookie
    const other = openHouse({ secret: 'another secret' })
    const foreign = await signIn(other.stranger(), await other.invitation(door))
    const value = real.slice(`cedi_${door}=`.length)
    const [id = '', endMs = '', merchant = '', signature = ''] = value.split('.')
    const payload = `${id}.${endMs}.${merchant}`
    for (const cookie of [
      foreign.cookie,
      `cedi_${door}=${id}.${endMs}.test-other.${signature}`,
      `cedi_${door}=${id}.${Number(endMs) + 1e9}.${merchant}.${signature}`,
      `cedi_${door}=${payload}`,
      `cedi_${door}=${payload}.`,
      `cedi_${door}=${value}; cedi_${door}=${value}`,
      `${foreign.cookie}; ${real}`,
      `cedi_${door}=`,
      `cedi_${door}=${'A'.repeat(5000)}`,
    ]) {
      who.cookie = cookie
      expect([cookie.slice(0, 80), (await who.get(`/${door}`)).status]).toEqual([cookie.slice(0, 80), 401])
    }
    who.cookie = `theme=dark; ${real}`
    expect((await who.get(`/${door}`)).status).toBe(200)
  })

  it('ends all sessions when the server is reset', async () => {
    const house = openHouse()
    const path = await house.invitation(door)
    const who = await signIn(house.stranger(), await house.invitation(door))
    await house.mock.reset()
    expect((await who.get(`/${door}`)).status).toBe(401)
    expect((await house.stranger().post(path, {})).status).toBe(410)
  })
})

describe('the sign-ins of merchants and operators', () => {
  it('accept neither an invitation nor a session of the other', async () => {
    const house = openHouse()
    const merchant = await house.merchant()
    const operator = await house.operator()
    for (const [who, from, to] of [
      [merchant, 'portal', 'operator'],
      [operator, 'operator', 'portal'],
    ] as const) {
      who.cookie = who.cookie.replace(`cedi_${from}`, `cedi_${to}`)
      for (const path of [`/${to}`, `/${to}/refunds`, `/${to}/payouts`]) expect((await who.get(path)).status).toBe(401)
      const invitation = await house.invitation(from)
      expect((await house.stranger().post(invitation.replace(`/${from}/`, `/${to}/`), {})).status).toBe(410)
    }
  })

  it('reject a form of the other, also in a browser that is signed in to both', async () => {
    const house = openHouse()
    const { ref } = await house.paid()
    const { data: refund } = await house.api('POST', '/api/v1/refunds', { payment_ref: ref, amount: 40 })
    const merchant = await house.merchant()
    const operator = await house.operator()
    const formToken = /name="form_token" value="(\w+)"/.exec((await merchant.get('/portal')).body)?.[1] ?? ''
    const forged = { form_token: formToken, act: 'paid', tick: 'paid' }
    expect((await operator.post(`/operator/refunds/${refund.ref}`, forged)).status).toBe(403)
    expect((await merchant.post(`/operator/refunds/${refund.ref}`, forged)).status).toBe(401)
    expect((await house.mock.control('GET', 'refunds')) as object[]).toMatchObject([{ status: 'pending' }])
  })

  it("mark the cookie Secure over https, and keep the server's base path", async () => {
    const mock = createSandbox({ baseUrl: 'https://pay.example/cedi' })
    const { url } = (await mock.control('POST', 'portal/invitations')) as { url: string }
    expect(url).toMatch(/^https:\/\/pay\.example\/cedi\/portal\/invitations\//)
    const answer = await mock.handle({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://pay.example' },
      body: '',
    })
    expect([answer.status, answer.headers['Location']]).toEqual([303, '/cedi/portal'])
    expect(answer.headers['Set-Cookie']).toMatch(
      /; Max-Age=28800; Path=\/cedi\/portal; HttpOnly; Secure; SameSite=Strict$/,
    )
    const cookie = answer.headers['Set-Cookie']?.split(';')[0] ?? ''
    const page = await mock.handle({
      method: 'GET',
      url: 'https://pay.example/cedi/portal',
      headers: { Cookie: cookie },
    })
    expect([page.status, page.body.includes('href="/cedi/portal/payments"')]).toEqual([200, true])
  })

  it('mark the cookie Secure behind an https proxy, which the browser reports', async () => {
    const house = openHouse()
    const proxied = { Origin: 'https://cedi.test' }
    const reply = await house.stranger().post(await house.invitation(), {}, proxied)
    expect([reply.status, reply.headers['Set-Cookie']?.endsWith('; Secure; SameSite=Strict')]).toEqual([303, true])
  })

  it('create invitations through the control API, and the request log contains none of them', async () => {
    const house = openHouse()
    const { url, expires_at } = (await house.mock.control('POST', 'portal/invitations?merchant=test-kofi')) as Record<
      string,
      string
    >
    expect(expires_at).toBe(new Date(house.mock.clock.now().getTime() + 7 * 86_400_000).toISOString())
    const kofi = await signIn(house.stranger(), new URL(url ?? '').pathname)
    expect((await kofi.get('/portal')).text).toContain('test-kofi')
    const log = JSON.stringify(house.mock.requests.list())
    expect(log).toContain('/portal/invitations/[redacted]')
    for (const secret of [new URL(url ?? '').pathname.split('/').at(-1) ?? '', kofi.cookie.split('=')[1] ?? ''])
      expect(log).not.toContain(secret.slice(0, 40))
  })

  it('store nothing that could be used to sign in', async () => {
    const house = openHouse()
    const path = await house.invitation('operator')
    const who = await house.operator()
    const merchant = await house.merchant()
    await house.invitation()
    const kept = JSON.stringify(house.mock.snapshot())
    const invited = JSON.parse(Buffer.from(/[\w-]{40,}/.exec(path)?.[0] ?? '', 'base64url').toString())
    const ids = [who.cookie, merchant.cookie].map((cookie) => /=([0-9a-f]+)\./.exec(cookie)?.[1])
    for (const id of [invited.i, ...ids]) {
      expect(id.length).toBe(64)
      expect(kept).not.toContain(id)
    }
    // A snapshot can be restored, and the session works again.
    house.mock.restore(JSON.parse(kept))
    expect((await merchant.get('/portal')).status).toBe(200)
  })

  it('do not report ended sessions as events of the clock, only what happened to merchants', async () => {
    const house = openHouse()
    const path = await house.invitation('operator')
    const who = await house.operator()
    const merchant = await house.merchant()
    expect(await house.mock.clock.advance('P8D')).toMatchObject({ happened: [] })
    expect((await house.stranger().get(path)).status).toBe(410)
    expect([(await who.get('/operator')).status, (await merchant.get('/portal')).status]).toEqual([401, 401])
  })

  it('respond to HEAD like GET, and use up no invitation', async () => {
    const house = openHouse()
    const path = await house.invitation()
    const head = await house.mock.fetch(base + path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await house.stranger().post(path, {})).status).toBe(303)
  })
})
