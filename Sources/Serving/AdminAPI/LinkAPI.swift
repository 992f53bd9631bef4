package import Clicks
package import Events
package import Telemetry
package import Access
import ByteText
package import HTTP
import LinkCatalog
package import LinkSource
package import LinkStore
import Links
import Routing
package import Server
package import Threads
import WebAddress

/// The short-link APIs: Firebase's, Dub's and this project's own.
///
/// One per worker. Changes are handed to the store's thread and answered once they are on disk, without blocking the event
/// loop. A single link is looked up immediately; queries over many links run on a separate thread.
package final class LinkAPI {
    package let decider: Decider
    private let storage: Storage
    private let services: Services
    let answer: APIAnswerer
    private let clock: () -> Int64
    private let awaitVersions: @Sendable ([LinkVersion], AnswerTicket) -> Void

    /// The links that are read and changed.
    package struct Storage {
        package var store: LinkStore
        /// The source that the store replicates, or `nil` for a standalone store.
        package var source: SourceNode?
        /// Executes changes: the source, the follower of published links, which refuses them, or the store.
        package var writer: any LinkWriter

        package init(_ store: LinkStore, source: SourceNode?, writer: any LinkWriter) {
            (self.store, self.source, self.writer) = (store, source, writer)
        }
    }

    /// What the APIs of all workers share.
    package struct Services {
        package var queries: JobThreads
        package var backup: PeerBackup
        package var pageTokens: ListPageTokens
        package var audit: AuditLog?
        package var events: Events?

        package init(
            queries: JobThreads, backup: PeerBackup, pageTokens: ListPageTokens, audit: AuditLog?, events: Events?
        ) {
            (self.queries, self.backup, self.pageTokens) = (queries, backup, pageTokens)
            (self.audit, self.events) = (audit, events)
        }
    }

    /// - Parameters:
    ///   - answer: Responds to a request later.
    ///   - awaitVersions: Handles a request again once this node has the given versions.
    package init(
        _ decider: Decider, _ storage: Storage, _ services: Services, clock: @escaping () -> Int64,
        answer: @escaping APIAnswerer, awaitVersions: @escaping @Sendable ([LinkVersion], AnswerTicket) -> Void
    ) {
        (self.decider, self.storage, self.services) = (decider, storage, services)
        (self.clock, self.answer, self.awaitVersions) = (clock, answer, awaitVersions)
    }

    var store: LinkStore { storage.store }
    var source: SourceNode? { storage.source }
    private var writer: any LinkWriter { storage.writer }
    private var queries: JobThreads { services.queries }
    var backup: PeerBackup { services.backup }
    package var pageTokens: ListPageTokens { services.pageTokens }
    private var audit: AuditLog? { services.audit }
    private var events: Events? { services.events }

    /// Seconds since the epoch.
    var now: Int64 { clock() }

    /// The context of a request, for all operations.
    package struct Call {
        package var operation: APIOperation
        package var caller: Credential
        package var query: APIQuery
        package var ticket: AnswerTicket
        /// The request's audit record; `nil` if it changes nothing or is not audited.
        package var audited: AuditedRequest?
        /// The request identifier, as in the access log.
        package var identifier: [UInt8] = []

        package init(operation: APIOperation, caller: Credential, query: APIQuery, ticket: AnswerTicket) {
            (self.operation, self.caller, self.query, self.ticket) = (operation, caller, query, ticket)
        }
    }

    /// The implementation of an operation, as in ``APIOperation``.
    package typealias Action = (LinkAPI) -> (LinkAPI.Call, borrowing Request) throws(APIError) -> APIAnswer?

    /// Responds to a call, now or later.
    func perform(
        _ call: Call, _ request: borrowing Request, _ action: Action, _ response: inout ResponseWriter
    ) throws(APIError) {
        // Otherwise another thread responds through the worker's mailbox, never before this method returns.
        guard let made = try perform(call, request, action) else { return response.deferAnswer() }
        made.write(to: &response)
    }

    /// Returns the response to a call, or `nil` if it follows later: from another thread, or when the call is repeated
    /// because a link that is missing here may have been created at another node. A change refused before it reaches the
    /// store is audited here; a preview is not.
    package func perform(_ call: Call, _ request: borrowing Request, _ action: Action) throws(APIError) -> APIAnswer? {
        var call = call
        if isValidation(call) { call.audited = nil }
        let made: APIAnswer?
        do throws(APIError) { made = try action(self)(call, request) } catch {
            if error.isOfMissingLink, decider.awaitsMissing(request.target, call.ticket) { return nil }
            record(call, error.status)
            throw error
        }
        if let made { record(call, made.status) } else if call.operation.scope == .backup { record(call, nil) }
        return made
    }

    private func record(_ call: Call, _ status: Status?) {
        if let audit, let audited = call.audited { audit.record(audited, status) }
    }

    // MARK: - Common

    /// Defers a request until this node has the versions in its `Fingerpost-Version` field, as returned by a change at
    /// another node.
    func awaitsVersions(_ request: borrowing Request, _ ticket: AnswerTicket) throws(APIError) -> Bool {
        guard let source, let field = request.onlyValue(of: "fingerpost-version") else { return false }
        let parts = String(field).split(separator: ",").map { $0.filter { $0 != " " } }
        let versions = parts.compactMap { LinkVersion($0) }
        guard versions.count == parts.count, (1...LinkBody.shards).contains(versions.count) else {
            throw APIError(.badRequest, "Fingerpost-Version must be the value that a change returned, such as 17:4711")
        }
        if source.has(versions) { return false }
        awaitVersions(versions, ticket)
        return true
    }

    /// Changes the store and responds when the change and its event are on disk.
    func submit(
        _ call: Call, _ change: LinkChange, answering: @escaping @Sendable (LinkResult) -> APIAnswer
    ) {
        submission(of: change, call)(answering)
    }

    /// A prepared change, which can be submitted from any thread once everything its response requires is available.
    typealias Submission = @Sendable (_ answering: @escaping @Sendable (LinkResult) -> APIAnswer) -> Void

    /// Prepares a change; submitting it responds when the change and its event are on disk.
    func submission(of change: LinkChange, _ call: Call) -> Submission {
        let writer = writer
        let change = change.made(by: call.caller.name)
        return {
            [
                answer, audit, audited = call.audited, ticket = call.ticket, isNode = source != nil, events,
                linkEvents = linkEvents(change, call), shape = call.operation.errors,
                caller = call.caller.holder.text
            ] answering in
            let isAdmitted = Self.hashPasswords(of: change, for: caller) { change in
                writer.submit(change) { result in
                    let answered = result.map { result in
                        var made = answering(result)
                        if isNode { made.versions = result.versions }
                        return made
                    }.mapError { APIError($0, of: change).shaped(shape) }
                    if let audit, let audited {
                        switch answered {
                        case .success(let made):
                            audit.record(audited, made.status, links: (try? result.get())?.audited ?? [])
                        case .failure(let error): audit.record(audited, error.status)
                        }
                    }
                    let made = (try? result.get()).flatMap { linkEvents?.events(of: $0) } ?? []
                    guard let events, !made.isEmpty else { return answer(ticket, answered) }
                    events.submit(made) { answer(ticket, answered) }
                }
            }
            guard !isAdmitted else { return }
            if let audit, let audited { audit.record(audited, Self.tooManyPasswords.status) }
            answer(ticket, .failure(Self.tooManyPasswords.shaped(shape)))
        }
    }

    /// The events of a change, or `nil` if events are disabled.
    private func linkEvents(_ change: LinkChange, _ call: Call) -> LinkEvents? {
        guard let events else { return nil }
        let checker = LinkChecker(decider.evaluator)
        var sites: [String: String] = [:]
        for domain in LinkEvents.domains(of: change) { sites[domain] = checker.site(of: domain)?.name }
        return LinkEvents(
            change: change, sites: sites, client: call.caller, identifier: call.identifier,
            isUnmasked: events.isUnmasked)
    }

    /// Reads many links on a separate thread and then responds.
    func query(_ call: Call, _ body: @escaping @Sendable (LinkStore) throws(APIError) -> APIAnswer) {
        query(call, body) { made, answer in answer(made) }
    }

    /// Reads many links on a separate thread; `answering` builds the response there or on another thread.
    func query<Found: Sendable>(
        _ call: Call, _ body: @escaping @Sendable (LinkStore) throws(APIError) -> Found,
        answering: @escaping @Sendable (Found, _ answer: @escaping @Sendable (APIAnswer) -> Void) -> Void
    ) {
        queryAnswering(call, body) { found, answer in answering(found) { answer(.success($0)) } }
    }

    /// Reads many links on a separate thread; `answering` builds the response or an error there or on another thread.
    func queryAnswering<Found: Sendable>(
        _ call: Call, _ body: @escaping @Sendable (LinkStore) throws(APIError) -> Found,
        answering:
            @escaping @Sendable (
                Found, _ answer: @escaping @Sendable (Result<APIAnswer, APIError>) -> Void
            ) -> Void
    ) {
        let (ticket, shape) = (call.ticket, call.operation.errors)
        let isAdmitted = queries.run(for: call.caller.holder.text) { [answer, store] in
            do throws(APIError) {
                answering(try body(store)) { answer(ticket, $0.mapError { $0.shaped(shape) }) }
            } catch { answer(ticket, .failure(error.shaped(shape))) }
        }
        guard !isAdmitted else { return }
        let error = APIError(.serviceUnavailable, "too many pending queries; try again", retryAfter: 2)
        answer(ticket, .failure(error.shaped(shape)))
    }

    /// Reads a single item immediately.
    package func look<Value>(_ body: (LinkStore) throws(StoreError) -> Value) throws(APIError) -> Value {
        do throws(StoreError) { return try body(store) } catch { throw APIError(error) }
    }

    /// The JSON body of a request.
    func json(_ request: borrowing Request) throws(APIError) -> JSONValue {
        guard request.body.count > 0 else { throw APIError(.badRequest, "the request has no body; send it as JSON") }
        do { return try JSONValue(parsing: request.body) } catch {
            throw APIError(.badRequest, "the body is not valid JSON: \(error)")
        }
    }

    /// The link in a path, `/v1/links/{link}`: domain and code, optionally percent-encoded. Throws if the caller has no
    /// access to it.
    func key(_ request: borrowing Request, _ call: Call) throws(APIError) -> LinkKey {
        var arena = ByteArena(capacity: 512)
        let raw = arena.append(call.operation.piece(of: request.path))
        guard let decoded = try? PercentCoding.decode(raw, in: &arena) else {
            throw APIError(.badRequest, "the link in the path is not percent-encoded UTF-8")
        }
        let key = try key(arena.string(decoded))
        try requireSite(of: String(key.domain), call.caller)
        return key
    }

    func key(_ text: String) throws(APIError) -> LinkKey {
        let place: (domain: String, code: String)
        do throws(ShortLinkFault) { place = try LinkFields.place(text) } catch { throw APIError(error) }
        guard let key = LinkKey(domain: place.domain, code: place.code) else {
            throw APIError(.badRequest, "\(text) is not a short link; its host must be lowercase")
        }
        return key
    }

    /// The site of a link domain. Throws if the caller has no access to it.
    ///
    /// A caller limited to sites gets the same error for all other domains, whether they exist or not.
    @discardableResult
    func requireSite(of domain: String, _ caller: Credential) throws(APIError) -> SiteDefinition {
        let checker = LinkChecker(decider.evaluator)
        guard caller.sites == nil else {
            if let site = checker.site(of: domain), caller.covers(site: site.name) { return site }
            let hint = suggestion(for: domain, among: domains(of: caller) ?? []).map { "; \($0)" } ?? ""
            throw APIError(.forbidden, "the token \(caller.name) is not valid for links on \(domain)\(hint)")
        }
        do throws(ShortLinkFault) { return try checker.requireSite(of: domain) } catch { throw APIError(error) }
    }

    /// The link domains that a caller is limited to, or `nil` if it has access to all links.
    package func domains(of caller: Credential) -> Set<String>? {
        guard caller.sites != nil else { return nil }
        return Set(decider.evaluator.ruleSet.sites.filter { caller.covers(site: $0.name) }.flatMap(\.hosts))
    }

    /// Checks links against the rules.
    func checking<Value>(_ body: (inout LinkChecker) throws(ShortLinkFault) -> Value) throws(APIError) -> Value {
        var checker = LinkChecker(decider.evaluator)
        do throws(ShortLinkFault) { return try body(&checker) } catch { throw APIError(error) }
    }
}

extension APIError {
    /// The error for a link that can't be created as requested.
    init(_ fault: ShortLinkFault) {
        self.init(.badRequest, fault.message, reason: fault.code)
    }

    /// The error for a change that was not made. For a new link, a deleted one with the same code is a conflict.
    init(_ error: StoreError, of change: LinkChange) {
        if case .create = change, error == .deleted {
            self.init(.conflict, error.description)
        } else {
            self.init(error)
        }
    }
}
