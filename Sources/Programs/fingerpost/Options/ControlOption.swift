import ArgumentParser
import ByteText
import Client
import Configuration
import Foundation
import Glibc
import Help
import HTTP
import Libevent
import ServiceFiles
import Settings
import Terminal
import WebAddress

/// The control socket of a daemon on this machine, and requests over it.
struct ControlOption: ParsableArguments {
    @Option(
        help: """
            The daemon's control socket (default: control.socket of the settings, then control.sock in the store's \
            directory, then /run/fingerpost/control.sock of the packaged daemon).
            """, completion: .file())
    var socket: String?

    @OptionGroup var store: LinkStoreOption

    /// The socket of the packaged daemon.
    private static let usualPath = "/run/fingerpost/control.sock"
    /// The timeout of a request, longer than a change of a link may take.
    private static let patience = Duration.seconds(40)
    /// The supported version of the protocol.
    private static let protocolVersion = 1

    /// The socket's path: the flag's, the one in the settings, the one next to the same store, or the package's.
    func path() throws -> String {
        if let socket { return socket }
        // A machine may have the program without rules at the default path.
        let file = (try? RulesOption.settings(store.rules.rules).file) ?? SettingsFile()
        let settings = SettingsResolver.resolve(file: file, environment: ProcessEnvironment.variables).settings
        let place = StorePlace(named: store.store.store ?? settings.store)
        guard let path = settings.control.path(besideStore: place.directory) else {
            throw Failure(
                "the control socket is disabled (control.socket: off); to reload, use systemctl reload fingerpost or send "
                    + "SIGHUP to the daemon; to use another daemon, set --socket")
        }
        let isDefault = settings.control.socket == nil && !place.isNamed
        return isDefault && isPackaged && !Self.exists(path) ? Self.usualPath : path
    }

    /// Whether the rules are those of the packaged daemon: commands about other rules must not reach it.
    private var isPackaged: Bool {
        URL(filePath: RulesOption.place(store.rules.rules)).standardizedFileURL.path() == "/etc/fingerpost/rules"
    }

    private static func exists(_ path: String) -> Bool {
        // Safe: the string's bytes are valid during the call.
        unsafe access(path, F_OK) == 0
    }

    /// The daemon's status, as it reports it.
    func status() throws -> JSONValue {
        let status = try ask("GET", "/v1/status", [])
        let version = status["control"]?.number?.int ?? 0
        guard version == Self.protocolVersion else {
            throw Failure(
                "the daemon runs Fingerpost \(status["version"]?.string ?? "of another version"), whose control protocol this "
                    + "one (\(Version.text)) does not support; use the daemon's own program")
        }
        return status
    }

    /// Sends a request to the daemon. A refusal is printed with exit code 1, any other failure with 2.
    @discardableResult
    func ask(_ method: String, _ path: String, _ parameters: [(String, String)]) throws -> JSONValue {
        let socket = try self.path()
        guard SocketAddress("unix:\(socket)") != nil else {
            throw Failure("\(socket): not the path of a Unix socket; those have at most 107 bytes")
        }
        var request = ClientRequest(host: "localhost", target: path + Self.query(parameters))
        request.method = method
        var batch = ClientBatch()
        batch.deadline = Self.patience
        batch.limits.bodyBytes = 16 << 20
        let outcomes: [ClientOutcome]
        do throws(EventError) {
            outcomes = try batch.run([ClientBatch.Job(request, ClientExchange.Route(.unix(path: socket)))])
        } catch { throw Failure("\(socket): \(error)") }
        guard let answer = outcomes.first?.answer else {
            throw Failure(ControlSocketFault(socket, outcomes.first?.fault).description)
        }
        let json = try? JSONValue(parsing: answer.body.span)
        guard (200..<300).contains(answer.head.status) else {
            throw Self.refusal(json) ?? Refusal("\(socket): the daemon answers \(answer.head.status)")
        }
        guard let json else { throw Failure("\(socket): not a Fingerpost daemon") }
        return json
    }

    private static func query(_ parameters: [(String, String)]) -> String {
        var bytes: [UInt8] = []
        for (name, value) in parameters {
            bytes += (bytes.isEmpty ? "?" : "&").utf8
            bytes += "\(name)=".utf8
            PercentCoding.encodeComponent(value.utf8.span, into: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The message of an error, followed by its details.
    private static func refusal(_ json: JSONValue?) -> Refusal? {
        guard let error = json?["error"], let message = error["message"]?.string else { return nil }
        // A detail may be a diagnostic of several lines.
        let details = (error["details"]?.array ?? []).compactMap(\.string)
        return Refusal(lines: [message] + details.flatMap { $0.split(separator: "\n").map(String.init) })
    }
}

/// Why a control socket does not respond, and how to fix it.
private struct ControlSocketFault: CustomStringConvertible {
    let description: String

    init(_ path: String, _ fault: ClientFault?) {
        var status = stat()
        // Safe: the string's bytes are valid for the duration of the calls, the first of which writes only to a local.
        let isThere = unsafe stat(path, &status) == 0
        let code = isThere ? 0 : errno
        let mayWrite = unsafe access(path, W_OK) == 0
        if isThere, !mayWrite {
            description =
                "\(path): permission denied: the socket is for \(Self.user(status.st_uid)) and \(Self.group(status.st_gid))"
        } else if code == EACCES {
            description = "\(path): permission denied: its directory is not for this user"
        } else if code != 0 {
            description =
                "\(path): no control socket; is the daemon running? Use its --store and --rules, or set --socket to its socket"
        } else {
            description = "\(path): no daemon answers: \(fault?.description ?? "no answer")"
        }
    }

    private static func user(_ number: uid_t) -> String {
        // Safe: the entry belongs to the C library, and is copied before another call changes it; this is the only thread.
        if let entry = unsafe getpwuid(number) { return unsafe "the user \(String(cString: entry.pointee.pw_name))" }
        return "the user \(number)"
    }

    private static func group(_ number: gid_t) -> String {
        // Safe: the entry belongs to the C library, and is copied before another call changes it; this is the only thread.
        if let entry = unsafe getgrgid(number) { return unsafe "the group \(String(cString: entry.pointee.gr_name))" }
        return "the group \(number)"
    }
}
