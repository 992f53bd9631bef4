/// What is fuzzed: a reader of hostile bytes, and the properties that hold for whatever it reads.
///
/// The fuzzers look for inputs that break a property; the tests replay the inputs that are kept.
public enum FuzzTarget: String, Sendable, CaseIterable {
    case urls, links, settings, http, http2, proxy, replay, bundles

    /// What is wrong about how the input is treated; nil where every property holds.
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
