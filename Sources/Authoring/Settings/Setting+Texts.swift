extension Setting {
    /// The value as texts: the inverse of ``apply(_:to:)``, except for certificates.
    func texts(in settings: DaemonSettings) -> [String] {
        switch slot {
        case .listeners(let place): settings[keyPath: place].map(\.text)
        case .address(let place): [settings[keyPath: place].description]
        case .peers(let place), .networks(let place), .hosts(let place), .origins(let place), .paths(let place):
            settings[keyPath: place]
        case .ports(let place): settings[keyPath: place].map(\.description)
        case .host(let place), .path(let place), .directory(let place): settings[keyPath: place].map { [$0] } ?? []
        case .format(let place): [settings[keyPath: place].rawValue]
        case .count(let place, _): ["\(settings[keyPath: place])"]
        case .optionalCount(let place, _): settings[keyPath: place].map { ["\($0)"] } ?? []
        case .mode(let place): settings[keyPath: place].map { ["0" + String($0, radix: 8)] } ?? []
        case .level(let place): [settings[keyPath: place].rawValue]
        case .rollUp(let place): [settings[keyPath: place].rawValue]
        case .flag(let place): ["\(settings[keyPath: place])"]
        case .roles(let place): settings[keyPath: place].map(\.text)
        case .webhooks(let place): settings[keyPath: place].map(\.text)
        case .shadow(let place): settings[keyPath: place].map { [$0.text] } ?? []
        }
    }
}

extension Setting {
    /// Copies the value.
    func copy(from source: DaemonSettings, to settings: inout DaemonSettings) {
        switch slot {
        case .listeners(let place): settings[keyPath: place] = source[keyPath: place]
        case .address(let place): settings[keyPath: place] = source[keyPath: place]
        case .peers(let place), .networks(let place), .hosts(let place), .origins(let place), .paths(let place):
            settings[keyPath: place] = source[keyPath: place]
        case .ports(let place): settings[keyPath: place] = source[keyPath: place]
        case .host(let place), .path(let place), .directory(let place):
            settings[keyPath: place] = source[keyPath: place]
        case .format(let place): settings[keyPath: place] = source[keyPath: place]
        case .count(let place, _): settings[keyPath: place] = source[keyPath: place]
        case .optionalCount(let place, _): settings[keyPath: place] = source[keyPath: place]
        case .mode(let place): settings[keyPath: place] = source[keyPath: place]
        case .level(let place): settings[keyPath: place] = source[keyPath: place]
        case .rollUp(let place): settings[keyPath: place] = source[keyPath: place]
        case .flag(let place): settings[keyPath: place] = source[keyPath: place]
        case .roles(let place): settings[keyPath: place] = source[keyPath: place]
        case .webhooks(let place): settings[keyPath: place] = source[keyPath: place]
        case .shadow(let place): settings[keyPath: place] = source[keyPath: place]
        }
    }
}

extension FrontListener {
    /// The address and its protocol: `127.0.0.1:8443 tls`.
    fileprivate var text: String {
        let words =
            switch service {
            case .plain: ""
            case .tls: " tls"
            case .redirect: " redirect"
            }
        return "\(address)\(words)\(proxyProtocol ? " proxy_protocol" : "")"
    }
}
