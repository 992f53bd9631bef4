import Foundation
import LinkStore
import Routing
import Rules
import Settings
import TestSupport
import Testing

@testable import Console
@testable import Daemon

/// A console on the shipped rules and the site of the parity cases, asked without a daemon.
final class ConsoleInMemory {
    let console: Console
    let folder: RulesFolder
    var visitor: AdminVisitor? = AdminVisitor(credential: Credential(name: "ann"), formToken: "f0rm")
    static let now: Int64 = 1_800_000_000

    /// Its short links; nil without a store.
    let store: LinkStore?
    private let storeFolder: ScratchFolder?

    /// - Parameters:
    ///   - log: The file of the decision log.
    ///   - isStoring: Whether it has a store of short links.
    init(site: String = ParityCase.site, log: String? = nil, isStoring: Bool = false) throws {
        storeFolder = isStoring ? try ScratchFolder() : nil
        let store = try storeFolder.map { try LinkStore(directory: $0.path) }
        self.store = store
        let folder = try RulesFolder(site: site)
        let loaded = try RuleDirectory.load(path: folder.path)
        try #require(!loaded.hasErrors)
        let state = try SharedState(
            RuleSet(loaded), workers: 1, ServiceManager(), logs: nil, store: store, source: nil, version: "1",
            { .refused([]) })
        let path = folder.path
        var settings = DaemonSettings()
        settings.decisionLog = log
        let view = DaemonView(settings, state, links: LinkDesk(state, RateLimiter())) {
            try RuleDirectory.load(path, with: $0, named: path)
        }
        (self.folder, console) = (folder, try Console(view))
    }

    /// Has somebody else ask.
    func become(_ name: String, _ options: String = "") throws {
        let list = try TokenList(
            parsing: TokenList.line(name: name, secret: "x", options: options.split(separator: " ").map(String.init)))
        visitor = AdminVisitor(credential: try #require(list.credentials.first), formToken: "f0rm")
    }

    /// What a request is answered; the text of the page.
    func ask(
        _ path: String, _ form: [String: String]? = nil, _ change: (inout AdminPageRequest) -> Void = { _ in }
    ) async -> (answer: AdminPageAnswer, text: String) {
        var request = AdminPageRequest(path: path, now: Self.now)
        (request.visitor, request.isPost, request.form) = (visitor, form != nil, form ?? [:])
        change(&request)
        let answer = await withCheckedContinuation { continuation in
            console.answer(request) { continuation.resume(returning: $0) }
        }
        return (answer, String(decoding: answer.body, as: UTF8.self))
    }
}
