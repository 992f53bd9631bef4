import Client
public import LinkStore
import OpenSSL
import Settings

/// The observations of the machine: files, limits, and the running daemon.
struct MachineObservation: Sendable {
    var settings = DaemonSettings()
    var certificates: [CertificateFile] = []
    var secrets: [Secret] = []
    var store = Store(path: "", state: .missing)
    var logs: [Place] = []
    /// The challenge directory, if one is configured.
    var challenges: Place?
    var daemon = Daemon()
    /// The limit on open files for a process of this user.
    var descriptorLimit = 0
    /// The hash of the rules directory.
    var hash = ""
    /// The errors of rules and settings that keep a daemon from starting or reloading.
    var faults: [String] = []
    /// The settings whose current values the running daemon has not adopted; `nil` if its settings are unknown.
    var pendingSettings: [SettingInForce]?
    /// The version of this program.
    var version = ""
    /// The local time, in seconds since the epoch.
    var now: Int64 = 0

    /// A certificate of the front's listeners.
    struct CertificateFile: Sendable {
        var path: String
        /// Its expiry time in seconds since the epoch, or the fault.
        var end: Result<Int64, CertificateFault>
    }

    /// A file that holds a secret.
    struct Secret: Sendable {
        var path: String
        /// The fault that keeps the daemon from using it.
        var fault: String?
        /// A warning that the daemon would log.
        var warning: String?
    }

    /// The store of short links, and its disk.
    struct Store: Sendable {
        enum State: Sendable, Equatable {
            case missing
            case unusable(String)
            case open(fileBytes: Int, usedBytes: Int)
        }

        var path: String
        var state: State
        /// The space of the file system; `nil` if it can't be determined.
        var disk: (freeBytes: Int, totalBytes: Int)?
    }

    /// A path, and the reason why it can't be used; `nil` if it can.
    struct Place: Sendable {
        var path: String
        var fault: String?
    }

    /// The responses of a running daemon's admin listener.
    struct Daemon: Sendable {
        var address = ""
        /// `nil` if not requested because nothing listens.
        var readiness, ruleSet, metrics: ClientOutcome?
    }
}

/// The store of short links, as opened by the command. A process may open a store only once, so the doctor does not
/// open it.
public struct StoreFound: Sendable {
    /// Its directory.
    public var directory: String
    /// The store; `nil` if it is missing or can't be opened.
    public var links: LinkStore?
    /// The reason why it can't be opened; `nil` if it can or if there is none.
    public var fault: String?

    /// A directory with a store, without one, or with one that can't be opened.
    public init(directory: String, links: LinkStore? = nil, fault: String? = nil) {
        self.directory = directory
        self.links = links
        self.fault = fault
    }
}
