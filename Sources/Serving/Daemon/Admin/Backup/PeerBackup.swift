import ByteText
import HTTP
import LinkStore
import OpenSSL
import Threads

/// A copy of the store for a new node: made, and handed out piece by piece, on a thread of its own. One at a time.
///
/// The store is read only while the copy is made, at the speed of the disk: a reader that is slow or has gone holds no page of it.
/// The copy has no name, so nothing is left of it when the process ends. On any thread.
final class PeerBackup: Sendable {
    /// The most bytes that one answer has.
    static let pieceBytes = 4 << 20
    /// How long the copy waits for a question, in seconds, before it is given up.
    private static let patience = 120
    /// After how many seconds without a question it may give way to another one: who broke off begins again. A piece takes that
    /// long over half a megabit a second.
    private static let grace = 60
    /// The most pieces that are waited for at once, each of which takes memory.
    private static let mostPieces = 4

    /// How a copy stands.
    enum Condition: Sendable {
        case copying
        case ready(bytes: Int, digest: String)
        /// Why there is none, in a sentence.
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
        /// When it was ready, or asked for last.
        var lastUse = ContinuousClock.now
        /// Whether nobody wants it any longer.
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

    /// Begins a copy; returns its name. Does not wait.
    func begin(_ store: LinkStore) throws(APIError) -> String {
        let id = Hexadecimal.text(SecureRandom.bytes(count: 16))
        let begins = current.withLock { current in
            if current?.isBusy == true { return false }
            current = Current(id: id)
            return true
        }
        guard begins else {
            throw APIError(
                .serviceUnavailable, "a backup is being handed out already; try again in some minutes", retryAfter: 60)
        }
        SystemThread(name: "backup") { [current] in Self.serve(store, id, current) }.detach()
        return id
    }

    /// How a copy stands.
    func condition(of id: String) throws(APIError) -> Condition {
        guard let condition = current.withLock({ $0?.id == id ? $0?.condition : nil }) else { throw Self.gone }
        return condition
    }

    /// Has a piece of a copy read; `answer` is called once, on the copy's thread.
    func read(
        _ id: String, at offset: Int, answer: @escaping @Sendable (Result<[UInt8], APIError>) -> Void
    ) throws(APIError) {
        let fault: APIError? = current.withLock { current in
            guard current?.id == id, current?.isDropped == false else { return Self.gone }
            guard case .ready(let bytes, _)? = current?.condition, offset <= bytes else {
                return APIError(.conflict, "the backup is not ready, or has no byte \(offset)")
            }
            guard current?.pieces.count ?? 0 < Self.mostPieces else {
                return APIError(.tooManyRequests, "too many pieces are asked for at once", retryAfter: 1)
            }
            current?.lastUse = .now
            current?.pieces.append(Piece(offset: offset, answer: answer))
            return nil
        }
        if let fault { throw fault }
    }

    /// Gives a copy up, and with it its place on the disk.
    func drop(_ id: String) throws(APIError) {
        let isKnown = current.withLock { current in
            guard current?.id == id else { return false }
            current?.isDropped = true
            return true
        }
        guard isKnown else { throw Self.gone }
    }

    private static var gone: APIError {
        APIError(.notFound, "there is no such backup any longer; begin again")
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

    /// The next piece that is asked for; nil where nobody asks in time, or the copy is no longer wanted: it is then gone.
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
        // Who still waits is told.
        for piece in rest { piece.answer(.failure(gone)) }
        return piece
    }
}
