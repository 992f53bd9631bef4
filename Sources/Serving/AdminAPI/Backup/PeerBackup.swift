import Access
import ByteText
import HTTP
import LinkStore
import OpenSSL
import Threads

/// A copy of the store for a new node, made and served piece by piece on its own thread. One at a time.
///
/// The store is read only while the copy is made, at the speed of the disk, so a slow or vanished client pins none of its
/// pages. The copy is unlinked, so nothing is left of it when the process ends. Callable from any thread.
package final class PeerBackup: Sendable {
    /// The maximum number of bytes per response.
    static let pieceBytes = 4 << 20
    /// How long an idle copy is kept, in seconds.
    private static let patience = 120
    /// After how many idle seconds a copy may be replaced by another: an aborted client starts over. A piece takes that long
    /// at half a megabit per second.
    private static let grace = 60
    /// The maximum number of concurrent requests for pieces, each of which takes memory.
    private static let mostPieces = 4

    /// The state of a copy.
    enum Condition: Sendable {
        case copying
        case ready(bytes: Int, digest: String)
        /// Failed, with the reason as a sentence.
        case failed(String)
    }

    private struct Piece: Sendable {
        var offset: Int
        var answer: @Sendable (Result<[UInt8], APIError>) -> Void
    }

    private struct Current: Sendable {
        let id: String
        var condition = Condition.copying
        var pieces: [Piece] = []
        /// When it became ready, or was last requested.
        var lastUse = ContinuousClock.now
        /// Whether it has been cancelled.
        var isDropped = false

        var isBusy: Bool {
            switch condition {
            case .copying: true
            case .ready: !pieces.isEmpty || .now - lastUse < .seconds(PeerBackup.grace)
            case .failed: false
            }
        }
    }

    private let current = Locked<Current?>(nil)

    package init() {}

    /// Starts a copy; returns its identifier. Does not wait.
    func begin(_ store: LinkStore) throws(APIError) -> String {
        let id = Hexadecimal.text(SecureRandom.bytes(count: 16))
        let begins = current.withLock { current in
            if current?.isBusy == true { return false }
            current = Current(id: id)
            return true
        }
        guard begins else {
            throw APIError(
                .serviceUnavailable, "another backup is in progress; try again in a few minutes", retryAfter: 60)
        }
        SystemThread(name: "backup") { [current] in Self.serve(store, id, current) }.detach()
        return id
    }

    /// The state of a copy.
    func condition(of id: String) throws(APIError) -> Condition {
        guard let condition = current.withLock({ $0?.id == id ? $0?.condition : nil }) else { throw Self.gone }
        return condition
    }

    /// Requests a piece of a copy. `answer` is called once, on the copy's thread.
    func read(
        _ id: String, at offset: Int, answer: @escaping @Sendable (Result<[UInt8], APIError>) -> Void
    ) throws(APIError) {
        let fault: APIError? = current.withLock { current in
            guard current?.id == id, current?.isDropped == false else { return Self.gone }
            guard case .ready(let bytes, _)? = current?.condition, offset <= bytes else {
                return APIError(.conflict, "the backup is not ready, or has no byte \(offset)")
            }
            guard current?.pieces.count ?? 0 < Self.mostPieces else {
                return APIError(.tooManyRequests, "too many concurrent requests for chunks", retryAfter: 1)
            }
            current?.lastUse = .now
            current?.pieces.append(Piece(offset: offset, answer: answer))
            return nil
        }
        if let fault { throw fault }
    }

    /// Cancels a copy and frees its disk space.
    func drop(_ id: String) throws(APIError) {
        let isKnown = current.withLock { current in
            guard current?.id == id else { return false }
            current?.isDropped = true
            return true
        }
        guard isKnown else { throw Self.gone }
    }

    private static var gone: APIError {
        APIError(.notFound, "the backup no longer exists; start again")
    }

    // MARK: - On the copy's thread

    private static func serve(_ store: LinkStore, _ id: String, _ current: Locked<Current?>) {
        func change(_ body: @Sendable (inout Current) -> Void) {
            current.withLock { if $0?.id == id, var changed = $0.take() { body(&changed); $0 = changed } }
        }
        do throws(BackupFault) {
            let copy = try BackupCopy(of: store)
            let digest = try copy.digest { current.withLock { $0?.isDropped ?? true } }
            let bytes = copy.bytes
            change { current in
                current.condition = .ready(bytes: bytes, digest: digest)
                current.lastUse = .now
            }
            while let piece = next(id, current) {
                piece.answer(.success(copy.piece(at: piece.offset, atMost: pieceBytes)))
            }
        } catch {
            change { $0.condition = .failed(error.description) }
        }
    }

    /// Waits for the next requested piece; `nil` if the copy timed out or was cancelled, in which case it is removed.
    private static func next(_ id: String, _ current: Locked<Current?>) -> Piece? {
        _ = current.wait(seconds: patience) { current -> Bool? in
            guard let current, current.id == id, !current.isDropped else { return true }
            return current.pieces.isEmpty ? nil : true
        }
        let (piece, rest): (Piece?, [Piece]) = current.withLock { current in
            guard current?.id == id else { return (nil, []) }
            if current?.isDropped == false, current?.pieces.isEmpty == false {
                return (current?.pieces.removeFirst(), [])
            }
            let rest = current?.pieces ?? []
            current = nil
            return (nil, rest)
        }
        // Pending requests fail.
        for piece in rest { piece.answer(.failure(gone)) }
        return piece
    }
}
