import OpenSSL
package import ServiceFiles
package import Settings

/// The forward proxy of all requests to other servers.
///
/// The environment's `HTTPS_PROXY` and `NO_PROXY` have no effect: a daemon must not change the destination of its requests
/// because of a variable that was set for other programs.
package struct OutgoingProxy: Sendable {
    let address: ServerURL
    private let exceptions: ProxyExceptions
    private let credentialsFile: String?

    private static let mostCredentialBytes = 4096

    /// `nil` if the settings specify no proxy. Throws if its address, an exception, or its credentials can't be used.
    package init?(_ settings: DaemonSettings.Outgoing, report: (String) -> Void) throws(StartupFault) {
        do throws(ProxyExceptions.Fault) { exceptions = try ProxyExceptions(settings.noProxy) } catch {
            throw StartupFault("no_proxy: \(error)")
        }
        guard let text = settings.proxy else { return nil }
        do throws(ServerURL.Fault) {
            address = try ServerURL(text, statedAs: "outgoing_proxy", allowsPlain: true)
        } catch { throw StartupFault(error.description) }
        guard !address.isSecure, address.target == "/" else {
            throw StartupFault(
                "outgoing_proxy: \(address) is not the address of a proxy: expected `http://HOST:PORT` without a path; "
                    + "requests to https servers are encrypted within it")
        }
        credentialsFile = settings.credentialsFile
        do throws(FileFault) {
            if let credentialsFile { try SecretFile.examine(credentialsFile, report: report) }
            _ = try authorization()
        } catch { throw StartupFault("outgoing_proxy_credentials_file: \(error.description)") }
    }

    /// Whether requests to a server pass through the proxy.
    ///
    /// - Parameter host: A name or an address; IPv6 without brackets.
    package func carries(host: String, port: UInt16) -> Bool { !exceptions.contains(host: host, port: port) }

    /// The value of `Proxy-Authorization` (RFC 7617), or `nil` without credentials. Reads the file, which may change.
    func authorization() throws(FileFault) -> String? {
        guard let credentialsFile else { return nil }
        let bytes = try SecretFile.bytes(
            credentialsFile, "the proxy's credentials", limit: Self.mostCredentialBytes)
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            bytes.dropFirst(line.count).allSatisfy({ $0 == 0x0A || $0 == 0x0D })
        else { throw FileFault("\(credentialsFile): expected one line, `user:password`") }
        return "Basic \(Base64.text(Array(line)))"
    }
}
