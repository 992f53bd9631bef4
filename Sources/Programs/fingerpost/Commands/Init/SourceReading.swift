import ByteText
import CommandFiles
import Links
import OpenSSL
import SiteSetup
import Terminal

/// Reads the source files of `init`, each according to its kind.
struct SourceReading {
    /// The file with the keystore's password, or `nil` to prompt for it.
    let passwordFile: String?
    /// The alias of the certificate; if `nil`, the only one is used, or the user is asked.
    let alias: String?
    private(set) var facts = SourceFacts()

    init(passwordFile: String?, alias: String?) { (self.passwordFile, self.alias) = (passwordFile, alias) }

    /// The maximum size of a file other than an export.
    private static let limit = 16 << 20

    /// Adds the data of a file.
    mutating func add(_ path: String) throws {
        var window = try FileWindow(path: path)
        try window.fill()
        let name = path == "-" ? "standard input" : path
        let kind = try Self.kind(window.bytes, name)
        if kind == .linkExport { return try addExport(&window, name) }
        while !window.isAtEnd {
            guard window.bytes.count <= Self.limit else { throw Failure("\(name): larger than 16 MiB") }
            try window.fill()
        }
        let bytes = window.bytes
        switch kind {
        case .googleServices: try facts.add(googleServices: bytes.span, named: name)
        case .googleServiceInfo: try facts.add(googleServiceInfo: bytes, named: name)
        case .sdkConfig: try facts.add(sdkConfig: bytes.span, named: name)
        case .assetLinks: try facts.add(assetLinks: bytes.span, named: name)
        case .appSiteAssociation: try facts.add(appSiteAssociation: bytes.span, named: name)
        case .signing: try addSigning(bytes, name)
        case .linkExport: break
        }
    }

    private static func kind(_ bytes: [UInt8], _ name: String) throws(SetupFault) -> SourceKind {
        try SourceKind(of: bytes.span, file: name)
    }

    private mutating func addExport(_ window: inout FileWindow, _ name: String) throws {
        var export = ExportSummary()
        var progress = ProgressLine(withResults: false)
        while true {
            let used: Int
            do throws(TakeoutLayout.Fault) {
                used = try export.read(window.bytes.span, isLast: window.isAtEnd)
            } catch { throw Failure("\(name): \(error.message)") }
            window.drop(used)
            if window.isAtEnd || Interruption.isRequested { break }
            progress.show(lines: export.links, part: window.part)
            try window.fill()
        }
        progress.clear()
        Interruption.endIfInterrupted()
        try facts.add(export, named: name)
    }

    // MARK: - Certificates

    private mutating func addSigning(_ bytes: [UInt8], _ name: String) throws {
        let certificates: [StoredCertificate]
        if let found = StoredCertificate.reading(bytes.span) {
            certificates = found
        } else if let keystore = Keystore(bytes.span) {
            certificates = try open(keystore, name)
        } else {
            throw Failure(
                "\(name): no certificate in it; expected a certificate (PEM, DER) or a keystore (PKCS#12), and not a key alone"
            )
        }
        let certificate = try choose(certificates, name)
        facts.add(fingerprint: certificate.fingerprint, sha1: certificate.sha1, named: name)
    }

    /// The certificates of a keystore, with the password from the file or from a prompt, which allows three attempts.
    private func open(_ keystore: Keystore, _ name: String) throws -> [StoredCertificate] {
        if passwordFile == nil, let found = try certificates(keystore, [], name) { return found }
        let canAsk = passwordFile == nil && Questions.canAsk
        guard passwordFile != nil || canAsk else {
            throw Failure("\(name): the keystore has a password; set --keystore-password-file")
        }
        for _ in 0..<(canAsk ? 3 : 1) {
            let password = try canAsk ? Array(Questions.askSecret("Password of \(name): ").utf8) : storedPassword()
            if let found = try certificates(keystore, password, name) { return found }
            if canAsk { Output.error("  the password is wrong") }
        }
        throw Failure("\(name): the password is wrong")
    }

    /// The first line of the password file.
    private func storedPassword() throws -> [UInt8] {
        var reader = try LineReader(path: passwordFile ?? "")
        guard var line = try reader.next() else { throw Failure("\(passwordFile ?? ""): the file is empty") }
        guard TextEncoding(of: line.span) == .utf8 else {
            throw Failure("\(passwordFile ?? ""): the file is UTF-16; convert it first (iconv -f UTF-16 -t UTF-8)")
        }
        line.removeFirst(line.span.textStart)
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    /// Returns `nil` if the password is wrong.
    private func certificates(
        _ keystore: Keystore, _ password: [UInt8], _ name: String
    ) throws -> [StoredCertificate]? {
        do throws(KeystoreFault) {
            return try keystore.certificates(password: password)
        } catch {
            switch error {
            case .wrongPassword: return nil
            case .refused(let reason):
                throw Failure(
                    "\(name): OpenSSL can't read this keystore (\(reason)); print the fingerprint with `keytool -list -v -keystore FILE` and set it with --sha256"
                )
            }
        }
    }

    /// The certificate selected by the alias or the user.
    private func choose(_ certificates: [StoredCertificate], _ name: String) throws -> StoredCertificate {
        guard !certificates.isEmpty else { throw Failure("\(name): no certificate in it") }
        let lines = certificates.enumerated().map { "  \($0 + 1)  \($1.alias ?? "")  \($1.subject)" }
        if let alias {
            // Java stores aliases in lowercase.
            let found = certificates.filter { $0.alias?.lowercased() == alias.lowercased() || $0.subject == alias }
            guard let first = found.first else {
                throw Failure(lines: ["\(name): no certificate is named \(alias); it has"] + lines)
            }
            return first
        }
        if certificates.count == 1 { return certificates[0] }
        guard Questions.canAsk else {
            throw Failure(lines: ["\(name): \(certificates.count) certificates; choose one with --alias"] + lines)
        }
        (["\(name):"] + lines).forEach(Output.error)
        while true {
            let typed = try Questions.ask("Which certificate signs the app (1–\(certificates.count)): ")
            if let number = Int(typed), certificates.indices.contains(number - 1) { return certificates[number - 1] }
            if let named = certificates.first(where: { $0.alias == typed }) { return named }
        }
    }
}
