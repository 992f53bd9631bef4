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
    func matches(_ actual: Phones.Ending, _ link: LinkFacts) -> Bool {
        switch (ending, actual.accepted) {
        case (.app(let id), .app(let opened, _, let url?)): id == opened && link.isCarried(by: url)
        case (.store(let store, let id), .store(let page)): page.store == store && page.app == id
        case (.web(let address), .web(let url)): url == address
        default: false
        }
    }
}

extension LinkFacts {
    /// Whether the URL that an app received contains the link or its payload: unchanged, marked, or in a custom scheme.
    fileprivate func isCarried(by url: String) -> Bool {
        let wanted = [payload, self[.al], link].compactMap(\.self)
        // A link that returns to the router is marked at its end.
        if wanted.contains(where: { url == $0 || url.hasPrefix($0 + "?_fp=") || url.hasPrefix($0 + "&_fp=") }) {
            return true
        }
        return Self.value("deep_link_id", of: url).map { wanted.contains(Self.decoded($0)) } ?? false
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        text.utf8.span.forEachPercentDecoded { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
