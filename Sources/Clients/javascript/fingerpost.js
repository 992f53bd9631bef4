// Links of a Fingerpost server in an app: React Native, Expo, Capacitor. Copy this file; it needs no package.

/** The server is busy or can't be reached: ask again, in a moment or at the next start. */
export class AskAgain extends Error {}

/** The link leads nowhere: it is unknown, deleted, expired or blocked. */
export class NoLink extends Error {}

/** One object for the whole app. A link is `{payload, minimumVersion, app: {platform, id}, campaign: {utm_source, …}}`. */
export class Fingerpost {
  /**
   * @param hosts The hosts of your links, with their path prefix if they have one. Tokens are sent to the first.
   * @param platform `android`, `ios` …
   * @param version The app's version.
   * @param store `getItem(name)` and `setItem(name, text)`, such as AsyncStorage and localStorage.
   */
  constructor({hosts, platform, version, store, fetch = (...call) => globalThis.fetch(...call)}) {
    Object.assign(this, {hosts, app: `${platform} ${version}`, store, fetch, last: null})
  }

  /** Resolves an address that opened the app; null if the same address arrived just before. */
  async open(url) {
    const time = Date.now()
    if (this.last?.url === url && time - this.last.time < 3000) return null
    this.last = {url, time}
    try {
      return await this.resolve(url)
    } catch (error) {
      if (error instanceof AskAgain) this.last = null
      throw error
    }
  }

  /**
   * Finds the link that led to the installation, once; null without one.
   * @param text The text of the Play Install Referrer API or a pasted token, or a function that returns it.
   */
  async firstStart(text) {
    if (await this.store.getItem("fingerpost.asked")) return null
    let found, link = null
    try {
      found = await (typeof text === "function" ? text() : text)
    } catch (error) {
      throw new AskAgain(`no referrer: ${error}`)
    }
    // Other text is never sent.
    const token = /fp1\.[\w-]+/.exec(found ?? "")?.[0]
    try {
      if (token) link = await this.redeem(token)
    } catch (error) {
      if (!(error instanceof NoLink)) throw error
    }
    await this.store.setItem("fingerpost.asked", "1")
    return link
  }

  async resolve(url) {
    if (url.startsWith("fp1.")) return this.redeem(url)
    const [, scheme, host, path, query] = /^([^:/?#]+):\/\/([^/?#]*)([^?#]*)\??([^#]*)/.exec(url) ?? []
    const isWeb = /^https?$/i.test(scheme)
    const place = `${host?.toLowerCase().replace(/:\d*$/, "")}${path}/`
    if (isWeb && this.hosts.some(own => place.startsWith(`${own}/`))) return this.ask(url.replace(/^http:/i, "https:"))
    let payload = url
    if (isWeb && path === "/__/auth/links") payload = value("link", query)
    if (!isWeb && host === "google" && path.startsWith("/link")) payload = value("deep_link_id", query)
    if (!payload) throw new NoLink(url)
    return {payload, minimumVersion: null, app: null, campaign: {}}
  }

  redeem(token) {
    return this.ask(`https://${this.hosts[0].split("/")[0]}/v1/resolve`, {token})
  }

  async ask(url, body) {
    const headers = {Accept: "application/json", "Fingerpost-App": this.app}
    if (body) headers["Content-Type"] = "application/json"
    const control = new AbortController()
    const timer = setTimeout(() => control.abort(), 10_000)
    try {
      const request = {method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), signal: control.signal}
      const response = await this.fetch(url, request)
      if (response.status === 429 || response.status >= 500) throw new AskAgain(`status ${response.status}`)
      if (!response.ok) throw new NoLink(`status ${response.status}`)
      return link(await response.json())
    } catch (error) {
      throw error instanceof NoLink ? error : new AskAgain(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

function link({payload, minimum_version: minimumVersion, app = null, method, parameters, ...rest}) {
  if (method === "none") throw new NoLink("not a token that was created here, or no longer")
  return {payload, minimumVersion, app, campaign: parameters ?? rest}
}

function value(name, query) {
  const found = query.split("&").find(pair => pair.startsWith(`${name}=`))
  try {
    return found && decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}
