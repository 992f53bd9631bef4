import ByteText
import Links
public import Phones

/// The outcome that the documentation specifies for a phone's actual state.
public struct Documented: Sendable, Hashable {
    /// The documented destination.
    public enum Ending: Sendable, Hashable {
        /// The app opens with the payload of the link, or with the link itself.
        case app(String)
        /// The app's page in a store, with its ID there.
        case store(AppStore, String)
        /// A web page.
        case web(String)
    }

    /// The documented destination.
    public var ending: Ending
    /// The row of the decision tables, for example `E5`.
    public var row: String
}

extension Documented {
    /// Whether a journey ends as documented, assuming that the user accepts the browser's prompts.
    ///
    /// - Parameters:
    ///   - platform: The platform of the phone.
    ///   - web: Responds to the app if it requests the meaning of the link.
    func matches(
        _ actual: Phones.Ending, _ link: LinkFacts, on platform: DocumentedPlatform, asking web: FrontWeb
    ) -> Bool {
        switch (ending, actual.accepted) {
        case (.app(let id), .app(let opened, let version, let url?)):
            id == opened && link.isReceived(as: url, by: platform, version, asking: web)
        case (.store(let store, let id), .store(let page)): page.store == store && page.app == id
        case (.web(let address), .web(let url)): url == address
        default: false
        }
    }
}

extension LinkFacts {
    /// Whether an app that was opened with a URL has the address that is meant for it: as the URL itself, in a custom scheme,
    /// or by requesting the meaning of the link.
    fileprivate func isReceived(
        as url: String, by platform: DocumentedPlatform, _ version: String, asking web: FrontWeb
    ) -> Bool {
        let own = platform == .android && !isAction ? self[.al] : nil
        let wanted = own ?? payload
        if url == wanted { return true }
        // A link that returns to the router is marked at its end.
        if url == link || url.hasPrefix(link + "?_fp=") || url.hasPrefix(link + "&_fp=") {
            return web.opened(url, by: platform, version) == wanted
        }
        return Self.value("deep_link_id", of: url).map { Self.decoded($0) == wanted } ?? false
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        text.utf8.span.forEachPercentDecoded { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
