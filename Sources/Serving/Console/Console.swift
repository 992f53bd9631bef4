public import AdminPages
import Access
public import Daemon
import HTTP
import Markup
import Threads

/// The web console of the admin listener: signing in, what became of links, trying, creating and editing them, viewing the rules and live
/// activity.
///
/// Each room responds on its own threads, never on a worker's. Nothing is loaded from other hosts, and every page works
/// without its script.
///
///     let daemon = try loader.start(store, version: "1.0", arguments: []) { view in Console(view) }
public final class Console: AdminPages {
    private let frame: ConsoleFrame
    private let rooms: [any ConsoleRoom]
    private let signIn = SignInRoom()

    /// Templates are parsed for the first page.
    ///
    /// - Parameter patience: The time limit for evaluating a draft of the rules.
    public init(_ view: DaemonView, patience: Duration = .seconds(10)) {
        let rooms: [any ConsoleRoom] = [
            OverviewRoom(view), TryRoom(view), RulesRoom(view), DraftRoom(view, patience: patience),
            HistoryRoom(view, patience: patience), LinksRoom(view), LiveRoom(view), ReceiptRoom(view),
            LabRoom(view),
        ]
        self.rooms = rooms
        frame = ConsoleFrame(
            templates: rooms.flatMap(\.templates) + signIn.templates + MessagePage.templates,
            places: rooms.compactMap(\.place), version: view.version)
    }

    /// Whether a path is the sign-in form or one of the frame's assets.
    public func isPublic(_ path: String) -> Bool { path == SignInRoom.path || Asset.named(path) != nil }

    /// Whether a path is a room's stream.
    public func isStream(_ path: String) -> Bool { rooms.contains { $0.stream == path } }

    /// Renders the next event of a room's stream, on a thread of the room.
    public func event(_ request: AdminPageRequest, _ answer: @escaping @Sendable ([UInt8]?) -> Void) {
        guard let room = rooms.first(where: { $0.stream == request.path }) else { return answer(nil) }
        // Clients that are turned away reconnect.
        if !room.run(request, { [frame] in answer(room.part(request).map(frame.text)) }) { answer(nil) }
    }

    /// Responds on a thread of the room that owns the path.
    public func answer(_ request: AdminPageRequest, _ answer: @escaping @Sendable (AdminPageAnswer) -> Void) {
        if let asset = Asset.named(request.path) { return answer(asset.answer) }
        if signIn.has(request.path) || request.federated != nil {
            return answer(frame.answer(signIn.page(request), to: request))
        }
        if let refusal = request.refusal { return answer(frame.answer(MessagePage.page(refusal), to: request)) }
        // Rooms show rules and settings; they check any further scopes themselves.
        if let visitor = request.visitor, visitor.credential.scopes.isDisjoint(with: [.read, .write, .reload]) {
            return answer(
                frame.answer(MessagePage.forbidden("Your token lacks the scope links.read."), to: request))
        }
        guard let room = rooms.first(where: { $0.has(request.path) }) else {
            return answer(frame.answer(MessagePage.notFound, to: request))
        }
        let isAdmitted = room.run(request) { [frame] in
            // Skips requests whose client has disconnected, above all checks of drafts.
            answer(frame.answer(request.isAwaited() ? room.page(request) : MessagePage.busy, to: request))
        }
        if !isAdmitted { answer(frame.answer(MessagePage.busy, to: request)) }
    }
}
