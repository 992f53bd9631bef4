import ArgumentParser
import Glibc
import LinkStore

/// Writes into a store and prints what was acknowledged until it is killed; afterwards, verifies that the acknowledged
/// changes are present.
struct StoreWriter: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store-writer",
        abstract: "Creates, changes and deletes links in a loop, and prints each acknowledged change.",
        discussion: """
            A line is the number of a link and its change: made, changed, or deleted. With --verify, the lines are read from \
            standard input and compared with the store; exit code 1 if a link is not as acknowledged.
            """)

    @Argument(help: "The directory of the store.")
    var directory: String

    @Option(help: "The number of the first link.")
    var first = 0

    @Flag(help: "Compare standard input with the store.")
    var verify = false

    func run() throws {
        // Exceeding the file size limit (RLIMIT_FSIZE) acts as a full disk.
        signal(SIGXFSZ, SIG_IGN)
        do throws(StoreError) {
            let store = try LinkStore(directory: directory)
            if verify { try expectAll(in: store) } else { try write(into: store) }
        } catch { throw ValidationError(error.description) }
    }

    /// Keeps four changes in flight, so that some share a commit.
    private func write(into store: LinkStore) throws(StoreError) {
        let room = Room(4)
        var number = first
        while true {
            room.enter()
            let made = number
            store.submit(.each(Self.step(made))) { result in
                switch result {
                case .success: Self.say("\(made)\n")
                case .failure(let error): Self.say("failed: \(error)\n")
                }
                room.leave()
            }
            number += 1
        }
    }

    /// Creates a link. Every third link is updated later, every seventh deleted. A deleted link is not updated.
    private static func step(_ number: Int) -> [LinkChange] {
        var link = LinkRecord(key: key(number), longLink: long(number), created: Int64(number))
        link.tags = ["t\(number % 7)"]
        var changes: [LinkChange] = [.create(LinkCreation(link))]
        if number >= 20, (number - 20).isMultiple(of: 3) {
            var patch = LinkPatch()
            patch.note = "changed"
            changes.append(.update(key(number - 20), patch, at: Int64(number)))
        }
        if number >= 30, (number - 30).isMultiple(of: 7) {
            changes.append(.delete(key(number - 30), at: Int64(number)))
        }
        return changes
    }

    /// Verifies that each acknowledged number has its link, and the changes of its step.
    private func expectAll(in store: LinkStore) throws(StoreError) {
        var wrong = 0
        var lines = 0
        while let line = readLine() {
            // A truncated last line was never acknowledged.
            guard let number = Int(line) else { continue }
            lines += 1
            let isRight = try Self.isThere(number, in: store)
            if !isRight {
                wrong += 1
                print("\(number) is not as acknowledged")
            }
        }
        let check = try store.check()
        for finding in check.findings { print(finding) }
        print("\(lines) acknowledged, \(wrong) lost, \(check.links) links, \(check.deleted) deleted")
        if wrong > 0 || check.findingCount > 0 { Glibc.exit(1) }
    }

    private static func isThere(_ number: Int, in store: LinkStore) throws(StoreError) -> Bool {
        guard let link = try store.link(key(number)) else { return false }
        if !link.isDeleted, link.longLink != long(number) { return false }
        if number >= 30, (number - 30).isMultiple(of: 7), let old = try store.link(key(number - 30)), !old.isDeleted {
            return false
        }
        guard number >= 20, (number - 20).isMultiple(of: 3), let old = try store.link(key(number - 20)) else {
            return true
        }
        return old.isDeleted || old.note == "changed"
    }

    private static func key(_ number: Int) -> LinkKey {
        guard let key = LinkKey(domain: "links.example.com", code: "L\(number)") else { fatalError("no key") }
        return key
    }

    /// From a few bytes to a few thousand: records on shared pages and on overflow pages.
    private static func long(_ number: Int) -> String {
        "https://www.example.com/\(number)?" + String(repeating: "x", count: number * 37 % 6_000)
    }

    /// A single unbuffered write, so that the output survives when the process is killed.
    private static func say(_ line: String) {
        let bytes = Array(line.utf8)
        // Safe: the bytes are read only within the call.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

/// A counting semaphore for changes in flight.
private final class Room: Sendable {
    /// A pipe with a byte for each free slot: taking a slot blocks until there is one.
    private let ends: (read: Int32, write: Int32)

    init(_ count: Int) {
        var descriptors: [Int32] = [0, 0]
        // Safe: pipe writes two descriptors to an array of two.
        precondition(unsafe pipe(&descriptors) == 0, "no descriptors are left")
        ends = (descriptors[0], descriptors[1])
        for _ in 0..<count { leave() }
    }

    func enter() {
        var byte: UInt8 = 0
        // Safe: one byte is read into a local.
        _ = unsafe read(ends.read, &byte, 1)
    }

    func leave() {
        var byte: UInt8 = 1
        // Safe: one byte is written from a local.
        _ = unsafe Glibc.write(ends.write, &byte, 1)
    }
}
