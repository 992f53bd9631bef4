// Links of a Fingerpost server in an app. Copy this file; it needs no package.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
import SwiftUI
#endif

/// One object for the whole app.
actor Fingerpost {
    /// A resolved link.
    struct Link: Sendable {
        /// The address to show; `nil` if apps must not open the link.
        var payload: URL?
        /// The lowest version of the app that can show it.
        var minimumVersion: String?
        /// The platform and ID of the app that the link is for.
        var app: (platform: String, id: String)?
        /// `utm_source` and others.
        var campaign: [String: String] = [:]
    }

    enum Failure: Error {
        /// The server is busy or can't be reached: ask again, in a moment or at the next start.
        case askAgain
        /// The link leads nowhere: it is unknown, deleted, expired or blocked.
        case noLink
    }

    typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

    private let hosts: [String]
    private let app: String
    private let store: UserDefaults
    private let now: @Sendable () -> Date
    private let send: Send
    private var last: (url: URL, time: Date)?

    /// - Parameters:
    ///   - hosts: The hosts of your links, with their path prefix if they have one. Tokens are sent to the first.
    ///   - platform: `ios`, `macos`, or `ipados` if your app for iPads has a bundle of its own.
    ///   - suite: The user defaults that record the first start.
    init(
        hosts: [String], platform: String = "ios",
        version: String? = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String, suite: String? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        send: @escaping Send = { try await URLSession.shared.data(for: $0) }
    ) {
        (self.hosts, self.now, self.send) = (hosts, now, send)
        app = [platform, version].compactMap { $0 }.joined(separator: " ")
        store = UserDefaults(suiteName: suite) ?? .standard
    }

    /// Resolves an address that opened the app; `nil` if the same address arrived just before.
    func open(_ url: URL) async throws(Failure) -> Link? {
        let now = now()
        if let last, last.url == url, now.timeIntervalSince(last.time) < 3 { return nil }
        last = (url, now)
        do {
            return try await resolve(url)
        } catch {
            if case .askAgain = error { last = nil }
            throw error
        }
    }

    /// Whether to show a paste button with "Did you follow a link?".
    var isFirstStart: Bool { !store.bool(forKey: "fingerpost.asked") }

    /// Finds the link that led to the installation, once; `nil` without one.
    func firstStart(pasted text: String) async throws(Failure) -> Link? {
        guard isFirstStart else { return nil }
        var link: Link?
        // Other text is never sent.
        if let token = text.range(of: #"fp1\.[\w-]+"#, options: .regularExpression) {
            do {
                link = try await ask(token: String(text[token]))
            } catch {
                if case .askAgain = error { throw error }
            }
        }
        store.set(true, forKey: "fingerpost.asked")
        return link
    }

    private func resolve(_ url: URL) async throws(Failure) -> Link {
        let text = url.absoluteString
        if text.hasPrefix("fp1.") { return try await ask(token: text) }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false), let host = parts.host?.lowercased()
        else { return Link(payload: url) }
        let isWeb = ["http", "https"].contains(parts.scheme?.lowercased())
        var payload: URL? = url
        func value(_ name: String) -> URL? {
            parts.queryItems?.first { $0.name == name }?.value.flatMap { URL(string: $0) }
        }
        if isWeb, hosts.contains(where: { "\(host)\(parts.path)/".hasPrefix("\($0)/") }) {
            parts.scheme = "https"
            return try await ask(URLRequest(url: parts.url ?? url))
        }
        if isWeb, parts.path == "/__/auth/links" { payload = value("link") }
        if !isWeb, host == "google", parts.path.hasPrefix("/link") { payload = value("deep_link_id") }
        guard let payload else { throw .noLink }
        return Link(payload: payload)
    }

    private func ask(token: String) async throws(Failure) -> Link {
        guard let host = hosts.first?.split(separator: "/").first, let url = URL(string: "https://\(host)/v1/resolve")
        else { throw .noLink }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONEncoder().encode(["token": token])
        return try await ask(request)
    }

    private func ask(_ request: URLRequest) async throws(Failure) -> Link {
        var request = request
        (request.timeoutInterval, request.cachePolicy) = (10, .reloadIgnoringLocalCacheData)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue(app, forHTTPHeaderField: "Fingerpost-App")
        guard let (body, response) = try? await send(request), let status = (response as? HTTPURLResponse)?.statusCode,
            status != 429, status < 500
        else { throw .askAgain }
        guard status == 200 else { throw .noLink }
        guard let json = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { throw .askAgain }
        return try Self.link(json)
    }

    private static func link(_ json: [String: Any]) throws(Failure) -> Link {
        if json["method"] as? String == "none" { throw .noLink }
        let payload = (json["payload"] as? String).flatMap { URL(string: $0) }
        var link = Link(payload: payload, minimumVersion: json["minimum_version"] as? String)
        if let app = json["app"] as? [String: String], let platform = app["platform"], let id = app["id"] {
            link.app = (platform, id)
        }
        let campaign = json.filter { $0.key.hasPrefix("utm_") || $0.key == "gclid" }.compactMapValues { $0 as? String }
        link.campaign = json["parameters"] as? [String: String] ?? campaign
        return link
    }
}

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
/// The system's paste button. The app reads nothing before the person taps it.
@available(iOS 16, macOS 13, *)
struct FingerpostPasteButton: View {
    let links: Fingerpost
    let found: @MainActor (Fingerpost.Link) -> Void

    var body: some View {
        PasteButton(payloadType: String.self) { texts in
            Task { @MainActor in
                guard let text = texts.first, let link = try? await links.firstStart(pasted: text) else { return }
                found(link)
            }
        }
    }
}
#endif
