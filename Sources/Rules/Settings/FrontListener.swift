/// A listener of the front: its address, and how its connections begin.
public struct FrontListener: Sendable, Equatable {
    public var address: ListenAddress
    /// Whether each connection begins with a header of the PROXY protocol, which trusted peers alone may send.
    public var proxyProtocol = false

    public init(_ address: ListenAddress) { self.address = address }

    /// Reads an address and what stands behind it, as in nginx: `127.0.0.1:8080 proxy_protocol`; nil for anything else.
    init?(_ text: String) {
        var words = text.split(separator: " ")
        guard !words.isEmpty, let address = ListenAddress(String(words.removeFirst())) else { return nil }
        self.address = address
        guard words.isEmpty || words == ["proxy_protocol"] else { return nil }
        proxyProtocol = !words.isEmpty
    }

    /// As ``init(_:)-(String)`` reads it.
    var text: String { proxyProtocol ? "\(address) proxy_protocol" : address.description }
}

/// The keys of a listener that is more than its address.
enum ListenerKey: String, ConfigurationKey {
    case address
    case proxyProtocol = "proxy_protocol"

    static let owner = "a listener"
}

extension FrontListener {
    /// A listener of the file, an address or a mapping, as the text that ``init(_:)-(String)`` reads; nil, and a fault, for
    /// anything else.
    static func text(_ node: ConfigurationNode, log: DiagnosticLog) -> String? {
        guard case .mapping = node.content else { return log.text(node) }
        guard let fields = Fields<ListenerKey>(node, log: log), let place = fields.required(.address),
            let text = log.text(place)
        else { return nil }
        guard let address = ListenAddress(text) else {
            let fault = Setting.Fault.address(text)
            log.error(.invalidValue, place, fault.message, expected: fault.expected)
            return nil
        }
        var listener = FrontListener(address)
        listener.proxyProtocol = fields.bool(.proxyProtocol) ?? false
        return listener.text
    }
}
