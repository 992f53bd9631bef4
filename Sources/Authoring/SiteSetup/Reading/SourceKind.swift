import ByteText
import Links

/// The kind of a source file, determined by its contents and never by its name.
public enum SourceKind: Sendable, Equatable {
    /// Firebase's configuration of Android apps, `google-services.json`.
    case googleServices
    /// Firebase's configuration of an Apple app, `GoogleService-Info.plist`, XML or binary.
    case googleServiceInfo
    /// Firebase's configuration of an app as returned by its command-line tool or API, `firebase apps:sdkconfig --json`.
    case sdkConfig
    /// Android's association file, `assetlinks.json`.
    case assetLinks
    /// Apple's association file, `apple-app-site-association`.
    case appSiteAssociation
    /// Dynamic Links as exported by Google Takeout, separated by commas or another character.
    case linkExport
    /// An X.509 certificate in PEM or DER, or a keystore in PKCS#12.
    case signing

    /// Determines the kind from the beginning of a file.
    ///
    /// - Parameters:
    ///   - bytes: At least the first MiB, or the whole file.
    ///   - file: The file's name, for the error message if the kind is unknown.
    public init(of bytes: Span<UInt8>, file: String) throws(SetupFault) {
        if let message = Self.knownButUnread(bytes) { throw SetupFault("\(file): \(message)") }
        let text = bytes.extracting(bytes.endOfRun(of: Self.space, from: bytes.textStart)..<bytes.count)
        if text.count == 0 { throw SetupFault("\(file): the file is empty") }
        if text.starts(with: "bplist00") || text.starts(with: "<") && Self.has("<plist", in: text) {
            self = .googleServiceInfo
        } else if text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "[") {
            self = try Self.ofJSON(text, file: file)
        } else if Self.isDER(text) || Self.has("-----BEGIN ", in: text) {
            self = .signing
        } else if Self.isLinkExport(text) {
            self = .linkExport
        } else {
            throw SetupFault("\(file): not a file that init reads; \(Self.expected)")
        }
    }

    /// The kinds in words, for messages.
    static let expected = """
        expected google-services.json, GoogleService-Info.plist, the output of `firebase apps:sdkconfig --json`, \
        assetlinks.json, apple-app-site-association, a Dynamic Links CSV of Google Takeout (29 columns), a certificate \
        (PEM, DER) or a keystore (PKCS#12)
        """

    /// The kind of a JSON file, determined by its members. For invalid JSON it is derived from the first character, and
    /// the reader of that kind reports the error.
    private static func ofJSON(_ text: Span<UInt8>, file: String) throws(SetupFault) -> SourceKind {
        guard let json = try? JSONValue(parsing: text) else {
            return text[0] == UInt8(ascii: "[") ? .assetLinks : .googleServices
        }
        if json.array != nil { return .assetLinks }
        if ["applinks", "webcredentials", "appclips"].contains(where: { json[$0] != nil }) {
            return .appSiteAssociation
        }
        if ["result", "status", "fileContents", "configFileContents", "sdkConfig"].contains(where: { json[$0] != nil })
        {
            return .sdkConfig
        }
        // The configuration in the pages of a web app.
        if json["projectId"] != nil, json["apiKey"] != nil { return .sdkConfig }
        if json["type"]?.string == "service_account" || json["private_key"] != nil {
            throw SetupFault("\(file): a private key of a service account, which init does not need; keep it secret")
        }
        return .googleServices
    }

    private static let space = ByteSet(" \t\r\n")

    /// An error message for recognized formats that are not supported but can be converted.
    private static func knownButUnread(_ bytes: Span<UInt8>) -> String? {
        if starts(bytes, [0xFE, 0xED, 0xFE, 0xED]) || starts(bytes, [0xCE, 0xCE, 0xCE, 0xCE]) {
            return """
                an old Java keystore (JKS); print the fingerprint with `keytool -list -v -keystore FILE` and set it \
                with --sha256, or convert the store: `keytool -importkeystore -srckeystore FILE -destkeystore \
                release.p12 -deststoretype pkcs12`
                """
        }
        if starts(bytes, Array("PK\u{3}\u{4}".utf8)) {
            let isApp = ["AndroidManifest.xml", "META-INF/", "classes.dex", "BundleConfig.pb"].contains {
                has($0, in: bytes)
            }
            return isApp
                ? """
                an Android package; print its certificate with `apksigner verify --print-certs FILE` (APK) or \
                `keytool -printcert -jarfile FILE` (AAB), and set the SHA-256 digest with --sha256
                """
                : "a zip archive; unpack it first (`unzip FILE`), and pass its CSV files"
        }
        switch TextEncoding(of: bytes) {
        case .utf8: break
        case .utf16: return "the file is UTF-16; convert it first (`iconv -f UTF-16 -t UTF-8 FILE > utf8-FILE`)"
        case .utf32: return "the file is UTF-32; convert it first (`iconv -f UTF-32 -t UTF-8 FILE > utf8-FILE`)"
        }
        return starts(bytes, [0x1F, 0x8B]) ? "a gzip archive; unpack it first (`tar xzf FILE`)" : nil
    }

    /// Whether the first record, possibly truncated, has the columns of an export.
    private static func isLinkExport(_ text: Span<UInt8>) -> Bool {
        guard let found = CSVDialect.find(in: text, isLast: true) else { return false }
        var record = CSVRecord(found.dialect)
        guard let end = try? record.read(text, from: found.preamble, isLast: true), end > found.preamble else {
            return false
        }
        let titles = (0..<record.count).map(record.string)
        return titles.count == TakeoutLayout.standard.count || TakeoutLayout.isNamed(by: titles)
    }

    /// Whether the bytes begin like an ASN.1 sequence of more than 127 bytes (X.690, section 8.1).
    private static func isDER(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > 4 && bytes[0] == 0x30 && (0x80...0x84).contains(bytes[1])
    }

    private static func starts(_ bytes: Span<UInt8>, _ magic: [UInt8]) -> Bool {
        bytes.count >= magic.count && magic.indices.allSatisfy { bytes[$0] == magic[$0] }
    }

    /// Whether the first 64 KiB contain a text.
    private static func has(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
        let last = min(bytes.count, 65_536)
        return (0..<last).contains { bytes.extracting($0..<last).starts(with: text) }
    }
}
