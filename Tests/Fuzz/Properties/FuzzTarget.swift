/// A reader of untrusted bytes, and the properties of whatever it accepts.
///
/// The fuzzers search for inputs that violate a property; the tests replay the corpus.
public enum FuzzTarget: String, Sendable, CaseIterable {
    case urls, links, settings, http, http2, proxy, replay, bundles

    /// The property that the input violates; `nil` if all hold.
    public func fault(of input: Span<UInt8>) -> String? {
        switch self {
        case .urls: URLProperties.fault(of: input)
        case .links: LinkProperties.fault(of: input)
        case .settings: SettingsProperties.fault(of: input)
        case .http: HTTPProperties.fault(of: input)
        case .http2: HTTP2Properties.fault(of: input)
        case .proxy: ProxyProperties.fault(of: input)
        case .replay: ReplayProperties.fault(of: input)
        case .bundles: BundleProperties.fault(of: input)
        }
    }
}
