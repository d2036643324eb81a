import { defaultPort, localServiceUrl } from '@cedi/contract/local-service'
import type { ProgramText } from './texts.js'

export const helpText = ({
  name,
  summary,
  commandLines = '',
  flagLines = '',
  thirdStep,
}: ProgramText): string => `${name}: ${summary}

  ${`${name} [options]`.padEnd(32)} start it
  ${`${name} curl [COUNT]`.padEnd(32)} the last requests of a running server, as curl lines
  ${`${name} verify [MERCHANT]`.padEnd(32)} check the books
${commandLines}
  --port N                 the port to listen on; 0 takes a free one        (${defaultPort})
  --host NAME              the address to listen on                         (127.0.0.1)
  --seed demo|empty|FILE   the data of an empty store                       (demo)
  --clock real|manual      manual stands still until you move it            (real)
  --default-outcome NAME   succeed, fail or pending                         (succeed)
  --approval-delay MS      how long a buyer takes to approve on the phone   (2000)
  --rate-limit N/Ss        such as 100/60s                                  (none)
  --control-token TEXT     what X-Mock-Token must say to use /__mock    (random)
  --trusted-proxy LIST     addresses of proxies whose X-Forwarded-For names the caller
  --public-url URL         the URL behind a proxy or tunnel: links and cookies use it; CEDI_PUBLIC_URL does the same
  --log                    print each request
  --log-format text|json   print each request as a line to read, or as JSON to collect
  --json                   print one line of JSON when ready, nothing else
${flagLines}  --url URL                which server these commands speak to             (${localServiceUrl})
  --help, --version

  First steps:
    1. ${`${name} --log`.padEnd(29)} in one terminal: each request is a line
    2. the curl line below            in another: products of the demo shop
    3. ${thirdStep}
    Phones that end in 789 pay, 039 decline, 049 have no funds, 129 wait for ever.

  Try it:
    curl -H 'Authorization: Bearer sk_test_all' ${localServiceUrl}/api/v1/products?limit=5
`
