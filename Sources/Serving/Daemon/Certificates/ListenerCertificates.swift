public import Configuration
public import OpenSSL
public import Routing
public import Settings

/// The certificates of a TLS listener, read from their files, with diagnostics.
public struct ListenerCertificates: Sendable {
    /// The listener's TLS context; `nil` if the diagnostics contain an error.
    public private(set) var context: TLSContext?
    /// Errors and warnings about the files. They contain no part of a key.
    public private(set) var diagnostics: [FileDiagnostic] = []

    private var certificates: [ServerCertificate] = []

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - tickets: The session ticket keys.
    ///   - offersHTTP2: Whether HTTP/2 is offered to clients (ALPN).
    ///   - now: The time, in seconds since the epoch.
    ///   - sites: The sites whose hosts should be covered.
    public init(
        _ files: [CertificateFiles], tickets: TicketKeys, offersHTTP2: Bool = true, now: Int64, sites: [SiteDefinition]
    ) {
        for pair in files { read(pair, now) }
        guard !diagnostics.contains(where: { $0.severity == .error }), let first = files.first else { return }
        do throws(CertificateFault) {
            // Refuses certificates that OpenSSL considers too weak.
            context = try TLSContext(certificates, tickets: tickets, offersHTTP2: offersHTTP2)
        } catch {
            report(error, files.first { $0.certificate == error.file } ?? first)
        }
        checkHosts(of: sites, first)
    }

    private mutating func checkHosts(of sites: [SiteDefinition], _ first: CertificateFiles) {
        let names = CertificateNames(certificates)
        let bare = Self.hosts(of: sites).filter { !names.cover(host: $0) }
        guard !bare.isEmpty else { return }
        warn(
            "no certificate covers \(bare.map { "`\($0)`" }.joined(separator: ", "))", first,
            hint: "browsers refuse the connection; add a certificate for it")
    }

    private mutating func read(_ files: CertificateFiles, _ now: Int64) {
        do throws(CertificateFault) {
            let certificate = try ServerCertificate(file: files.certificate, keyFile: files.key)
            certificates.append(certificate)
            if certificate.end < now {
                let age = Self.age(now - certificate.end)
                warn("\(files.certificate): the certificate has expired \(age)", files)
            } else if certificate.begin > now {
                warn("\(files.certificate): the certificate is not valid yet", files)
            }
            if certificate.names.isEmpty {
                warn(
                    "\(files.certificate): the certificate has no DNS name", files,
                    hint: "clients check subjectAltName only")
            }
        } catch {
            report(error, files)
        }
    }

    private static func age(_ seconds: Int64) -> String {
        let days = seconds / 86_400
        return days == 0 ? "less than a day ago" : days == 1 ? "1 day ago" : "\(days) days ago"
    }

    /// The sorted hosts of clicks and of pages.
    private static func hosts(of sites: [SiteDefinition]) -> [String] {
        Set(sites.flatMap(\.visitedHosts)).sorted()
    }

    private mutating func report(_ fault: CertificateFault, _ files: CertificateFiles) {
        diagnostics.append(
            FileDiagnostic(.error, .certificate, fault.description, at: files.location, path: "--tls-certificate"))
    }

    private mutating func warn(_ message: String, _ files: CertificateFiles, hint: String? = nil) {
        diagnostics.append(
            FileDiagnostic(
                .warning, .certificate, message, at: files.location, path: "--tls-certificate", hint: hint))
    }
}
