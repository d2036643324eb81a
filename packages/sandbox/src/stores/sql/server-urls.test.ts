import { describe, expect, it } from 'vitest'
import { parseServerUrls } from './server-urls.js'

describe('parseServerUrls', () => {
  it.each([
    ['postgres://ama:sesame@db.example:5432/cedi', ['postgres://ama:sesame@db.example:5432/cedi'], false],
    ['postgresql:///cedi?host=/run/postgresql', ['postgresql:///cedi?host=/run/postgresql'], false],
    ['postgres://ama@/cedi?host=/tmp&port=5433', ['postgres://ama@/cedi?host=/tmp&port=5433'], false],
    ['postgres://a/cedi?target_session_attrs=any&sslmode=require', ['postgres://a/cedi?sslmode=require'], false],
    ['postgres://a/cedi?target_session_attrs=read-write', ['postgres://a/cedi'], true],
    ['postgres://a/cedi?sslmode=require&target_session_attrs=primary', ['postgres://a/cedi?sslmode=require'], true],
    [
      'postgres://ama:s%40s@a:5432,b,[::1]:5433/cedi?target_session_attrs=read-write',
      ['postgres://ama:s%40s@a:5432/cedi', 'postgres://ama:s%40s@b/cedi', 'postgres://ama:s%40s@[::1]:5433/cedi'],
      true,
    ],
    ['postgres://a,b/cedi?target_session_attrs=any', ['postgres://a/cedi', 'postgres://b/cedi'], true],
    [
      'postgres://ama@10.0.0.1:6432,10.0.0.2:6432',
      ['postgres://ama@10.0.0.1:6432', 'postgres://ama@10.0.0.2:6432'],
      true,
    ],
  ])('parses %s', (url, urls, mustWrite) => {
    expect(parseServerUrls(url)).toEqual({ urls, mustWrite })
  })

  it.each([
    ['postgres://ama:sesame@a,b/cedi?target_session_attrs=standby', /cannot be written\. Write read-write\./],
    ['postgres://ama:sesame@a/cedi?target_session_attrs=prefer-standby', /cannot be written/],
    ['postgres://ama:sesame@a,,b/cedi', /cannot be read\. Write it like/],
    ['postgres://ama:sesame@a:5432,b:99999/cedi', /cannot be read/],
    ['postgres://ama:sesame@a:port/cedi', /cannot be read/],
    ['postgres://ama:sesame@/cedi?host=a,b', /names several hosts behind the \?/],
    ['postgres://ama:sesame@/cedi?host=a&port=5432%2C5433', /names several hosts behind the \?/],
  ])('rejects %s with a message that contains no password', (url, message) => {
    expect(() => parseServerUrls(url)).toThrow(message)
    expect(() => parseServerUrls(url)).not.toThrow(/sesame/)
  })
})
