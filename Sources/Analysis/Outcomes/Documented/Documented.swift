import ByteText
import Links
public import Phones

/// What the documents say that a person should get, at the phone's true state.
public struct Documented: Sendable, Hashable {
    /// Where the person should end.
    public enum Ending: Sendable, Hashable {
        /// In the app, with what the link wraps or with the link.
        case app(String)
        /// At the app in a store: its ID there.
        case store(Store, String)
        /// At a page.
        case web(String)
    }

    /// Where the person should end.
    public var ending: Ending
    /// The row of the decision tables: `E5`.
    public var row: String
}

extension Documented {
    /// Whether a journey ended as documented, for a person who agrees to what the browser asks.
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
    /// Whether what an app received holds the link or what it wraps: as it is, marked, or in a scheme of its own.
    fileprivate func isCarried(by url: String) -> Bool {
        let wanted = [payload, self[.al], link].compactMap(\.self)
        // A link that comes back to us has a mark at its end.
        if wanted.contains(where: { url == $0 || url.hasPrefix($0 + "?_fp=") || url.hasPrefix($0 + "&_fp=") }) {
            return true
        }
        let value = url.drop { $0 != "?" }.dropFirst().split(separator: "&").first { $0.hasPrefix("deep_link_id=") }
        return value.map { wanted.contains(Self.decoded($0.dropFirst("deep_link_id=".count))) } ?? false
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        text.utf8.span.forEachPercentDecoded { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
