import NodeLinks
import Foundation
import LinkStore
import Routing
import Rules
import Settings
import TestSupport
import Testing
import Threads

@testable import AdminPages
@testable import RuleDelivery
@testable import Access
@testable import Console
@testable import Daemon

/// A console with the shipped rules and the site of the parity cases, queried without a daemon.
final class ConsoleInMemory {
    let console: Console
    let folder: RulesFolder
    var visitor: AdminVisitor? = AdminVisitor(credential: Credential(name: "ann", .process("ann")), formToken: "f0rm")
    static let now: Int64 = 1_800_000_000

    /// The store of short links; `nil` without one.
    let store: LinkStore?
    private let storeFolder: ScratchFolder?
    /// Writes rule files.
    let editor: RuleEditor?
    /// The folder with the earlier versions of rule files.
    let history: ScratchFolder?
    let state: DaemonState
    /// The reason why reloads are refused; `nil` to accept them.
    let refusal: Locked<String?>

    /// - Parameters:
    ///   - log: The path of the decision log.
    ///   - isStoring: Whether it has a store of short links.
    ///   - isWriting: Whether rule files may be written.
    init(site: String = ParityCase.site, log: String? = nil, isStoring: Bool = false, isWriting: Bool = false) throws {
        storeFolder = isStoring ? try ScratchFolder() : nil
        let store = try storeFolder.map { try LinkStore(directory: $0.path) }
        self.store = store
        let folder = try RulesFolder(site: site)
        let loaded = try RuleDirectory.load(path: folder.path)
        try #require(!loaded.hasErrors)
        let path = folder.path
        let refusal = Locked<String?>(nil)
        var settings = DaemonSettings()
        settings.decisionLog = log
        var resources = DaemonResources()
        (resources.links.store, resources.version) = (store, "1")
        var ofOneWorker = settings
        ofOneWorker.workers = 1
        let services = try DaemonServices(CheckedSettings(ofOneWorker, report: { _ in }), resources.links)
        let state = try DaemonState(
            RuleSet(loaded), CurrentSettings(ResolvedSettings(settings)), services, resources
        ) {
            if let line = refusal.withLock(\.self) { return .refused([line]) }
            return (try? RuleDirectory.load(path: path)).map { .loaded(RuleSet($0), warnings: []) } ?? .refused([])
        }
        let load: DaemonView.LoadRules = { try RuleDirectory.load(path, with: $0, named: path, limit: $1) }
        let history = isWriting ? try ScratchFolder() : nil
        let rules = try history.map { RuleEditor(path, try RulesHistory($0.path), state.rules, load: load) }
        let view = DaemonView(
            state, links: LinkService(state, RateLimiter()), rules: { rules }, loadRules: load)
        (self.folder, self.state, self.history, self.refusal, editor) = (folder, state, history, refusal, rules)
        // Patient, because the build is unoptimized and other tests run concurrently.
        console = Console(view, patience: .seconds(600))
    }

    /// Switches to another visitor.
    func become(_ name: String, _ options: String = "") throws {
        let list = try TokenList(
            parsing: TokenList.line(name: name, secret: "x", options: options.split(separator: " ").map(String.init)))
        visitor = AdminVisitor(credential: try #require(list.credentials.first), formToken: "f0rm")
    }

    /// The response to a request, and the text of its page.
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
