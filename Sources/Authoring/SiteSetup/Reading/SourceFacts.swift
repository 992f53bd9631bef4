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
    }

    /// IDs of Firebase projects.
    var projects: [Statement<String>] = []
    /// Package names of Android apps.
    var packages: [Statement<String>] = []
    var appleApps: [Statement<AppleApp>] = []
    /// SHA-256 fingerprints of certificates that sign Android apps.
    var fingerprints: [Statement<String>] = []
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

    /// Adds the fingerprint of a certificate.
    public mutating func add(fingerprint: String, named name: String) {
        guard !fingerprints.contains(where: { $0.value == fingerprint }) else { return }
        fingerprints.append(Statement(value: fingerprint, source: name))
    }
}
