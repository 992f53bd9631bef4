public import Daemon
import HTTP
import Markup
import Threads

/// The pages of the admin listener for people: to sign in, to try, make and change links, to look at the rules and at what
/// happens now.
///
/// Each room answers on threads of its own, never on a worker's. Nothing is loaded from elsewhere, and every page works
/// without its script.
///
///     let daemon = try loader.start(store, version: "1.0", arguments: []) { view in try Console(view) }
public final class Console: AdminPages {
    private let frame: ConsoleFrame
    private let rooms: [any ConsoleRoom]
    private let signIn = SignInRoom()

    /// Parses the templates, which takes milliseconds.
    ///
    /// - Parameter patience: How long a draft of rules may take.
    /// - Throws: only if one of the templates, which are in the source, is not valid Mustache.
    public init(_ view: DaemonView, patience: Duration = .seconds(10)) throws {
        let rooms: [any ConsoleRoom] = [
            TryRoom(view), RulesRoom(view), DraftRoom(view, patience: patience),
            HistoryRoom(view, patience: patience), LinksRoom(view), LiveRoom(view),
        ]
        self.rooms = rooms
        frame = try ConsoleFrame(
            templates: rooms.flatMap(\.templates) + signIn.templates + MessagePage.templates,
            places: rooms.compactMap(\.place), version: view.version)
    }

    /// Whether a path is that of the form to sign in, or of a file of the frame.
    public func isPublic(_ path: String) -> Bool { path == SignInRoom.path || Asset.named(path) != nil }

    /// Whether a path is that of a room's stream.
    public func isStream(_ path: String) -> Bool { rooms.contains { $0.stream == path } }

    /// Makes what a room's stream sends, on a thread of the room.
    public func event(_ request: AdminPageRequest, _ answer: @escaping @Sendable ([UInt8]?) -> Void) {
        guard let room = rooms.first(where: { $0.stream == request.path }) else { return answer(nil) }
        // A reader that is turned away comes again.
        if !room.run(request, { [frame] in answer(room.part(request).map(frame.text)) }) { answer(nil) }
    }

    /// Answers on a thread of the room that the path leads to.
    public func answer(_ request: AdminPageRequest, _ answer: @escaping @Sendable (AdminPageAnswer) -> Void) {
        if let asset = Asset.named(request.path) { return answer(asset.answer) }
        if signIn.has(request.path) || request.federated != nil {
            return answer(frame.answer(signIn.page(request), to: request))
        }
        if let refusal = request.refusal { return answer(frame.answer(MessagePage.page(refusal), to: request)) }
        // The rooms show rules and settings; what else a token may do, they ask themselves.
        if let visitor = request.visitor, visitor.credential.scopes.isDisjoint(with: [.read, .write, .reload]) {
            return answer(
                frame.answer(MessagePage.forbidden("Your token lacks the scope links.read."), to: request))
        }
        guard let room = rooms.first(where: { $0.has(request.path) }) else {
            return answer(frame.answer(MessagePage.notFound, to: request))
        }
        let isAdmitted = room.run(request) { [frame] in
            // A browser that has gone waits for nothing, least of all for the check of a draft.
            answer(frame.answer(request.isAwaited() ? room.page(request) : MessagePage.busy, to: request))
        }
        if !isAdmitted { answer(frame.answer(MessagePage.busy, to: request)) }
    }
}
