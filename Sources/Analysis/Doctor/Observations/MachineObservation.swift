import Client
import OpenSSL
import Settings

/// What was seen of the machine: files, limits, and the daemon that runs here.
struct MachineObservation: Sendable {
    var settings = DaemonSettings()
    var certificates: [CertificateFile] = []
    var secrets: [Secret] = []
    var store = Store(path: "", state: .missing)
    var logs: [Place] = []
    /// The folder of challenges, where one is set.
    var challenges: Place?
    var daemon = Daemon()
    /// How many files a process of this user may have open.
    var descriptorLimit = 0
    /// The hash of the rules directory.
    var hash = ""
    /// What is wrong with rules and settings, which no daemon starts or reloads with.
    var faults: [String] = []
    /// The settings whose values the running daemon has not taken over; `nil` if its settings are not known.
    var pendingSettings: [SettingInForce]?
    /// The version of this program.
    var version = ""
    /// Our clock, in seconds since the epoch.
    var now: Int64 = 0

    /// A certificate of the front's listeners.
    struct CertificateFile: Sendable {
        var path: String
        /// Its end, or what is wrong with it.
        var end: Result<Int64, CertificateFault>
    }

    /// A file that holds a secret.
    struct Secret: Sendable {
        var path: String
        /// What keeps the daemon from using it.
        var fault: String?
        /// What the daemon warns of.
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
        /// Of the file system; nil where that can't be said.
        var disk: (freeBytes: Int, totalBytes: Int)?
    }

    /// A path, and why it can't be used; nil if it can.
    struct Place: Sendable {
        var path: String
        var fault: String?
    }

    /// What the admin side of a running daemon answers.
    struct Daemon: Sendable {
        var address = ""
        /// Nil where none was asked for: nothing listens.
        var readiness, ruleSet, metrics: ClientOutcome?
    }
}
