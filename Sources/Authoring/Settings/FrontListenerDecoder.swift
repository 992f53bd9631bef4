import Configuration

/// The keys of a listener as a mapping.
enum FrontListenerKey: String, ConfigurationKey {
    static let owner = "a front listener"
    case address, tls, redirect
    case proxyProtocol = "proxy_protocol"
}

/// The keys of a certificate.
enum CertificateKey: String, ConfigurationKey {
    static let owner = "a certificate"
    case certificate, key
}

/// Decodes the listeners of the front: each an address, or a mapping.
///
///     front:
///       - "127.0.0.1:8080"
///       - {address: "[::]:443", tls: {certificate: full.pem, key: key.pem}}
///       - {address: "[::]:80", redirect: https}
struct FrontListenerDecoder {
    let log: DiagnosticLog
    /// Whether a listener may redirect to https. Not allowed for the API: clients would send keys in clear text first.
    var mayRedirect = true

    /// The valid listeners, or `nil` if there are none.
    func decode(_ node: ConfigurationNode) -> [FrontListener]? {
        guard case .list = node.content else {
            _ = log.list(node)
            return nil
        }
        return log.list(node).compactMap(listener)
    }

    private func listener(_ node: ConfigurationNode) -> FrontListener? {
        guard case .mapping = node.content else { return listenerOfText(node) }
        guard let fields = Fields<FrontListenerKey>(node, log: log),
            let address = fields.required(.address).flatMap(address)
        else { return nil }
        var listener = FrontListener(address)
        listener.proxyProtocol = fields.bool(.proxyProtocol) ?? false
        // A key without a value does not permit plain HTTP.
        if let tls = fields.raw(.tls) { listener.service = .tls(certificates(tls)) }
        if let redirect = fields[.redirect] {
            if fields.raw(.tls) != nil {
                log.error(
                    .invalidValue, redirect,
                    "a listener with `tls` can't redirect to https: its clients already use it",
                    hint: "set `redirect` on the plain-text listener")
            }
            if !mayRedirect {
                log.error(
                    .invalidValue, redirect, "only a front listener can redirect to https",
                    hint: "keys sent without TLS are not secret: give the listener `tls`")
            }
            if let word = log.text(redirect), word != "https" {
                log.unknownWord(redirect, word, "redirect", ["https"])
            }
            listener.service = .redirect
        }
        return listener
    }

    private func listenerOfText(_ node: ConfigurationNode) -> FrontListener? {
        guard let text = log.text(node) else { return nil }
        if let listener = FrontListener(text) { return listener }
        let fault = Setting.Fault.address(text)
        log.error(.invalidValue, node, fault.message, expected: fault.expected)
        return nil
    }

    private func address(_ node: ConfigurationNode) -> ListenAddress? {
        guard let text = log.text(node) else { return nil }
        if let address = ListenAddress(text) { return address }
        let fault = Setting.Fault.address(text)
        log.error(.invalidValue, node, fault.message, expected: fault.expected)
        return nil
    }

    /// One certificate, or a list of them.
    private func certificates(_ node: ConfigurationNode) -> [CertificateFiles] {
        guard case .list(let elements) = node.content else { return [files(node)].compactMap(\.self) }
        if elements.isEmpty { log.error(.invalidValue, node, "a listener with `tls` needs a certificate") }
        return elements.compactMap(files)
    }

    private func files(_ node: ConfigurationNode) -> CertificateFiles? {
        guard let fields = Fields<CertificateKey>(node, log: log),
            let certificate = fields.required(.certificate).flatMap(log.text)
        else { return nil }
        let location = log.file.flatMap { file in
            node.mark.map { SourceLocation(file: file.name, line: $0.line, column: $0.column) }
        }
        return CertificateFiles(
            certificate: certificate, key: fields.text(.key) ?? certificate, location: location)
    }
}
