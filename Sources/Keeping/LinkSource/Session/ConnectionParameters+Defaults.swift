import ByteText
import PostgreSQL

/// What a connection to the source has where its parameters do not state it.
extension ConnectionParameters {
    /// The parameters with defaults that are safe over a network: beyond this machine, TLS and a certificate for the host's
    /// name by an authority that the system trusts.
    func withDefaults() throws(PostgreSQLError) -> ConnectionParameters {
        var all = self
        all.setDefault("application_name", "fingerpost")
        all["client_encoding"] = "UTF8"
        all.setDefault("keepalives", "1")
        all.setDefault("keepalives_idle", "30")
        all.setDefault("keepalives_interval", "10")
        all.setDefault("keepalives_count", "3")
        // A server that is gone while something is on its way there is noticed as soon.
        all.setDefault("tcp_user_timeout", "15000")
        // Asking whether there is a Kerberos ticket may ask the network, and waits for it.
        all.setDefault("gssencmode", "disable")
        if !staysOnMachine { all.setDefault("sslmode", "verify-full") }
        if all["sslrootcert"] == nil, all["sslmode"] == "verify-full" || all["sslmode"] == "verify-ca" {
            guard let file = CertificateAuthorities.file else {
                throw .parameters("the system has no file of certificate authorities; state one as sslrootcert")
            }
            all["sslrootcert"] = file
        }
        return all
    }

    private mutating func setDefault(_ keyword: String, _ value: String) {
        if self[keyword] == nil { self[keyword] = value }
    }

    /// Whether the one host is a Unix socket or a loopback address.
    private var staysOnMachine: Bool {
        if let address = addresses.first, let address = IPAddress(address) { return address.isLoopback }
        guard let host = hosts.first else { return true }
        return Self.isSocket(host) || host == "localhost" || IPAddress(host)?.isLoopback == true
    }

    /// Whether a host is the folder of a Unix socket, or a name in the abstract namespace.
    static func isSocket(_ host: String) -> Bool { host.hasPrefix("/") || host.hasPrefix("@") }
}
