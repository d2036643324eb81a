// Baseline: reads the request body and responds with constant bytes.
import { createServer } from 'node:http'
import { paidPayment, products } from '../contract-examples.mjs'

const responses = {
  GET: [200, Buffer.from(JSON.stringify(products))],
  POST: [201, Buffer.from(JSON.stringify(paidPayment))],
}

createServer((request, response) => {
  request.resume().once('end', () => {
    const [status, body] = responses[request.method]
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
  })
}).listen(Number(process.argv[2]), '127.0.0.1')
