public import ByteText
public import Configuration
public import Expressions
import Links
public import Routing
public import Threads

/// Decodes a site from its configuration.
public struct SiteDecoder {
    let log: DiagnosticLog
    let compiler: ConditionLoader
    /// The prefix of the IDs of the site's rules: the file's path without `.yaml`.
    let ruleIDPrefix: String

    /// The site of a request (`site`), or `nil` with the diagnostics if it has an error.
    ///
    /// A valid site may have warnings. The patterns of its rules' conditions are appended to `patterns`, after those of
    /// the rule set.
    ///
    /// - Parameter limit: The work limit for conditions; those beyond it are errors.
    public static func decode(
        json: JSONValue, patterns: inout PatternList, limit: WorkLimit? = nil
    ) -> (site: SiteDefinition?, diagnostics: [FileDiagnostic]) {
        let log = DiagnosticLog(root: "site")
        let compiler = ConditionLoader(patterns: patterns, limit: limit)
        let decoder = SiteDecoder(log: log, compiler: compiler, ruleIDPrefix: "site")
        let located = decoder.decode(ConfigurationNode(json: json))
        if let located { PageHostCheck.report(located, log) }
        let site = located?.definition
        if !log.hasErrors { patterns = compiler.patterns }
        return (log.hasErrors ? nil : site, log.sorted)
    }

    /// The error code of a request rejected for these faults: `too-many-url-patterns` or `invalid-site`.
    public static func errorCode(of diagnostics: [FileDiagnostic]) -> String {
        let first = diagnostics.first { $0.severity == .error }
        return first?.code == .tooManyURLPatterns ? "too-many-url-patterns" : "invalid-site"
    }

    /// The site as far as it is valid. Faults are in the log.
    func decode(_ node: ConfigurationNode) -> LocatedSite? {
        if node.isNull {
            log.error(.missingKey, node, "a site needs the key `site`")
            return nil
        }
        guard let fields = Fields<SiteKey>(node, log: log) else { return nil }
        var site = SiteDefinition(name: name(fields) ?? "")
        _ = fields.text(.about)
        site.hosts = distinct(fields.list(.hosts), "link domain", HostNameCheck.prefixFault)
        site.hosting = distinct(fields.list(.hosting), "host") { HostNameCheck.fault(in: $0[...]) }
        site.handler = checked(fields[.handler], AddressCheck.handlerFault)
        site.mobileLinks = fields[.mobileLinks].flatMap(generation)
        site.pageHost = checked(fields[.pageHost]) { HostNameCheck.fault(in: $0[...]) }
        site.alternativeServices = checked(fields[.alternativeServices], AlternativeServices.fault)
        site.authorizedDomains = distinct(fields.list(.authorizedDomains), "domain", HostNameCheck.domainFault)
        site.urlPolicy = fields[.urlPatterns].map(urlPolicy) ?? .authorizedDomains
        site.passedParameters = passedParameters(fields.list(.passedParameters))
        let root = fields[.root].flatMap(root)
        let notFound = fields[.notFound].map(notFound)
        site.root = root?.definition
        site.notFound = notFound?.rule?.definition
        site.notFoundCoversGone = notFound?.coversGone ?? false
        site.apps = apps(fields.list(.apps))
        site.codes = fields[.codes].flatMap(codes) ?? .exact
        site.links = links(fields[.links], site.codes)
        site.excludedLinks = fields[.association].map(excludedLinks) ?? []
        site.deferred = fields[.deferred].map(deferred)
        site.limits = fields[.limits].flatMap(limits)
        site.countedDimensions = fields[.countBy].map(dimensions) ?? site.countedDimensions
        site.cacheSeconds = fields[.cache].flatMap { log.integer($0, in: 1...31_536_000) }
        site.options = fields[.options].map(options) ?? SiteOptions()
        site.pages = fields[.pages].map(pages)
        if site.deferred == nil, let node = fields[.pages] { warnOfUnusedToken(site.pages, node) }
        let devices = fields[.devices].map(devices)
        site.devices = devices?.devices ?? SiteDevices()
        let rules = RuleListDecoder(
            log: log, compiler: compiler, idPrefix: ruleIDPrefix, apps: Self.names(of: site.apps)
        ).decode(fields.list(.rules))
        site.rules = rules.map(\.definition)
        let strays = [root, notFound?.rule].compactMap(\.self)
        checkNames(strays, rules, fields.list(silently: .rules))
        return LocatedSite(
            definition: site, hosts: fields.list(silently: .hosts).map(\.detached),
            hosting: fields.list(silently: .hosting).map(\.detached), handler: fields[.handler]?.detached,
            pageHost: fields[.pageHost]?.detached, alternatives: fields[.alternativeServices]?.detached,
            apps: fields.list(silently: .apps).map(\.detached),
            links: fields[.links]?.detached, name: fields[.site]?.detached, association: fields[.association]?.detached,
            pages: fields[.pages]?.detached, cache: fields[.cache]?.detached,
            tokens: devices?.tokens ?? [], places: (rules + strays).map(RulePlace.init))
    }

    /// The IDs of apps, without duplicates.
    private static func names(of apps: [AppDefinition]) -> [String] {
        apps.map(\.id).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func name(_ fields: Fields<SiteKey>) -> String? {
        guard let node = fields.required(.site), let name = log.text(node) else { return nil }
        guard !name.isEmpty, name.utf8.allSatisfy(\.isUnreserved) else {
            log.error(
                .invalidValue, node, "`\(name)` is not a valid site name",
                expected: "letters, digits, `-`, `.`, `_`, `~`")
            return nil
        }
        return name
    }

    /// The properties by which clicks are counted, without duplicates.
    private func dimensions(_ node: ConfigurationNode) -> [ClickDimension] {
        let words: [ClickDimension] = log.list(node).compactMap { log.word($0, "property of clicks", besides: [.link]) }
        return ClickDimension.chosen.filter(words.contains)
    }

    private func generation(_ node: ConfigurationNode) -> Generation? {
        guard let text = log.text(node) else { return nil }
        if let found = Generation.allCases.first(where: { $0.name.description == text }) { return found }
        log.unknownWord(node, text, "link generation", Generation.allCases.map(\.name.description))
        return nil
    }

    private func codes(_ node: ConfigurationNode) -> CodeCase? {
        guard let text = log.text(node) else { return nil }
        if let found = CodeCase(rawValue: text) { return found }
        log.unknownWord(node, text, "case of codes", CodeCase.allCases.map(\.rawValue))
        return nil
    }

    private func deferred(_ node: ConfigurationNode) -> DeferredLinksDefinition {
        var deferred = DeferredLinksDefinition()
        guard let fields = Fields<DeferredKey>(node, log: log) else { return deferred }
        let days = fields[.days].flatMap { log.integer($0, in: 1...DeferredLinksDefinition.mostDays) }
        deferred.days = days ?? deferred.days
        deferred.once = fields.bool(.once) ?? deferred.once
        return deferred
    }

    private func limits(_ node: ConfigurationNode) -> ClickLimitsDefinition? {
        guard let fields = Fields<LimitKey>(node, log: log) else { return nil }
        func rate(_ key: LimitKey) -> Int? {
            fields[key].flatMap { log.integer($0, in: 1...ClickLimitsDefinition.most) }
        }
        var limits = ClickLimitsDefinition()
        (limits.perSite, limits.perLink) = (rate(.clicksPerSecond), rate(.clicksPerLink))
        return limits
    }

    private func options(_ node: ConfigurationNode) -> SiteOptions {
        var options = SiteOptions()
        guard let fields = Fields<OptionKey>(node, log: log) else { return options }
        options.debugPages = fields.bool(.debugPages) ?? options.debugPages
        options.enforceStoreSemantics = fields.bool(.enforceStoreSemantics) ?? false
        options.passThrough = fields.bool(.passThrough) ?? false
        options.iPadCheck = fields.bool(.iPadCheck) ?? false
        options.customSchemeCodes = fields.bool(.customSchemeCodes) ?? false
        options.androidFallbackPage = fields.bool(.androidFallbackPage) ?? false
        options.httpContinueURLs = fields.bool(.httpContinueURLs) ?? false
        return options
    }
}

/// A site with the data for later checks across files. Its nodes are detached, so that they don't retain the whole file.
struct LocatedSite {
    var definition: SiteDefinition
    var hosts: [ConfigurationNode]
    var hosting: [ConfigurationNode]
    var handler: ConfigurationNode?
    var pageHost: ConfigurationNode?
    var alternatives: ConfigurationNode?
    var apps: [ConfigurationNode]
    var links: ConfigurationNode?
    var name: ConfigurationNode?
    var association: ConfigurationNode?
    var pages: ConfigurationNode?
    var cache: ConfigurationNode?
    /// The tokens of its devices.
    var tokens: [ConfigurationNode]
    /// The places of its rules, and of `root` and `not_found`.
    var places: [RulePlace]
}

extension Fields {
    /// A list's elements; empty without an error if it is not a list, which has already been reported.
    fileprivate func list(silently key: Key) -> [ConfigurationNode] {
        if case .list(let elements)? = self[key]?.content { elements } else { [] }
    }
}
