/// The data found in the source files of a site, before any of it is selected.
public struct SourceFacts: Sendable {
    /// A value and the file that contains it.
    struct Statement<Value: Sendable & Equatable>: Sendable, Equatable {
        var value: Value
        var source: String
    }

    /// An Apple app, as far as it is described by a file.
    struct AppleApp: Sendable, Equatable {
        var bundle: String
        var appStoreID: String?
        /// The App ID prefix, as in Apple's association file.
        var team: String?
    }

    /// IDs of Firebase projects.
    var projects: [Statement<String>] = []
    /// Package names of Android apps.
    var packages: [Statement<String>] = []
    var appleApps: [Statement<AppleApp>] = []
    /// A certificate that signs Android apps.
    struct SigningCertificate: Sendable, Equatable {
        /// The SHA-256 fingerprint.
        var fingerprint: String
        /// The SHA-1 digest in lowercase, as in `google-services.json`.
        var sha1: String?
        /// The packages that it signs according to `assetlinks.json`, or `nil` if no such file contains it.
        var packages: [String]?
    }

    /// Certificates that sign Android apps.
    var certificates: [Statement<SigningCertificate>] = []
    /// The packages that `google-services.json` lists for a certificate, by its lowercase SHA-1 digest.
    var packagesOfCertificates: [String: [String]] = [:]
    /// The links of all exports combined, or `nil` if there are none.
    var export: ExportSummary?
    /// The names of the exports, as given.
    public private(set) var exports: [String] = []
    /// Remarks on the files for users, one sentence each.
    public internal(set) var remarks: [String] = []

    /// No data.
    public init() {}

    /// Adds the links of an export.
    public mutating func add(_ export: ExportSummary, named name: String) throws(SetupFault) {
        guard export.links > 0 else { throw SetupFault("\(name): it contains no links") }
        self.export = self.export.map { $0.adding(export) } ?? export
        exports.append(name)
        remarks += export.remarks.map { "\(name): \($0)" }
    }

    /// Adds a certificate that signs an Android app.
    ///
    /// - Parameters:
    ///   - fingerprint: The SHA-256 fingerprint, as in association files.
    ///   - sha1: The lowercase SHA-1 digest, under which `google-services.json` lists the signed packages.
    ///   - name: The file that contains it.
    public mutating func add(fingerprint: String, sha1: String? = nil, named name: String) {
        if let known = certificates.firstIndex(where: { $0.value.fingerprint == fingerprint }) {
            certificates[known].value.sha1 = certificates[known].value.sha1 ?? sha1
            return
        }
        certificates.append(
            Statement(value: SigningCertificate(fingerprint: fingerprint, sha1: sha1), source: name))
    }

    /// Adds a certificate that signs an app, from `assetlinks.json`.
    mutating func add(fingerprint: String, of package: String, named name: String) {
        add(fingerprint: fingerprint, named: name)
        guard let known = certificates.firstIndex(where: { $0.value.fingerprint == fingerprint }) else { return }
        var packages = certificates[known].value.packages ?? []
        if !packages.contains(package) { packages.append(package) }
        certificates[known].value.packages = packages
    }
}
