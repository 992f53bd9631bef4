import ByteText
import PostgreSQL

/// Defaults for parameters of a connection to the source.
extension ConnectionParameters {
    /// The parameters with defaults that are secure over a network: connections to other machines use TLS, with a
    /// certificate for the host's name from an authority trusted by the system.
    func withDefaults() throws(PostgreSQLError) -> ConnectionParameters {
        var all = self
        all.setDefault("application_name", "fingerpost")
        all["client_encoding"] = "UTF8"
        all.setDefault("keepalives", "1")
        all.setDefault("keepalives_idle", "30")
        all.setDefault("keepalives_interval", "10")
        all.setDefault("keepalives_count", "3")
        // Limits the time for which unacknowledged data keeps a dead connection open.
        all.setDefault("tcp_user_timeout", "15000")
        // Checking for a Kerberos ticket may block on the network.
        all.setDefault("gssencmode", "disable")
        if !staysOnMachine { all.setDefault("sslmode", "verify-full") }
        if all["sslrootcert"] == nil, all["sslmode"] == "verify-full" || all["sslmode"] == "verify-ca" {
            guard let file = CertificateAuthorities.file else {
                throw .parameters("the system has no file of certificate authorities; set sslrootcert")
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

    /// Whether a host is the directory of a Unix socket, or a name in the abstract namespace.
    static func isSocket(_ host: String) -> Bool { host.hasPrefix("/") || host.hasPrefix("@") }
}
