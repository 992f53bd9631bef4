// Runs the vectors of app_links.json with the client for JavaScript, and prints a result per line.
//
// node app_links.mjs CLIENT VECTORS PORT, where CLIENT is the client's source and PORT that of a daemon that trusts 127.0.0.1.
import {readFileSync} from "node:fs"

const [, , source, file, port] = process.argv
const {AskAgain, Fingerpost, NoLink} = await import(source)

// On a busy machine a second call may come after the three seconds of one.
Date.now = () => 0

function client() {
  const kept = new Map()
  const store = {getItem: async name => kept.get(name) ?? null, setItem: async (name, text) => void kept.set(name, text)}
  const made = new Fingerpost({
    hosts: ["go.example.com", "auth.example.com", "pages.example.com/l"], platform: "android", version: "12.1", store,
    fetch(url, request) {
      const {host, pathname, search, protocol} = new URL(url)
      const headers = {...request.headers, "X-Forwarded-Host": host, "X-Forwarded-Proto": protocol.slice(0, -1)}
      return fetch(`http://127.0.0.1:${made.away ? 1 : port}${pathname}${search}`, {...request, headers})
    },
  })
  return made
}

function text(link) {
  if (!link) return "nothing"
  const app = link.app && `${link.app.platform}/${link.app.id}`
  const campaign = Object.entries(link.campaign).map(pair => pair.join("=")).sort().join("&")
  return [link.payload, link.minimumVersion, app, campaign].map(part => part || "-").join(" ")
}

let links
for (const [, call, input] of JSON.parse(readFileSync(file, "utf8")).vectors) {
  if (!call.endsWith(" again")) links = client()
  links.away = call.endsWith(" away")
  try {
    console.log(text(await (call.startsWith("open") ? links.open(input) : links.firstStart(async () => input))))
  } catch (error) {
    console.log(error instanceof AskAgain ? "ask again" : error instanceof NoLink ? "no link" : `${error.stack}`)
  }
}
