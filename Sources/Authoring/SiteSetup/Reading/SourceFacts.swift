/// What the files that a site is made from state, before anything is chosen from it.
public struct SourceFacts: Sendable {
    /// A value and the file that states it.
    struct Statement<Value: Sendable & Equatable>: Sendable, Equatable {
        var value: Value
        var source: String
    }

    /// An Apple app as far as a file knows it.
    struct AppleApp: Sendable, Equatable {
        var bundle: String
        var appStoreID: String?
        var customScheme: String?
        /// The App ID prefix, as Apple's association file has it.
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
        /// The SHA-1 digest in lower case, as `google-services.json` names it.
        var sha1: String?
        /// The packages that it signs, as Android's association file lists them; `nil` if no such file names it.
        var packages: [String]?
    }

    /// Certificates that sign Android apps.
    var certificates: [Statement<SigningCertificate>] = []
    /// The packages that `google-services.json` lists for a certificate, by its SHA-1 digest in lower case.
    var packagesOfCertificates: [String: [String]] = [:]
    /// The links of all exports together; nil without one.
    var export: ExportSummary?
    /// The names of the exports, as they were given.
    public private(set) var exports: [String] = []
    /// What people should know of the files, a sentence each.
    public internal(set) var remarks: [String] = []

    /// Nothing.
    public init() {}

    /// Adds the links of an export.
    public mutating func add(_ export: ExportSummary, named name: String) throws(SetupFault) {
        guard export.links > 0 else { throw SetupFault("\(name): there is no link in it") }
        self.export = self.export.map { $0.adding(export) } ?? export
        exports.append(name)
        remarks += export.remarks.map { "\(name): \($0)" }
    }

    /// Adds a certificate that signs an Android app.
    ///
    /// - Parameters:
    ///   - fingerprint: The SHA-256 fingerprint, as association files write it.
    ///   - sha1: The SHA-1 digest in lower case, by which `google-services.json` lists the packages it signs.
    ///   - name: The file that contains it.
    public mutating func add(fingerprint: String, sha1: String? = nil, named name: String) {
        if let known = certificates.firstIndex(where: { $0.value.fingerprint == fingerprint }) {
            certificates[known].value.sha1 = certificates[known].value.sha1 ?? sha1
            return
        }
        certificates.append(
            Statement(value: SigningCertificate(fingerprint: fingerprint, sha1: sha1), source: name))
    }

    /// Adds a certificate that signs an app, from Android's association file.
    mutating func add(fingerprint: String, of package: String, named name: String) {
        add(fingerprint: fingerprint, named: name)
        guard let known = certificates.firstIndex(where: { $0.value.fingerprint == fingerprint }) else { return }
        var packages = certificates[known].value.packages ?? []
        if !packages.contains(package) { packages.append(package) }
        certificates[known].value.packages = packages
    }
}
